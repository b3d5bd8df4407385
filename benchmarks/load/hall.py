"""Simulate a hall of a thousand phones, and kill a replica: python -m benchmarks.load hall

Two replicas behind nginx share one SQLite file, or with --postgres one PostgreSQL database on the
loopback address, which `tests/tools/get_postgres` finds. The phones open the room's page within a
few seconds, poll as the page's script does, and vote within twenty seconds of the question; one in
ten votes a second time. Meanwhile a replica is killed; failed requests are sent again, as by the
page. The screen receives events all the time. At the end every phone's last vote must be counted
exactly once.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks import machine
from benchmarks.load.setups import Cluster, behind_nginx
from benchmarks.tables import Aim, show
from tests import postgres

PHONES = 1000
ARRIVAL_SECONDS = 15.0  # period in which the phones arrive
VOTING_SECONDS = 20.0  # period in which the phones answer
POLL_SECONDS = (1.5, 3.5)  # shortest and longest pause between polls, as in features/hall/phone.js
RETRY_SECONDS = 30.0  # period in which a failed vote is retried
CHANGED_SHARE = 0.1  # share of the phones that answer twice
QUESTION = {"kind": "choice", "text": "Which?", "options": ["a", "b", "c", "d"], "right": [1]}


@dataclass
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass
class Client:
    """One keep-alive connection, and its cookies."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """Return a complete reply. Raises OSError, asyncio.IncompleteReadError, and ValueError for
        a malformed reply."""
        try:
            reader = await self.send(method, path, body, **headers)
            reply = await self._head(reader)
            length = dict(reply.headers).get("content-length")
            if length is not None:
                reply.body = await reader.readexactly(int(length))
            else:
                await self._chunks(reader, reply)
            return reply
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.hang_up()
            raise

    async def send(
        self, method: str, path: str, body: bytes, **headers: str
    ) -> asyncio.StreamReader:
        parts = urlsplit(self.url)
        if self._streams is None:
            self._streams = await asyncio.open_connection(parts.hostname, parts.port)
        reader, writer = self._streams
        request_headers = {"Host": parts.netloc, "Content-Length": str(len(body)), **headers}
        if self.cookies:
            request_headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in request_headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        return reader

    async def _head(self, reader: asyncio.StreamReader) -> Reply:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = [(k.lower(), v.strip()) for k, _, v in (line.partition(":") for line in head[1:])]
        for name, value in headers:
            if name == "set-cookie":
                key, _, cookie_value = value.partition(";")[0].partition("=")
                self.cookies[key] = cookie_value
        return Reply(int(head[0].split()[1]), headers, b"")

    async def _chunks(self, reader: asyncio.StreamReader, reply: Reply) -> None:
        if ("transfer-encoding", "chunked") in reply.headers:
            while size := int(await reader.readline(), 16):
                reply.body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()

    def hang_up(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


@dataclass
class Hall:
    """The measurements of a run, and the accepted votes."""

    path: str
    question: int = 0  # number of the open question; 0 before the first
    times: list[float] = field(default_factory=list)  # seconds of a vote, including retries
    pages: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    again: int = 0  # how often a vote was sent again
    lost: int = 0  # phones that gave up
    last: dict[int, int] = field(default_factory=dict)  # last accepted answer of each phone
    first: list[float] = field(default_factory=list)  # times of each phone's first accepted vote
    # The events that the screen received: time, and number of votes.
    heard: list[tuple[float, int]] = field(default_factory=list)
    done: bool = False


async def phone(hall: Hall, url: str, number: int, rng: random.Random) -> None:
    client = Client(url)
    await asyncio.sleep(rng.uniform(0, ARRIVAL_SECONDS))
    start = time.monotonic()
    while not await _try_request(client, "GET", hall.path, hall):
        await asyncio.sleep(0.5)
    hall.pages.append(time.monotonic() - start)
    while not await _sees_question(client, hall, rng):
        pass
    await asyncio.sleep(rng.uniform(0, VOTING_SECONDS))
    await vote(hall, client, number, rng.randrange(4))
    if rng.random() < CHANGED_SHARE:
        await asyncio.sleep(1)
        await vote(hall, client, number, rng.randrange(4))
    while not hall.done:
        await _sees_question(client, hall, rng)
    client.hang_up()


async def _sees_question(client: Client, hall: Hall, rng: random.Random) -> bool:
    """Wait for the page's polling interval, poll once, and return whether the question is shown."""
    await asyncio.sleep(rng.uniform(*POLL_SECONDS))
    start = time.monotonic()
    reply = await _try_request(client, "GET", f"{hall.path}/state", hall)
    if reply is None:
        return False
    hall.polls.append(time.monotonic() - start)
    return bool(json.loads(reply.body).get("open"))


async def _try_request(client: Client, method: str, path: str, hall: Hall) -> Reply | None:
    try:
        reply = await client.ask(method, path)
    except (OSError, asyncio.IncompleteReadError, ValueError):
        return None
    return reply if reply.status == 200 else None


