"""Locust users: learners on the bandwidth page, and on the same page in plain Streamlit.

A learner opens the page, drags and releases τ, pauses, releases λ, switches the loss, drags a
point, and sometimes scrolls down. Requests are those of assets/element/player.js: the sweep of the
moving slider, and prefetches for the next move, which a busy server refuses. A cached sweep is not
requested again; a refused one is requested when its slider is dragged, with single frames
meanwhile. If the app has an engine for browsers, this engine answers for edited points, and while
the server is busy. A release is sent when a part that the server draws comes into view, as by
assets/element/deferred-run.js. Every learner has its own seed, so that runs are reproducible.
"""

import hashlib
import itertools
import json
import os
import random
import re
import socket
import time
import zlib
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import gevent
from locust import FastHttpUser, between, events, task
from locust.contrib.fasthttp import FastResponse

from benchmarks.load.files import Broken, fetch_all
from benchmarks.load.learner_words import ALL_HERE, ARRIVING, FIRST_TIME, OWN_ENGINE, PAGE, SCENE
from benchmarks.load.own_engine import PREFETCH_SECONDS, OwnEngine, files_of
from benchmarks.load.session import Lost, Session
from lab.scene.slider_stops import usual_stops

LOSSES = ("hinge", "logistic", "squared", "exponential")
DRAG_STEPS = 12  # positions of a dragged point, or of a slider without a cached sweep
LISTED_POINTS = 40
PING_CHECK_SECONDS = 5.0
MAX_RETRIES = 5  # retries at a busy server, as in the page's script
PLAIN = os.environ.get("LOAD_PLAIN") == "1"
LEARNERS = int(os.environ.get("LOAD_LEARNERS", "0"))
ENGINE = files_of(Path(os.environ["ENGINE"])) if os.environ.get("ENGINE") else []
FAULTS = os.environ.get("LOAD_FAULTS") == "1"  # servers and connections are killed on purpose
LEARNERS_PER_ADDRESS = 100  # learners who share a network address, as in a building
MAX_DIGESTS = 3000  # largest number of answers stored for the comparison with kernel_core's
_numbers = itertools.count()
_arrived: set[int] = set()  # learners whose page has loaded completely
_digests: dict[str, str] = {}
_STATIC = re.compile(r'(?:src|href)="\.?(/?static/[^"]+)"')


class AsSent(FastResponse):
    """An answer whose content is not decompressed. A browser decompresses on its own machine;
    here this would use the servers' processors."""

    def _content(self) -> bytes:
        content = self._response.read()
        self.release()
        return content


