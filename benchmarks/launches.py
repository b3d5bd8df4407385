"""Measure launches from a course platform (LTI 1.3): one server process, tokens signed by the
tests' platform, and `BROWSERS` connections that are used at the same time."""

import http.client
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

from benchmarks.tables import Aim, show
from tests.browser.platform.test_launch import TASK, course_file
from tests.browser.server import start_server
from tests.features.platform.course_platform import (
    CLAIM,
    FORM,
    CoursePlatform,
    launch_data,
    request_of,
    running,
)
from tests.lab.asgi import Reply
from tests.visitors import BROWSER

BROWSERS = 8  # connections that are used at the same time
T = TypeVar("T")
PARTS = ("login", "launch", "both")
LAUNCHES, WARM_UP, TURNS = 600, 40, 3


def run() -> list[Aim]:
    with running() as platform, tempfile.TemporaryDirectory() as folder:
        server = start_server(COURSE=str(course_file(Path(folder), platform, TASK)))
        try:
            platform.browser_target = f"{server.url}/?task=week-3"
            pid = server.process.pid
            measure(platform, WARM_UP, pid)
            turns = [measure(platform, LAUNCHES, pid) for _ in range(TURNS)]
        finally:
            server.stop()
    show(
        f"Launches of a task, one server process, {BROWSERS} connections, turn by turn",
        ("", "a second", "processor time of the server for each"),
        [
            (PARTS[k], *(", ".join(turn[k][column] for turn in turns) for column in (0, 1)))
            for k in range(len(PARTS))
        ],
        ("The clients share the processors. The platform signs tokens between login and launch.",),
    )  # fmt: skip
    best = max(float(whole[0]) for _, _, whole in turns)
    return [Aim("whole launches of a task a second, best turn", best, least=100)]


def measure(platform: CoursePlatform, count: int, pid: int) -> list[tuple[str, str]]:
    """Return two texts each for logins, for launches and for both together: how many there were
    per second, and the server's processor time for one."""
    users = [f"student-{number}" for number in range(count)]
    logins, login_seconds, login_work = timed(
        pid, lambda client, user: client.log_in(platform, user), platform, users
    )
    forms = [form_of(platform, login, user) for login, user in zip(logins, users, strict=True)]
    launches, launch_seconds, launch_work = timed(
        pid, lambda client, form: client.launch(form), platform, forms
    )
    assert len({launch_data(page)["code"] for page in launches}) == count
    return [
        (f"{count / seconds:.0f}", f"{1000 * work / count:.1f} ms")
        for seconds, work in (
            (login_seconds, login_work),
            (launch_seconds, launch_work),
            (login_seconds + launch_seconds, login_work + launch_work),
        )
    ]


def form_of(platform: CoursePlatform, login: Reply, user: str) -> dict[str, str]:
    """Return the form in which the platform sends its answer to a login."""
    words = request_of(login)
    claims = platform.claims(
        words["nonce"], sub=user, **{f"{CLAIM}target_link_uri": platform.browser_target}
    )
    return {"id_token": platform.sign(claims), "state": words["state"]}


class Client:
    """A browser with one connection."""

    def __init__(self, address: str):
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)

    def _ask(self, method: str, path: str, body: str = "") -> Reply:
        headers = {"Accept": BROWSER, "Origin": "https://moodle.example.edu"}
        if body:
            headers["Content-Type"] = FORM
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        reply = Reply(answer.status, dict(answer.getheaders()), answer.read())
        assert reply.status == 200, reply.body[-300:]
        return reply

    def log_in(self, platform: CoursePlatform, user: str) -> Reply:
        words = {"iss": platform.issuer, "login_hint": user, "client_id": platform.client_id,
                 "target_link_uri": platform.browser_target}  # fmt: skip
        return self._ask("GET", f"/lti/login?{urlencode(words)}")

    def launch(self, form: dict[str, str]) -> Reply:
        return self._ask("POST", "/lti/launch", urlencode(form))

    def close(self) -> None:
        self._connection.close()


def timed(
    pid: int,
    act: Callable[[Client, T], Reply],
    platform: CoursePlatform,
    items: Sequence[T],
) -> tuple[list[Reply], float, float]:
    """Call `act` with every item, over BROWSERS connections at the same time. Return the replies,
    the elapsed seconds, and the server's processor seconds."""
    clients = [Client(platform.browser_target) for _ in range(BROWSERS)]

    def work(number: int) -> list[Reply]:
        return [act(clients[number], item) for item in items[number::BROWSERS]]

    with ThreadPoolExecutor(BROWSERS) as threads:
        before, start = processor_seconds(pid), time.perf_counter()
        parts = list(threads.map(work, range(BROWSERS)))
        elapsed, after = time.perf_counter() - start, processor_seconds(pid)
    for client in clients:
        client.close()
    replies = [parts[k % BROWSERS][k // BROWSERS] for k in range(len(items))]
    return replies, elapsed, after - before


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, from Linux's /proc."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
