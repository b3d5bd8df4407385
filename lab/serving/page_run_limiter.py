"""Whole runs of a page, a few at a time: a release need not wait behind a class at the door.

Python runs one thread at a time. When thirty visitors open a page at once, thirty script threads
share it, and one that only has to answer a hand that let go gets a thirtieth. A release runs its
fragment alone and does not come through here; whole runs, which take several times as long, wait
for each other in the order in which they came.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2  # one of them may be waiting for something else
_PATIENCE = 5.0  # seconds after which a run goes in anyway


class RunLimiter:
    """`with door.admit():` lets so many in at a time; nobody waits longer than `patience` s."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = _PATIENCE):
        self._places, self._patience = threading.Semaphore(at_once), patience

    @contextmanager
    def admit(self) -> Iterator[None]:
        got_a_place = self._places.acquire(timeout=self._patience)
        try:
            yield
        finally:
            if got_a_place:
                self._places.release()


RUN_LIMITER = RunLimiter()