async def vote(hall: Hall, client: Client, number: int, answer: int) -> None:
    """Send an answer until it is accepted, as the page's script does."""
    start = time.monotonic()
    form = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    while time.monotonic() - start < RETRY_SECONDS:
        try:
            body = f"answer={answer}".encode()
            reply = await client.ask("POST", f"{hall.path}/votes", body, **form)
            if reply.status == 200:
                time_now = time.monotonic()
                hall.times.append(time_now - start)
                if number not in hall.last:
                    hall.first.append(time_now)
                hall.last[number] = answer
                return
        except (OSError, asyncio.IncompleteReadError, ValueError):
            pass
        hall.again += 1
        await asyncio.sleep(0.5)
    hall.lost += 1


async def screen(hall: Hall, owner: Client) -> None:
    """Receive events as an EventSource does, and reopen the stream when it ends."""
    while not hall.done:
        client = Client(owner.url, owner.cookies)
        try:
            reader = await client.send("GET", f"{hall.path}/events", b"")
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    event = json.loads(line.removeprefix(b"data: "))
                    hall.heard.append((time.monotonic(), event["answered"]))
                elif line in (b"0\r\n",):
                    break
        except (OSError, ValueError):
            pass
        client.hang_up()
        await asyncio.sleep(0.2)


def delays(hall: Hall) -> list[float]:
    """Return the seconds from each phone's vote until the screen's count includes it."""
    waits, heard_votes = [], iter(hall.heard)
    time_then, count = next(heard_votes)
    for nth, accepted in enumerate(sorted(hall.first), 1):
        while count < nth:
            time_then, count = next(heard_votes)
        waits.append(max(0.0, time_then - accepted))
    return waits


async def run(setup: Cluster, phones: int, kill: bool) -> tuple[Hall, dict]:
    base = urlsplit(setup.url).path
    owner = Client(setup.url)
    room = json.loads((await owner.ask("POST", f"{base}/hall")).body)
    hall = Hall(room["path"])
    crowd = [
        asyncio.create_task(phone(hall, setup.url, k, random.Random(k))) for k in range(phones)
    ]
    listening = asyncio.create_task(screen(hall, owner))
    await asyncio.sleep(ARRIVAL_SECONDS)
    await owner.ask("POST", f"{hall.path}/question", json.dumps(QUESTION).encode())
    await asyncio.sleep(VOTING_SECONDS / 2)
    if kill:
        await asyncio.to_thread(setup.kill, 0)
    voters = set(crowd)
    deadline = time.monotonic() + VOTING_SECONDS + RETRY_SECONDS + 10
    while len(hall.last) + hall.lost < phones and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    await asyncio.sleep(4)  # until changed votes and the screen's events have arrived
    hall.done = True
    await owner.ask("POST", f"{hall.path}/close")
    results = json.loads((await owner.ask("GET", f"{hall.path}/results")).body)
    listening.cancel()
    await asyncio.gather(*voters, return_exceptions=True)
    return hall, results["questions"][0]["rounds"][0]


def p95(values: list[float]) -> float:
    return 1000 * sorted(values)[int(0.95 * (len(values) - 1))] if values else float("nan")


def evaluate(hall: Hall, final_tally: dict, phones: int, killed: bool) -> list[Aim]:
    tally = Counter(hall.last.values())
    miscounted = sum(abs(n - tally[k]) for k, n in enumerate(final_tally["counts"]))
    lags = delays(hall)
    description = f"{phones} phones, a replica killed" if killed else f"{phones} phones"
    print(f"\n{description}: {len(hall.last)} have voted, {final_tally['answered']} are counted; "
          f"{hall.again} votes were sent again, {hall.lost} phones gave up.")  # fmt: skip
    print(f"p95: page {p95(hall.pages):.0f} ms, poll {p95(hall.polls):.0f} ms, "
          f"vote {p95(hall.times):.0f} ms, screen {p95(lags):.0f} ms behind")  # fmt: skip
    return [
        Aim(f"{description}: p95 of a vote", p95(hall.times), "ms", most=200),
        Aim(f"{description}: the screen is behind, p95", p95(lags) / 1000, "s", most=1),
        Aim(f"{description}: votes lost or counted twice", miscounted + hall.lost, most=0),
    ]


@contextmanager
def store(of_postgres: bool) -> Iterator[str]:
    """Start a database if needed. Yield the lines of course.toml that name the store of rooms."""
    if not of_postgres:
        yield 'data_folder = "kept"\n'
        return
    programs, reason = postgres.find_programs()
    if programs is None:
        raise SystemExit(reason)
    with postgres.running(programs) as url:
        yield f'database = "{url}"\n'


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load hall", description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--without-faults", action="store_true", help="kill no replica")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    options = parser.parse_args(argv)
    print(machine.headline(), flush=True)
    with tempfile.TemporaryDirectory() as folder, store(options.postgres) as setting:
        course = Path(folder) / "course.toml"
        course.write_text(setting, "utf-8")
        os.environ["COURSE"] = str(course)
        aims = []
        for kill in (False,) if options.without_faults else (False, True):
            with behind_nginx(2) as setup:
                hall, final_tally = asyncio.run(run(setup, options.phones, kill))
            aims += evaluate(hall, final_tally, options.phones, kill)
    show("Aims", ("what", "aim", "here", ""), [aim.row for aim in aims])


if __name__ == "__main__":
    main()