class Learner(FastHttpUser):
    """The base of all learners: a tab, a think time, and statistics of the answers."""

    abstract = True
    wait_time = between(2, 6)

    def on_start(self) -> None:
        self.prepare()
        self.arrive()

    def prepare(self) -> None:
        self.number = next(_numbers)
        self.random = random.Random(self.number)
        self.session = None
        self.source = f"127.0.1.{1 + self.number // LEARNERS_PER_ADDRESS % 250}"
        self.client.client.response_type = AsSent
        self.pings = gevent.spawn(self.answer_pings)

    def on_stop(self) -> None:
        self.pings.kill()
        if self.session:
            self.session.close()

    def arrive(self) -> None:
        """Fetch the page, run its script, and fetch its first picture."""
        start = time.perf_counter()
        self.files()
        self.connect()
        self.first_picture()
        report("open: to the first picture", time.perf_counter() - start)
        self.rest()
        _arrived.add(self.number)

    def files(self) -> None:
        """Fetch the files that a browser with an empty cache fetches before Streamlit's script
        runs."""
        html = unpacked(self.client.get(f"/{self.page}", name="page")).decode()
        base = urlsplit(self.host).path.rstrip("/")
        paths = [f"{base}/{name.lstrip('/')}" for name in sorted(set(_STATIC.findall(html)))]
        try:
            for seconds, size, error in fetch_all(self.host, paths, self.source):
                report("Streamlit's scripts", seconds, size, error)
        except (OSError, Broken) as error:
            report("Streamlit's scripts", 0, error=error)

    def connect(self) -> None:
        self.session = Session(
            self.host.rstrip("/"), self.page, self.source, cookies=self.cookies()
        )
        self.measure_call("open: script", self.session.open)

    def cookies(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.client.cookiejar)

    def answer_pings(self) -> None:
        """Answer the server's pings, one every half a minute, as long as the tab is open. A browser
        does so even while it waits for something else."""
        while True:
            time.sleep(PING_CHECK_SECONDS)
            with suppress(Lost):  # the next call detects it
                if self.session:
                    self.session.answer_pings()

    def measure_call(self, name: str, act, *args) -> None:
        """Call `act` over the web socket and report how long the answer took."""
        if self.session is None:
            return
        before, phase = self.session.received, ALL_HERE if len(_arrived) >= LEARNERS else ARRIVING
        try:
            seconds = act(*args)
        except Lost as error:
            report("connection lost", 0, error=None if FAULTS else error)
            self.come_back()
        else:
            report(name, seconds, self.session.received - before)
            if name == "release":
                report(f"release, {phase}", seconds)

    def come_back(self) -> None:
        """Connect again, as Streamlit's front end does by itself; the scene is in the address."""
        query, start = self.address(), time.perf_counter()
        for wait in (0, 1, 2, 4, 8):
            time.sleep(wait)
            self.session = Session(
                self.host.rstrip("/"), self.page, self.source, query, self.cookies()
            )
            try:
                self.session.open()
            except Lost as error:
                last = error
            else:
                report("come back", time.perf_counter() - start, error=self.changed())
                return
        report("come back", 0, error=last)

    def address(self) -> str:
        """Return the browser's address, which the page's script changes without the server."""
        return self.session.query

    def changed(self) -> Lost | None:
        """Return an error if the scene has changed since the connection was lost."""
        return None


