"""Limit the number of whole page runs at a time, so that runs of fragments need not wait.

Python runs one thread at a time. When thirty visitors open a page at once, thirty script threads
share the time, and a short run after the release of a slider would get a thirtieth of it. The
release of a slider reruns only a fragment, which is not limited here. Whole runs, which take
several times as long, wait for each other in the order of their arrival.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_RUNS = 2  # number of runs at a time; more than one, since a run may be waiting for other work
_MAX_WAIT_SECONDS = 5.0  # time in the queue after which a run starts in any case


class RunLimiter:
    """A limit of `at_once` runs at a time; no run waits longer than `max_wait_seconds`."""

    def __init__(self, at_once: int = MAX_RUNS, max_wait_seconds: float = _MAX_WAIT_SECONDS):
        self._slots, self._max_wait_seconds = threading.Semaphore(at_once), max_wait_seconds

    @contextmanager
    def admit(self) -> Iterator[None]:
        has_slot = self._slots.acquire(timeout=self._max_wait_seconds)
        try:
            yield
        finally:
            if has_slot:
                self._slots.release()


RUN_LIMITER = RunLimiter()
