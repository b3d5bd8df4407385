"""How long one computation may hold a worker: so many seconds of processor time, and no more.

Every number of a request is bounded, but together they can ask for minutes (a thousand points, a
hundred stops, λ = 1e-6). A thread can't be ended from outside; an exception can be put into it,
which it meets between two steps of its own. Python's `with` lets go of locks then as ever.
"""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 20.0  # what pages ask for takes up to a few seconds
_EVERY = 0.25  # seconds between two looks


class TooLong(Exception):
    """The work was stopped."""

    status = 422
    message = (
        "This picture takes more than {:.0f} seconds to compute, so the server has stopped. Choose "
        "fewer points or classes, less noise, or a larger λ."
    )

    def __init__(self) -> None:
        super().__init__(self.message.format(SECONDS))

    def __reduce__(self):  # from one process to another
        return TooLong, ()


class Watchdog:
    """Looks at all threads that are at work, a few times a second, while there are any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[int, tuple[float, float]] = {}  # thread: its clock's start, its seconds
        self._looking = False

    @contextmanager
    def watching(self, seconds: float) -> Iterator[None]:
        """Stops what runs in this thread after so many seconds of its processor time: TooLong."""
        thread = threading.get_ident()
        with self._lock:
            self._at_work[thread] = _clock_of(thread), seconds
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._look, name="watchdog", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._at_work.pop(thread, None)
                _put(thread, None)  # if it was stopped just now, it need not hear of it any more

    def _look(self) -> None:
        while True:
            time.sleep(_EVERY)
            with self._lock:
                if not self._at_work:
                    self._looking = False
                    return
                for thread, (begun, seconds) in list(self._at_work.items()):
                    if _clock_of(thread) - begun > seconds:
                        del self._at_work[thread]
                        _put(thread, TooLong)


def _clock_of(thread: int) -> float:
    """The processor time of a thread; the time of day where a system does not tell it."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def _put(thread: int, error: type[Exception] | None) -> None:
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)


WATCHDOG = Watchdog()
