"""What the servers took: memory and processor time of their processes, sampled."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

EVERY = 1.0  # seconds


@dataclass
class Taken:
    """`memory` in bytes, the most at one time; `cores` on average over all processes, NaN where one
    of them ended meanwhile."""

    memory: float
    cores: float


class Watch:
    """Watches the processes with these numbers, and their children, until it is asked."""

    def __init__(self, pids: list[int]):
        self._processes = [p for pid in pids for p in _family(pid)]
        self._memory, self._end = [], threading.Event()
        self._before, self._began = self._seconds(), time.monotonic()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> Taken:
        seconds = time.monotonic() - self._began
        self._end.set()
        self._thread.join()
        return Taken(max(self._memory), (self._seconds() - self._before) / seconds)

    def memory(self) -> float:
        """Bytes that belong to the processes at this moment."""
        return sum(_of(process, lambda p: p.memory_info().rss, 0) for process in self._processes)

    def _seconds(self) -> float:
        return sum(_of(p, lambda p: sum(p.cpu_times()[:2]), math.nan) for p in self._processes)

    def _sample(self) -> None:
        while True:
            self._memory.append(self.memory())
            if self._end.wait(EVERY):
                return


def _family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def _of(process: psutil.Process, ask: Callable[[psutil.Process], float], gone: float) -> float:
    try:
        return ask(process)
    except psutil.NoSuchProcess:
        return gone