class OnOurPage(Learner):
    """A learner on this app's page."""

    abstract = PLAIN
    page = PAGE
    drag_seconds = 2.0
    engine: OwnEngine | None = None

    def prepare(self) -> None:
        super().prepare()
        if ENGINE:
            self.engine = OwnEngine(
                self.host.rstrip("/"),
                ENGINE,
                self.source,
                self.random.uniform(*PREFETCH_SECONDS),
                report,
            )

    def on_stop(self) -> None:
        if self.engine:
            self.engine.close()
        super().on_stop()

    def first_picture(self) -> None:
        self.scene, self.shown, self.is_released = dict(SCENE), {}, True
        self.cached_queries: set[str] = set()
        self.sweep("tau")

    def rest(self) -> None:
        self.measure_call("open: the rest", self.session.say_ready, self.place)
        for loss in LOSSES[1:]:
            self.prefetch("tau", loss=loss)
        self.prefetch("lam")

    @property
    def place(self):
        return self.session.places["bandwidth"]

    def address(self) -> str:
        return urlencode(self.shown)

    def changed(self) -> Lost | None:
        fields_now = dict(parse_qsl(json.loads(self.place.data)[0]["query"]))
        lost_fields = [
            name for name, text in self.shown.items() if fields_now.get(name, "") != text
        ]
        return (
            Lost(f"the scene came back without {', '.join(lost_fields)}") if lost_fields else None
        )

    @task(4)
    def drag_tau(self) -> None:
        self.drag("tau")

    @task(2)
    def drag_lam(self) -> None:
        self.drag("lam")

    def drag(self, along: str) -> None:
        """Drag for a while, from the cached sweep if there is one; then release and prefetch what
        the next move will need."""
        if self.query(along) in self.cached_queries:
            time.sleep(self.drag_seconds)
            self.move(along)
        else:
            for _ in range(DRAG_STEPS):
                self.move(along)
                self.frames(along, 1, "a slider is dragged: frame")
                time.sleep(self.drag_seconds / DRAG_STEPS)
            self.sweep(along)
        self.prefetch("lam" if along == "tau" else "tau")

    def move(self, along: str) -> None:
        stop = self.random.choice(usual_stops(along, 64).tolist())
        self.scene[along] = f"{stop:.12g}"
        self.is_released = False

    @task(1)
    def switch_loss(self) -> None:
        self.scene["loss"] = self.random.choice(LOSSES)
        self.is_released = False
        self.sweep("tau")
        self.prefetch("lam")

    @task(1)
    def drag_a_point(self) -> None:
        """Drag a point: request frame after frame, and the sweeps after the release."""
        i = self.random.randrange(LISTED_POINTS)
        x, y = self.random.uniform(-1, 1), self.random.uniform(-1, 1)
        for k in range(DRAG_STEPS):
            self.scene["edits"] = f"m{i}_{round(x + 0.02 * k, 3):g}_{round(y, 3):g}"
            self.frames("tau", 1, "a point is dragged: frame")
        self.is_released = False
        self.sweep("tau")
        self.prefetch("lam")
        self.scene.pop("edits")

    @task(1)
    def go_on(self) -> None:
        """Scroll down the page, to the parts that the server draws."""
        if not self.is_released:
            self.release()

    def release(self) -> None:
        self.shown, self.is_released = dict(self.scene), True
        self.measure_call("release", self.session.set_state, self.place, urlencode(self.scene))

    def sweep(self, along: str, **changes: str) -> None:
        """Request the sweep of the dragged slider, unless it is cached."""
        if (query := self.query(along, **changes)) not in self.cached_queries:
            self.frames(along, 64, f"sweep along {along}", **changes)
            self.cached_queries.add(query)

    def prefetch(self, along: str, **changes: str) -> None:
        """Request a sweep for the next move, which a busy server refuses."""
        if (query := self.query(along, **changes)) in self.cached_queries:
            return
        name = f"prefetch along {along}"
        if self.engine and self.engine.stands_in:
            report(f"{name}, omitted", 0)
            return
        with self.client.get(
            f"/frames?{query}", name=name, catch_response=True,
            headers={"Accept-Encoding": "gzip", "Purpose": "prefetch"},
        ) as answer:  # fmt: skip
            if answer.status_code == 200:
                check(query, answer)
                self.cached_queries.add(query)
            elif answer.status_code == 204:
                answer.success()
                report(f"{name}, refused", 0)

    def query(self, along: str, stops: int = 64, **changes: str) -> str:
        """Return the query of a sweep, or of a frame if `stops` is 1. A sweep has one query for all
        positions of its slider."""
        scene = {**self.scene, **changes}
        if stops > 1:
            scene[along] = SCENE[along]
        return urlencode({**scene, "along": along, "stops": stops, "grid": 81})

    def frames(self, along: str, stops: int, name: str, **changes: str) -> None:
        query = self.query(along, stops, **changes)
        start = time.perf_counter()
        if self.is_answered_here(stops):
            report_own(name, stops, start)
            return
        for _ in range(MAX_RETRIES):
            with self.client.get(
                f"/frames?{query}", name=name, headers={"Accept-Encoding": "gzip"},
                catch_response=True,
            ) as answer:  # fmt: skip
                if answer.status_code not in (429, 503):
                    check(query, answer)
                    break
                answer.success()  # a busy server's refusal is retried, and not an error yet
            if self.engine:
                self.engine.leave_alone((answer.headers or {}).get("retry-after"))
                if self.engine.answer(stops):
                    report_own(name, stops, start)
                    return
            report("busy, retried", 0)
            time.sleep(2)
        else:
            report(name, 0, error=Lost("busy for too long"), kind="GET")
            return
        if stops > 1 and (answer.headers or {}).get("x-cache", "HIT") != "HIT":
            report(FIRST_TIME, time.perf_counter() - start)

    def is_answered_here(self, stops: int) -> bool:
        """Return whether the browser's own engine answers instead of the server."""
        if self.engine is None:
            return False
        if stops == 1 and "edits" in self.scene:
            if self.engine.is_ready:
                return self.engine.answer(stops)
            self.engine.load()
        return self.engine.stands_in and self.engine.answer(stops)


