"""How far a long computation is: who computes tells it, whoever waits for it hears it; and whether
anybody waits, when a piece of it is done.

A listener belongs to a thread. What is computed in a process apart is told through its pipe to the
thread that waits for it, see `process_pool.py`.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]
Rest = Callable[[], None]  # waits until somebody wants the next piece; raises where nobody does

_thread = threading.local()


def tell(done: int, of: int) -> None:
    """So many steps of so many are done, of what this thread computes."""
    listener: Listener | None = getattr(_thread, "listener", None)
    if listener:
        listener(done, of)


def rest() -> Rest | None:
    """What this thread has to ask before each further piece; None where it works in one go."""
    return getattr(_thread, "rest", None)


@contextmanager
def report_progress_to(listener: Listener, rest: Rest | None = None) -> Iterator[None]:
    """While this lasts, `listener(done, of)` hears what this thread tells, and `rest` is asked."""
    before = getattr(_thread, "listener", None), getattr(_thread, "rest", None)
    _thread.listener, _thread.rest = listener, rest
    try:
        yield
    finally:
        _thread.listener, _thread.rest = before
