"""Measure medians of wall-clock times, and minima of CPU times."""

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

R = TypeVar("R")


def timed(run: Callable[[], R], clock: Callable[[], float] = time.perf_counter) -> tuple[float, R]:
    """Return the seconds that `run` takes, and its result."""
    start = clock()
    result = run()
    return clock() - start, result


def alternately(repeats: int, *runs: Callable[[], R]) -> list[tuple[float, R]]:
    """Return each run's median time in seconds and last result. The runs alternate, so that other
    load on the machine affects all of them equally."""
    rounds = [[timed(run) for run in runs] for _ in range(repeats)]
    return [
        (median(seconds for seconds, _ in column), column[-1][1])
        for column in zip(*rounds, strict=True)
    ]


def at_work(repeats: int, *runs: Callable[[], R]) -> list[tuple[float, R]]:
    """Return each run's minimum CPU time of this thread in seconds and last result. The work of
    other threads and processes is not counted."""
    rounds = [[timed(run, time.thread_time) for run in runs] for _ in range(repeats)]
    return [
        (min(seconds for seconds, _ in column), column[-1][1])
        for column in zip(*rounds, strict=True)
    ]
