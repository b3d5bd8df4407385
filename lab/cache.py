"""A cache with a byte budget, and a crew that computes equal things once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

V = TypeVar("V")


class ByteLRU(Generic[V]):
    """Keeps what was used last, as much of it as fits into `budget` bytes. Safe in threads."""

    def __init__(self, budget: int):
        self.budget = budget
        self.used = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Keeps `value`, which takes `size` bytes; what was used longest ago makes room.

        A value that alone is larger than the budget is not kept.
        """
        with self._lock:
            if key in self._kept:
                self.used -= self._kept.pop(key)[1]
            if size > self.budget:
                return
            self._kept[key] = (value, size)
            self.used += size
            while self.used > self.budget:
                _, (_, freed) = self._kept.popitem(last=False)
                self.used -= freed

    def __len__(self) -> int:
        return len(self._kept)


class Busy(Exception):
    """So much work is waiting that more would only make everybody wait longer."""


class Crew(Generic[V]):
    """A few threads that compute each thing once, however many ask for it meanwhile.

    At most `waiting` different things are under way at a time; one more raises Busy.
    """

    def __init__(self, workers: int, waiting: int):
        self._workers = workers
        self._waiting = waiting
        self._lock = threading.Lock()
        self._under_way: dict[Hashable, Future[V]] = {}
        self._threads: ThreadPoolExecutor | None = None

    def ask(self, key: Hashable, work: Callable[[], V]) -> "Future[V]":
        """The future result of `work`, shared by all who ask for `key` before it is there.

        Nobody may cancel it, since others may be waiting too.
        """
        with self._lock:
            if key in self._under_way:
                return self._under_way[key]
            if len(self._under_way) >= self._waiting:
                raise Busy
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="sweep")
            future = self._under_way[key] = self._threads.submit(work)
        # Outside the lock: a future that is done already calls back at once.
        future.add_done_callback(lambda done: self._forget(key, done))
        return future

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._under_way)

    def close(self) -> None:
        """Drops what has not begun. The crew can be asked again; it then hires anew."""
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    def _forget(self, key: Hashable, done: "Future[V]") -> None:
        with self._lock:
            if self._under_way.get(key) is done:
                del self._under_way[key]
