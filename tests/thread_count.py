"""Count the threads that are inside a block at the same time."""

import threading


class ThreadCount:
    """Count in `with threads:` the threads that are inside, `current`, and the most so far,
    `largest`."""

    def __init__(self):
        self._lock, self.current, self.largest = threading.Lock(), 0, 0

    def __enter__(self):
        with self._lock:
            self.current += 1
            self.largest = max(self.largest, self.current)

    def __exit__(self, *_):
        with self._lock:
            self.current -= 1
