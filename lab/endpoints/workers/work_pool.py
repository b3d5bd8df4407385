"""A cache with a byte budget, and a thread pool that computes equal work once."""

import asyncio
import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from lab.endpoints.client_identity import CLIENT
from lab.endpoints.token_bucket import WORK, WorkQuota
from lab.endpoints.workers.cpu_time_limit import SECONDS, WATCHDOG

V = TypeVar("V")

# Clients over their quota are served while fewer tasks than this are in progress.
UNRESTRICTED_TASKS = 8


async def wait_for(future: Future[V]) -> V:
    """Await a future of a pool. Cancelling the await does not cancel the future, for which others
    may wait."""
    return await asyncio.shield(asyncio.wrap_future(future))


class ByteLRU(Generic[V]):
    """A cache of the most recently used values, within `budget` bytes. Thread-safe."""

    def __init__(self, budget: int):
        self.budget = budget
        self.used = 0
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Store `value` of `size` bytes; drop the least recently used values to make room.

        A value larger than the budget is not stored.
        """
        with self._lock:
            if key in self._entries:
                self.used -= self._entries.pop(key)[1]
            if size > self.budget:
                return
            self._entries[key] = (value, size)
            self.used += size
            while self.used > self.budget:
                _, (_, freed) = self._entries.popitem(last=False)
                self.used -= freed

    def __len__(self) -> int:
        return len(self._entries)


class ServerBusy(Exception):
    """Too much work is waiting."""

    status = 503
    message = "The server is busy with other pictures; please try again in a moment."
    seconds = 2  # time in seconds after which a client may retry

    def __init__(self, seconds: int | None = None):
        super().__init__()
        if seconds is not None:
            self.seconds = seconds


class QuotaExceeded(ServerBusy):
    """A client has used up its share of the server's work, and other work is in progress."""

    status = 429
    message = (
        "Your network address has used up its share of computing time, and the server has other "
        "work. Please try again in a moment."
    )
    seconds = 5


class WorkPool(Generic[V]):
    """A few threads that compute each key once, even if several clients wait for it.

    At most `max_waiting` keys are in progress at a time. A further key raises ServerBusy. So does
    any new key while some key has waited more than `max_wait_seconds` seconds for a thread. The
    client should then retry after `retry_after` seconds. The CPU time counts for the first client
    that requested the key. A client that has used up its quota in `accounts` gets QuotaExceeded
    while `unrestricted_tasks` or more keys are in progress. Work that takes more than `seconds` of
    CPU time is stopped with CpuTimeExceeded.
    """

    def __init__(
        self,
        workers: int,
        max_waiting: int,
        *,
        max_wait_seconds: float = math.inf,
        retry_after: int = ServerBusy.seconds,
        unrestricted_tasks: int = UNRESTRICTED_TASKS,
        accounts: WorkQuota = WORK,
        seconds: float = SECONDS,
    ):
        self._workers, self._seconds = workers, seconds
        self._max_waiting, self._max_wait_seconds, self._retry_after = (
            max_waiting,
            max_wait_seconds,
            retry_after,
        )
        # For each key, the time at which the work began to wait for a thread.
        self._queue_times: dict[Hashable, float] = {}
        self._unrestricted_tasks, self._accounts = unrestricted_tasks, accounts
        self._lock = threading.Lock()
        self._futures: dict[Hashable, Future[V]] = {}
        self._waiters: Counter[Hashable] = Counter()
        self._threads: ThreadPoolExecutor | None = None

    def ask(
        self, key: Hashable, work: Callable[[], V], seconds: float | None = None
    ) -> "Future[V]":
        """Return the future of `work`, shared by all requests for `key` until it is done.

        `seconds` replaces the pool's limit. Call `leave` instead of cancelling the future, since
        others may wait for it. Raises ServerBusy.
        """
        client = CLIENT.get()
        with self._lock:
            if key in self._futures:
                self._waiters[key] += 1
                return self._futures[key]
            time_now = time.monotonic()
            oldest_start = next(iter(self._queue_times.values()), time_now)
            if (
                len(self._futures) >= self._max_waiting
                or time_now - oldest_start > self._max_wait_seconds
            ):
                raise ServerBusy(self._retry_after)
            if len(self._futures) >= self._unrestricted_tasks and self._accounts.is_overdrawn(
                client
            ):
                raise QuotaExceeded
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="sweep")
            future = self._futures[key] = self._threads.submit(
                self._accounts.charge(client, lambda: self._run_limited(key, work, seconds))
            )
            self._waiters[key] = 1
            self._queue_times[key] = time_now
        # Called outside the lock, since a finished future calls its callback immediately.
        future.add_done_callback(lambda finished: self._forget(key, finished))
        return future

    def leave(self, key: Hashable, future: "Future[V]") -> None:
        """Withdraw one request for `key`. Work without requests is cancelled unless it has
        begun."""
        with self._lock:
            if self._futures.get(key) is not future:
                return
            self._waiters[key] -= 1
            is_abandoned = self._waiters[key] <= 0
        if is_abandoned:
            future.cancel()  # has no effect on work that has begun

    @property
    def is_full(self) -> bool:
        """Whether every thread has work."""
        return len(self._futures) >= self._workers

    def is_wanted(self, key: Hashable) -> bool:
        """Return whether any request waits for `key`."""
        return self._waiters[key] > 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._futures

    def __len__(self) -> int:
        return len(self._futures)

    def close(self) -> None:
        """Drop work that has not begun. The pool can be used again; it then has new threads."""
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    def _run_limited(self, key: Hashable, work: Callable[[], V], seconds: float | None) -> V:
        with self._lock:
            self._queue_times.pop(key, None)
        with WATCHDOG.limit(seconds or self._seconds):
            return work()

    def _forget(self, key: Hashable, future: "Future[V]") -> None:
        with self._lock:
            if self._futures.get(key) is future:
                del self._futures[key], self._waiters[key]
                self._queue_times.pop(key, None)
