"""How many threads are inside something at the same time."""

import threading


class Inside:
    """`with inside:` counts; `now` are inside, and `most` have been at once."""

    def __init__(self):
        self._lock, self.now, self.most = threading.Lock(), 0, 0

    def __enter__(self):
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)

    def __exit__(self, *_):
        with self._lock:
            self.now -= 1
