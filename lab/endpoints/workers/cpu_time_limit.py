"""Limit the CPU time of a request.

Each number of a request is bounded, but some combinations take minutes (a thousand points, a
hundred stops, λ = 1e-6). `run_if_short` ends a sweep early if it would take too long;
`lab.serving.sweep_server` then computes fewer stops. A thread can't be ended from outside, but an
exception can be raised in it between two of its bytecode instructions; `with` releases locks as
usual.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from lab.scene import progress

T = TypeVar("T")

SECONDS = 5.0  # limit of the CPU time for a request
# Limit of the CPU time for a sweep that would take more than SECONDS. The server computes it with
# fewer stops, and with all stops if the browser requests them; the limit is for either.
SWEEP_SECONDS = 40.0
# Share of the limit after which the total time is estimated from the progress.
_FORESIGHT_SHARE = 0.2
_CHECK_INTERVAL_SECONDS = 0.25  # interval between two checks of the CPU time of all threads
_HAS_THREADS = sys.platform != "emscripten"  # Python in a browser has only one thread


class CpuTimeExceeded(Exception):
    """The work took too much CPU time and was stopped."""

    status = 422
    message = (
        "This picture takes too long to compute, so the server stopped the computation. Choose "
        "fewer points or classes, less noise, or a larger λ."
    )

    def __init__(self) -> None:
        super().__init__(self.message)

    def __reduce__(self):  # for pickling between processes
        return type(self), ()


class SweepTimeExceeded(CpuTimeExceeded):
    """A sweep took too much CPU time and was stopped."""


class PageTimeExceeded(CpuTimeExceeded):
    """The computations of one run of a page took too much CPU time and were stopped."""

    message = (
        "This page takes too long to compute, so the server stopped the computation. Choose "
        "fewer points or classes, less noise, or a larger λ."
    )


class TooLong(Exception):
    """Work was stopped early. Its progress showed that it would take about `seconds` of CPU time,
    more than allowed."""

    def __init__(self, seconds: float):
        super().__init__(seconds)
        self.seconds = seconds


def run_if_short(limit: float, work: Callable[..., T], *arguments: Any) -> T:
    """Return work(*arguments) if it takes at most `limit` seconds of CPU time.

    Raises TooLong once the progress of `work` shows that it will take more.
    """
    start, outer = time.thread_time(), progress.listener()

    def check(done: int, of: int) -> None:
        seconds = time.thread_time() - start
        if seconds > _FORESIGHT_SHARE * limit and seconds * of > limit * done:
            raise TooLong(seconds * of / max(done, 1))
        outer(done, of)

    with progress.report_progress_to(check):
        return work(*arguments)


class CpuTimer:
    """A timer that checks the CPU time of all limited threads a few times a second."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # By thread: CPU time at the start, limit in seconds, and the exception to raise.
        self._limits: dict[int, tuple[float, float, type[CpuTimeExceeded]]] = {}
        self._is_running = False

    @contextmanager
    def limit(
        self, seconds: float, error_type: type[CpuTimeExceeded] = CpuTimeExceeded
    ) -> Iterator[None]:
        """Raise `error_type` in this thread after `seconds` of its CPU time."""
        thread = threading.get_ident()
        with self._lock:
            self._limits[thread] = _thread_seconds(thread), seconds, error_type
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._check_threads, name="watchdog", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                is_stopped = self._limits.pop(thread, None) is None
            if is_stopped:  # the thread exceeded its limit, and the exception may still be pending
                _absorb_exception(thread)

    def _check_threads(self) -> None:
        while True:
            time.sleep(_CHECK_INTERVAL_SECONDS)
            with self._lock:
                if not self._limits:
                    self._is_running = False
                    return
                for thread, (start, seconds, error_type) in list(self._limits.items()):
                    if _thread_seconds(thread) - start > seconds:
                        del self._limits[thread]
                        _raise_in_thread(thread, error_type)


def _thread_seconds(thread: int) -> float:
    """Return the CPU time of a thread in seconds; on a system without it, the wall-clock time."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def _raise_in_thread(thread: int, error: type[Exception]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class _Replacement(Exception):
    """An exception that replaces the exception pending in this thread."""


def _absorb_exception(thread: int) -> None:
    """Absorb an exception that is pending in this thread.

    If the exception were cleared instead, CPython would go on checking for one at each instruction;
    where functions are traced, these checks would never end.
    """
    try:
        _raise_in_thread(thread, _Replacement)
        while True:  # CPython raises the exception when the loop jumps back to its start
            pass
    except _Replacement:
        pass


WATCHDOG = CpuTimer()


class TimeBudget:
    """A limit on the total CPU time of several pieces of work, one after the other in one
    thread."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds_left = seconds

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Limit the work inside the context to the CPU time that is left. Raises PageTimeExceeded
        beyond it."""
        if self._seconds_left <= 0:
            raise PageTimeExceeded
        if not _HAS_THREADS:
            yield
            return
        start = time.thread_time()
        try:
            with WATCHDOG.limit(self._seconds_left, PageTimeExceeded):
                yield
        finally:
            self._seconds_left -= time.thread_time() - start
