"""How far a long computation is: who computes tells it, whoever waits for it hears it.

A listener belongs to a thread. What is computed in a process apart is told through its pipe to the
thread that waits for it, see `apart.py`.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]

_here = threading.local()


def tell(done: int, of: int) -> None:
    """So many steps of so many are done, of what this thread computes."""
    listener: Listener | None = getattr(_here, "listener", None)
    if listener:
        listener(done, of)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """While this lasts, `listener(done, of)` hears what this thread tells."""
    before = getattr(_here, "listener", None)
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = before
