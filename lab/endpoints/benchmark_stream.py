"""GET /timing: measured times of ridge regression, solved for θ and for α.

The answer is a stream of server-sent events, one for each cell of a table on the page *Representer
theorem*. Only one visitor measures at a time. The results are stored in memory, so that each cell
is measured once. To stop, the browser disconnects.
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

FIXED_SIZE = 128  # value of m while p grows, and of p while m grows
SIZES = (16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1024)
METHODS = ("theta", "alpha")
ALONGS = ("p", "m")
BUDGET_SECONDS = 10.0  # time, pauses included, after which a stream measures no further cell
# A slow cell is run again until this time is used: at least _MIN_RUNS times, at most _MAX_RUNS.
_CELL_SECONDS = 0.04
_MIN_RUNS = 4
_MAX_RUNS = 30
# Shortest duration of a batch of runs that is measured together, in ticks of the clock.
_MIN_TICKS = 20
_NEW_POINTS = 256  # number of predictions in one run
_LAM = 0.1
BUSY_MESSAGE = "A measurement is already running on this server. Try again in a few seconds."
SLOW_MESSAGE = (
    "The measurement is slow at the moment and stopped after {:.0f} seconds. Press the button "
    "again to continue."
)


@dataclass(frozen=True)
class BenchmarkCase:
    """A cell of the table: the times of `method` for m points with p features.

    `along` names which of m and p is `size`; the other is FIXED_SIZE.
    """

    along: str
    size: int
    method: str

    @property
    def m(self) -> int:
        return self.size if self.along == "m" else FIXED_SIZE

    @property
    def p(self) -> int:
        return self.size if self.along == "p" else FIXED_SIZE


CELLS = tuple(
    BenchmarkCase(a, size, method) for size in SIZES for a in ALONGS for method in METHODS
)
Times = tuple[float, float]  # times in seconds to fit, and to predict one new point


def measure(cell: BenchmarkCase) -> Times:
    """Measure a cell: the time to fit, and the time to predict one point. Each is the minimum of
    several runs, since other work only adds time."""
    rng = np.random.default_rng(cell.size)
    Phi = rng.standard_normal((cell.m, cell.p))
    y = rng.standard_normal(cell.m)
    ridge = kc.learners.ridge_primal if cell.method == "theta" else kc.learners.ridge_dual
    # A prediction with θ uses the p features of a point; with α it uses m kernel values.
    weights = cell.p if cell.method == "theta" else cell.m
    new_points, weight = rng.standard_normal((_NEW_POINTS, weights)), rng.standard_normal(weights)
    return minimum_seconds(lambda: ridge(Phi, y, _LAM)), minimum_seconds(
        lambda: new_points @ weight
    ) / _NEW_POINTS


def minimum_seconds(work: Callable[[], Any]) -> float:
    """Return the minimum time of several runs of `work` in seconds, after a first run that fills
    the caches. Short runs are timed in batches; the result is then the smallest mean of a batch."""
    work()
    runs, shortest = 1, _MIN_TICKS * clock_tick()
    while (elapsed := seconds(work, runs)) < shortest:
        runs *= 2
    times = [elapsed]
    while len(times) < _MIN_RUNS or (
        runs == 1 and sum(times) < _CELL_SECONDS and len(times) < _MAX_RUNS
    ):
        times.append(seconds(work, runs))
    return min(times) / runs


def seconds(work: Callable[[], Any], runs: int) -> float:
    """Return the time in seconds of `runs` runs of `work`, one after the other."""
    start = time.perf_counter()
    for _ in range(runs):
        work()
    return time.perf_counter() - start


@cache
def clock_tick() -> float:
    """Return the resolution of the clock in seconds; in a browser the clock is coarse."""
    start = time.perf_counter()
    while (end := time.perf_counter()) == start:
        pass
    return end - start


def row(cell: BenchmarkCase, times: Times) -> dict[str, Any]:
    """Return a cell and its times, in seconds, as a dictionary for the page's script."""
    fit, predict = (float(f"{t:.3g}") for t in times)
    return {"along": cell.along, "size": cell.size, "method": cell.method, "fit": fit} | {
        "predict": predict
    }


@lru_cache(maxsize=16)
def read_measured(file: Path) -> dict[str, Any]:
    """Read a file that `Benchmark.save` has written: `cells` has the rows, `day` their date in
    words."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    day = table.pop("date")
    return {"day": f"{day.day} {day:%B %Y}"} | table


class Benchmark:
    """A benchmark, which measures cells and stores their results.

    `measure_cell` measures one of `cells`. `row` converts a cell and its result to a dictionary for
    the page's script, which expects the key "method". `budget`: the time in seconds after which
    `events` stops measuring.
    """

    def __init__(
        self,
        measure_cell: Callable[[Any], Any] = measure,
        *,
        cells: Sequence[Any] = CELLS,
        row: Callable[[Any, Any], dict[str, Any]] = row,
        budget: float = BUDGET_SECONDS,
    ) -> None:
        self._measure, self._cells, self._row, self._budget = measure_cell, cells, row, budget
        self.results: dict[Any, Any] = {}

    def rows(self) -> list[dict[str, Any]]:
        """Return the results so far, for the page's script."""
        return [self._row(cell, times) for cell, times in list(self.results.items())]

    def is_complete(self) -> bool:
        """Return whether all cells are measured."""
        return len(self.results) == len(self._cells)

    def events(self, query: bytes = b"") -> Iterator[dict[str, Any]]:
        """Yield the results so far, then measure and yield the others, and then {"done": True}.
        Once the budget is used up, yield a message instead of the rest."""
        yield from self.rows()
        start = time.monotonic()
        for cell in self._cells:
            if cell in self.results:
                continue
            if time.monotonic() - start > self._budget:
                yield {"message": SLOW_MESSAGE.format(self._budget)}
                return
            self.results[cell] = self._measure(cell)
            yield self._row(cell, self.results[cell])
        yield {"done": True}

    def save(self, file: Path) -> None:
        """Measure all remaining cells, and write the results for `read_measured`."""
        for cell in self._cells:
            if cell not in self.results:
                self.results[cell] = self._measure(cell)
        rows = [
            ", ".join(f"{name} = {json.dumps(value)}" for name, value in row.items())
            for row in self.rows()
        ]
        text = "\n".join(f"  {{ {row} }}," for row in rows)
        file.write_text(f"date = {date.today()}\ncells = [\n{text}\n]\n", encoding="utf-8")

    def stream(self, path: str) -> Stream:
        """Return the endpoint that streams the events, for one visitor at a time."""
        return Stream(path, self.events, BUSY_MESSAGE, is_complete=self.is_complete)


BENCHMARK = Benchmark()
STREAM = BENCHMARK.stream("timing")
