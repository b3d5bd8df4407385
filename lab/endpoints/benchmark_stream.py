"""GET /timing: how long ridge regression takes over θ and over α, measured on this server (R5).

The answer is a stream of server-sent events, one for every cell as it is measured. Only one
visitor measures at a time. What was measured stays, so that nobody waits for it twice. To stop,
the browser hangs up.
"""

import json
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import kernel_core as kc
from lab.endpoints.endpoint import Stream

FIXED = 128  # the number that stays while the other grows
SIZES = (16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1024)
ROADS = ("theta", "alpha")
ALONGS = ("p", "m")
BUDGET = 10.0  # seconds for everything, the pauses among them
_SPENT = 0.04  # seconds that one cell's repetitions may take, once there are a few of them
_FEW = 4
_TICKS = 20  # of the clock, which runs together take at least
_MAX_RUNS = 30
_NEW = 256  # points to predict at
_LAM = 0.1
BUSY = "Somebody else is measuring on this server now. It takes a few seconds: try again then."
SLOW = "This takes long just now, and stopped after {:.0f} seconds. Press again to go on."


@dataclass(frozen=True)
class BenchmarkCase:
    """One thing to measure: m points with p features, of which `along` takes `size`."""

    along: str
    size: int
    road: str

    @property
    def m(self) -> int:
        return self.size if self.along == "m" else FIXED

    @property
    def p(self) -> int:
        return self.size if self.along == "p" else FIXED


CELLS = tuple(BenchmarkCase(a, size, road) for size in SIZES for a in ALONGS for road in ROADS)
Times = tuple[float, float]  # seconds to fit, and to predict one new point


def measure(cell: BenchmarkCase) -> Times:
    """The least of some repetitions: what the machine takes when nobody disturbs it."""
    rng = np.random.default_rng(cell.size)
    Phi = rng.standard_normal((cell.m, cell.p))
    y = rng.standard_normal(cell.m)
    ridge = kc.learners.ridge_primal if cell.road == "theta" else kc.learners.ridge_dual
    # Over θ a prediction takes the p features of a point, over α its m kernel values.
    weights = cell.p if cell.road == "theta" else cell.m
    new, weight = rng.standard_normal((_NEW, weights)), rng.standard_normal(weights)
    return least_seconds(lambda: ridge(Phi, y, _LAM)), least_seconds(lambda: new @ weight) / _NEW


def least_seconds(work: Callable[[], Any]) -> float:
    """The seconds that `work` takes: the least of some runs, the first of which does not count."""
    work()  # once for the caches
    together, shortest = 1, _TICKS * clock_tick()
    while (took := seconds(work, together)) < shortest:
        together *= 2
    times = [took]
    while len(times) < _FEW or (together == 1 and sum(times) < _SPENT and len(times) < _MAX_RUNS):
        times.append(seconds(work, together))
    return min(times) / together


def seconds(work: Callable[[], Any], together: int) -> float:
    """The seconds that so many runs take, one after the other."""
    start = time.perf_counter()
    for _ in range(together):
        work()
    return time.perf_counter() - start


@cache
def clock_tick() -> float:
    """The least difference in seconds that the clock tells; a browser's is coarse."""
    start = time.perf_counter()
    while (end := time.perf_counter()) == start:
        pass
    return end - start


def row(cell: BenchmarkCase, times: Times) -> dict[str, Any]:
    """One cell as the page's script reads it; times in seconds."""
    fit, predict = (float(f"{t:.3g}") for t in times)
    return {"along": cell.along, "size": cell.size, "road": cell.road, "fit": fit} | {
        "predict": predict
    }


@lru_cache(maxsize=16)
def read_measured(file: Path) -> dict[str, Any]:
    """What comes with the app, measured before: the file, with the `day` of its date in words."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    day = table.pop("date")
    return {"day": f"{day.day} {day:%B %Y}"} | table


class Benchmark:
    """What has been measured so far, and how to go on with it.

    `measured` times one of `cells`; `row` says what it found as the page's script reads it, with
    a "road" among it.
    """

    def __init__(
        self,
        measured: Callable[[Any], Any] = measure,
        *,
        cells: Sequence[Any] = CELLS,
        row: Callable[[Any, Any], dict[str, Any]] = row,
        budget: float = BUDGET,
    ) -> None:
        self._measured, self._cells, self._row, self._budget = measured, cells, row, budget
        self.known: dict[Any, Any] = {}

    def rows(self) -> list[dict[str, Any]]:
        """What is known, as the page's script reads it."""
        return [self._row(cell, times) for cell, times in list(self.known.items())]

    def is_complete(self) -> bool:
        """Whether nothing is left to measure."""
        return len(self.known) == len(self._cells)

    def events(self, query: bytes = b"") -> Iterator[dict[str, Any]]:
        """First what is known; then the rest, measured one by one."""
        yield from self.rows()
        start = time.monotonic()
        for cell in self._cells:
            if cell in self.known:
                continue
            if time.monotonic() - start > self._budget:
                yield {"message": SLOW.format(self._budget)}
                return
            self.known[cell] = self._measured(cell)
            yield self._row(cell, self.known[cell])
        yield {"done": True}

    def keep(self, file: Path) -> None:
        """Measure what is left, however long it takes, and write it for `read_measured`."""
        for cell in self._cells:
            if cell not in self.known:
                self.known[cell] = self._measured(cell)
        rows = [
            ", ".join(f"{name} = {json.dumps(value)}" for name, value in row.items())
            for row in self.rows()
        ]
        text = "\n".join(f"  {{ {row} }}," for row in rows)
        file.write_text(f"date = {date.today()}\ncells = [\n{text}\n]\n", encoding="utf-8")

    def stream(self, path: str) -> Stream:
        """Its events at an address, for one visitor at a time."""
        return Stream(path, self.events, BUSY, is_complete=self.is_complete)


BENCHMARK = Benchmark()
STREAM = BENCHMARK.stream("timing")
