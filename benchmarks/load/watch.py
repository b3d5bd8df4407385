"""Sample the memory and CPU time of the servers' processes."""

import math
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

SAMPLE_INTERVAL_SECONDS = 1.0


@dataclass
class Load:
    """The load during a run. `memory`: the maximum in bytes; `cores`: the average number of
    processors that all processes used together, NaN if one of them ended; `seconds`: the
    duration."""

    memory: float
    cores: float
    seconds: float


class Watch:
    """Measure the processes with these ids, and their children, until stopped."""

    def __init__(self, pids: list[int]):
        self._pids = pids
        self._memory, self._end = [], threading.Event()
        self._before, self._began = self._seconds(), time.monotonic()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> Load:
        seconds = time.monotonic() - self._began
        self._end.set()
        self._thread.join()
        return Load(max(self._memory), (self._seconds() - self._before) / seconds, seconds)

    def memory(self) -> float:
        """Return the processes' current memory in bytes."""
        return sum(_of(p, lambda p: p.memory_info().rss, 0) for p in families(self._pids))

    def _seconds(self) -> float:
        """Return the CPU time of all processes; NaN if a named process has ended."""
        ended_pids = [pid for pid in self._pids if not psutil.pid_exists(pid)]
        return math.nan if ended_pids else sum(cpu_seconds(p.pid) for p in families(self._pids))

    def _sample(self) -> None:
        while True:
            self._memory.append(self.memory())
            if self._end.wait(SAMPLE_INTERVAL_SECONDS):
                return


def families(pids: list[int]) -> list[psutil.Process]:
    """Return the running processes with these ids, and their children."""
    parents = [psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)]
    return [p for parent in parents for p in (parent, *parent.children(recursive=True))]


def _of(
    process: psutil.Process, measure: Callable[[psutil.Process], float], if_ended: float
) -> float:
    """Return the measure of a process, or `if_ended` if the process has ended."""
    try:
        return measure(process)
    except psutil.NoSuchProcess:
        return if_ended


def main_thread_seconds(pid: int) -> float:
    """Return the CPU time of a process's first thread, where a server's event loop runs; NaN if
    it is unknown."""
    try:
        schedstat = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text("ascii")
    except OSError:
        return math.nan
    return int(schedstat.split()[0]) / 1e9


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, with that of ended threads, to the nanosecond if the
    system allows it (on Linux a process's clock has the number ~pid << 3 | 2); 0 if it has
    ended."""
    if sys.platform == "linux":
        try:
            return time.clock_gettime(~pid << 3 | 2)
        except OSError:
            return 0.0
    return _of(psutil.Process(pid), lambda p: sum(p.cpu_times()[:2]), 0.0)
