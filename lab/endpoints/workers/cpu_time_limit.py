"""How long one request may be computed for: so many seconds of processor time, and no more.

Every number of a request is bounded, but together they can ask for minutes (a thousand points, a
hundred stops, λ = 1e-6). A whole sweep is made in pieces, each for another request, see
`process_pool.py`; all else must be done in one. A thread can't be ended from outside; an exception
can be put into it, which it meets between two steps of its own. Python's `with` lets go of locks
then as ever.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 5.0  # for one request; what pages ask for takes up to a few
PIECE = 3.0  # of a sweep: reading the request, and starting a process, come on top
LONGEST = 40.0  # for all pieces of a sweep together
_EVERY = 0.25  # seconds between two looks
_HAS_THREADS = sys.platform != "emscripten"  # a browser has one, and is the visitor's own


class CpuTimeExceeded(Exception):
    """The work was stopped."""

    status = 422
    message = (
        "This picture takes more than {:.0f} seconds to compute, so the server has stopped. Choose "
        "fewer points or classes, less noise, or a larger λ."
    )
    seconds = SECONDS

    def __init__(self) -> None:
        super().__init__(self.message.format(self.seconds))

    def __reduce__(self):  # from one process to another
        return type(self), ()


class SweepTimeExceeded(CpuTimeExceeded):
    """A sweep was stopped, after all its pieces."""

    seconds = LONGEST


class PageTimeExceeded(CpuTimeExceeded):
    """What a page computes while it is drawn was stopped."""

    message = (
        "What this page computes takes more than {:.0f} seconds in all, so the server has stopped. "
        "Choose fewer points or classes, less noise, or a larger λ."
    )


class CpuTimer:
    """Looks at all threads that are at work, a few times a second, while there are any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # thread: its clock's start, its seconds, and what it is told after them
        self._at_work: dict[int, tuple[float, float, type[CpuTimeExceeded]]] = {}
        self._looking = False

    @contextmanager
    def limit(
        self, seconds: float, late: type[CpuTimeExceeded] = CpuTimeExceeded
    ) -> Iterator[None]:
        """Stops what runs in this thread after so many seconds of its processor time: `late`."""
        thread = threading.get_ident()
        with self._lock:
            self._at_work[thread] = _clock_of(thread), seconds, late
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._look, name="watchdog", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                is_stopped = self._at_work.pop(thread, None) is None
            if is_stopped:  # perhaps just now, when all was done
                _take_back(thread)

    def _look(self) -> None:
        while True:
            time.sleep(_EVERY)
            with self._lock:
                if not self._at_work:
                    self._looking = False
                    return
                for thread, (begun, seconds, late) in list(self._at_work.items()):
                    if _clock_of(thread) - begun > seconds:
                        del self._at_work[thread]
                        _put(thread, late)


def _clock_of(thread: int) -> float:
    """The processor time of a thread; the time of day where a system does not tell it."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def _put(thread: int, error: type[Exception]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class _Replacement(Exception):
    """Put in the place of an exception that this thread has not met yet."""


def _take_back(thread: int) -> None:
    """What was put into this thread is met here. Cleared instead, it would leave CPython looking
    for it at each step: slowly, and where functions are traced, for ever."""
    try:
        _put(thread, _Replacement)
        while True:  # it is met at the next jump
            pass
    except _Replacement:
        pass


WATCHDOG = CpuTimer()


class TimeBudget:
    """So much processor time for several pieces of work, one after the other in one thread."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._left = seconds

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Stops what runs here once all is spent: PageTimeExceeded."""
        if self._left <= 0:
            raise PageTimeExceeded
        if not _HAS_THREADS:
            yield
            return
        begun = time.thread_time()
        try:
            with WATCHDOG.limit(self._left, PageTimeExceeded):
                yield
        finally:
            self._left -= time.thread_time() - begun
