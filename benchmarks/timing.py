"""Times: medians by the clock, and the least of the processor's."""

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

R = TypeVar("R")


def timed(run: Callable[[], R], clock: Callable[[], float] = time.perf_counter) -> tuple[float, R]:
    """How many seconds `run` takes, and what it returns."""
    start = clock()
    result = run()
    return clock() - start, result


def alternately(repeats: int, *runs: Callable[[], R]) -> list[tuple[float, R]]:
    """Return each run's median seconds and last result, the runs taking turns, so that other load
    on the machine affects all of them equally."""
    rounds = [[timed(run) for run in runs] for _ in range(repeats)]
    return [
        (median(seconds for seconds, _ in column), column[-1][1])
        for column in zip(*rounds, strict=True)
    ]


def at_work(repeats: int, *runs: Callable[[], R]) -> list[tuple[float, R]]:
    """The same with the least processor seconds of this thread: other work counts for nothing."""
    rounds = [[timed(run, time.thread_time) for run in runs] for _ in range(repeats)]
    return [
        (min(seconds for seconds, _ in column), column[-1][1])
        for column in zip(*rounds, strict=True)
    ]
