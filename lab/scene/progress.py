"""Report the progress of long computations.

Each thread has its own listener. A worker process reports through its pipe to the thread that waits
for it, see `process_pool.py`. An exception from a listener ends the computation.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]

_thread = threading.local()


def report(done: int, of: int) -> None:
    """Report that this thread's computation has completed `done` of `of` steps."""
    listener()(done, of)


def listener() -> Listener:
    """Return the function that receives this thread's progress."""
    return getattr(_thread, "listener", _ignore)


@contextmanager
def report_progress_to(listener: Listener) -> Iterator[None]:
    """Call `listener(done, of)` for this thread's progress inside the context."""
    before = getattr(_thread, "listener", _ignore)
    _thread.listener = listener
    try:
        yield
    finally:
        _thread.listener = before


def _ignore(done: int, of: int) -> None:
    """Ignore the progress of a thread that has no listener."""
