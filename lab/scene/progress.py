"""Report the progress of long computations, and pause them between pieces.

A listener belongs to a thread. A worker process reports through its pipe to the thread that waits
for it, see `process_pool.py`.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]
Rest = Callable[[], None]  # waits until the next piece is requested; raises where it is not

_thread = threading.local()


def tell(done: int, of: int) -> None:
    """Report that `done` steps `of` all are done in this thread's computation."""
    listener: Listener | None = getattr(_thread, "listener", None)
    if listener:
        listener(done, of)


def rest() -> Rest | None:
    """Return the function that this thread calls after each piece, or None."""
    return getattr(_thread, "rest", None)


@contextmanager
def report_progress_to(listener: Listener, rest: Rest | None = None) -> Iterator[None]:
    """Call `listener(done, of)` for this thread's progress, and `rest` after pieces, meanwhile."""
    before = getattr(_thread, "listener", None), getattr(_thread, "rest", None)
    _thread.listener, _thread.rest = listener, rest
    try:
        yield
    finally:
        _thread.listener, _thread.rest = before
