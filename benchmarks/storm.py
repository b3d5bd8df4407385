"""Measure answers to sweeps that no cache has: one after another, and forty at once."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from benchmarks.browser.browsing import APP, serve
from benchmarks.tables import Aim, milliseconds, seconds, show

SCENE = "data=mixture&kernel=rbf&tau=0.4&loss=hinge&lam=0.005"
SWEEP = "along=tau&stops=64&grid=81"
SMALL, LARGE = 200, 1000  # training points
SINGLE = {SMALL: 25, LARGE: 3}  # how many sweeps are requested one after another
STORM = 40
# One client sends all requests here, as many learners behind one address would.
COURSE = "[limits]\nrequests_per_second = 1000\nwork_per_second = 64\nwork_at_once = 3600\n"
TIMEOUT = 600  # seconds


def run() -> list[Aim]:
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder) / "course.toml"
        course.write_text(COURSE, "utf-8")
        with serve(APP, COURSE=str(course)) as app:
            paths = {m: unused_sweeps(m) for m in SINGLE}
            _answer(app.url, next(paths[SMALL]))  # starts the processes that compute
            rows = []
            for m, number in SINGLE.items():
                times = [_answer(app.url, next(paths[m])) for _ in range(number)]
                text = milliseconds(1000 * median(times))
                rows.append((f"one sweep, m = {m}, median of {number}", text))
            storm = [next(paths[LARGE]) for _ in range(STORM)]
            start = time.monotonic()
            with ThreadPoolExecutor(STORM) as learners:
                list(learners.map(lambda path: _answer(app.url, path), storm))
            last = time.monotonic() - start
    rows.append((f"{STORM} sweeps at once, m = {LARGE}, until the last is answered", seconds(last)))
    show("Sweeps that no cache has", ("what", "time"), rows)
    return []


def unused_sweeps(m: int) -> Iterator[str]:
    """Generate the paths of sweeps over m points, which differ by their random seed."""
    for seed in count(1):
        yield f"/frames?{SCENE}&m={m}&seed={seed}&{SWEEP}"


def _answer(url: str, path: str) -> float:
    """Request a sweep; return the seconds until all of it has come. Raises an error if refused."""
    start = time.monotonic()
    with urlopen(f"{url}{path}", timeout=TIMEOUT) as answer:
        answer.read()
    return time.monotonic() - start