class Unsteady(OnOurPage):
    """A learner whose connection sometimes breaks or is slow."""

    abstract = not FAULTS

    @task(2)
    def lose_the_connection(self) -> None:
        self.session.cut()
        self.release()

    @task(2)
    def read_slowly(self) -> None:
        """Read a sweep a few bytes at a time for some seconds, and disconnect."""
        start = time.perf_counter()
        query = urlencode({**self.scene, "along": "tau"})
        address = urlsplit(self.host)
        with socket.create_connection((address.hostname, address.port), 10) as line:
            line.sendall(f"GET {address.path}/frames?{query} HTTP/1.1\r\n".encode())
            time.sleep(1)
            line.sendall(f"Host: {address.netloc}\r\n\r\n".encode())
            for _ in range(10):
                line.recv(512)
                time.sleep(0.5)
        report("a slow reader", time.perf_counter() - start)

    @task(2)
    def request_new_sample(self) -> None:
        """Fill the caches with another sample, by another seed."""
        self.scene["seed"] = str(self.random.randrange(10_000))
        self.release()
        self.sweep("tau")
        self.scene["seed"] = "0"


class OnPlainPage(Learner):
    """A learner on the same page, written with st.slider and st.plotly_chart."""

    abstract = not PLAIN
    page = ""

    def first_picture(self) -> None:
        """Do nothing: the picture is in the script's answer."""

    def rest(self) -> None:
        """Do nothing: there are no further files."""

    @task
    def drag(self) -> None:
        time.sleep(2)
        slider = next(place for place in self.session.places.values())
        self.measure_call("release", self.session.slide, slider, self.random.uniform(-4.3, 2.6))


def check(query: str, answer) -> None:
    """Check that an answer can be decompressed and equals former answers to the same query; a
    comparison with kernel_core follows later."""
    if answer.status_code != 200:
        return  # locust counts it as an error
    digest = hashlib.sha256(answer.content).hexdigest()
    if query not in _digests:
        try:
            unpacked(answer)
        except zlib.error:
            answer.failure("an answer that can't be unpacked")
        if len(_digests) < MAX_DIGESTS:
            _digests[query] = digest
    elif _digests[query] != digest:
        answer.failure("another answer to the same query")


def unpacked(answer) -> bytes:
    """Decompress the content of an answer. Raises zlib.error."""
    packed = (answer.headers or {}).get("content-encoding") == "gzip"
    return zlib.decompress(answer.content, 16 + zlib.MAX_WBITS) if packed else answer.content or b""


def report(
    name: str, seconds: float, size: int = 0, error: Exception | None = None, kind: str = ""
) -> None:
    events.request.fire(
        request_type=kind, name=name, response_time=1000 * seconds, response_length=size,
        exception=error, context={},
    )  # fmt: skip


def report_own(name: str, stops: int, start: float) -> None:
    """Report an answer of the learner's own browser. A sweep also counts as a sweep that was not
    requested before, since it replaces the server's computation."""
    seconds = time.perf_counter() - start
    report(f"{name}, {OWN_ENGINE}", seconds)
    if stops > 1:
        report(FIRST_TIME, seconds)


@events.quitting.add_listener
def _write(environment, **_) -> None:
    """Write all statistics for the report: name, count, errors, quantiles."""
    rows = {}
    for entry in environment.stats.entries.values():
        quantile = entry.get_response_time_percentile
        rows[entry.name] = {
            "count": entry.num_requests, "errors": entry.num_failures,
            "p50": quantile(0.5), "p95": quantile(0.95), "most": entry.max_response_time,
            "bytes": entry.total_content_length,
        }  # fmt: skip
    faults = [f"{e.name}: {e.error} ({e.occurrences})" for e in environment.stats.errors.values()]
    with open(os.environ["LOAD_REPORT"], "w", encoding="utf-8") as file:
        json.dump(
            {"rows": rows, "faults": faults, "digests": _digests, "tool": time.process_time()}, file
        )
