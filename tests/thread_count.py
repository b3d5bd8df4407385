"""Count the threads that are inside a block at the same time."""

import threading


class ThreadCount:
    """Count the threads inside a `with` block: `current` now, `largest` at most so far."""

    def __init__(self):
        self._lock, self.current, self.largest = threading.Lock(), 0, 0

    def __enter__(self):
        with self._lock:
            self.current += 1
            self.largest = max(self.largest, self.current)

    def __exit__(self, *_):
        with self._lock:
            self.current -= 1
