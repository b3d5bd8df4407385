"""A cache with a byte budget, and a pool that computes equal things once."""

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

FEW = 8  # under way: below that many a client is served that has used up its allowance


async def wait_for(future: Future[V]) -> V:
    """What a pool is making, for one of those who wait: who hangs up takes it from nobody else."""
    return await asyncio.shield(asyncio.wrap_future(future))


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


class ServerBusy(Exception):
    """So much work is waiting that more would only make everybody wait longer."""

    status = 503
    message = "The server is busy with other pictures; please try again in a moment."
    seconds = 2  # to wait

    def __init__(self, seconds: int | None = None):
        super().__init__()
        if seconds is not None:
            self.seconds = seconds


class QuotaExceeded(ServerBusy):
    """Others are waiting too, and this client has had more than its share."""

    status = 429
    message = (
        "Your network address has asked this server for much more than others, who are waiting. "
        "Please try again in a moment."
    )
    seconds = 5


class WorkPool(Generic[V]):
    """A few threads that compute each thing once, however many ask for it meanwhile.

    At most `waiting` different things are under way at a time; one more raises ServerBusy, and so
    does any while the first in line has waited for more than `patience` seconds: ask again after
    `retry_after`. The time that each takes is on the account of the client who asked first; who has
    overdrawn it in `accounts` is refused, QuotaExceeded, as soon as `few` things are under way.
    What takes more than `seconds` of processor time is stopped, CpuTimeExceeded.
    """

    def __init__(
        self,
        workers: int,
        waiting: int,
        *,
        patience: float = math.inf,
        retry_after: int = ServerBusy.seconds,
        few: int = FEW,
        accounts: WorkQuota = WORK,
        seconds: float = SECONDS,
    ):
        self._workers, self._seconds = workers, seconds
        self._waiting, self._patience, self._retry_after = waiting, patience, retry_after
        self._in_line: dict[Hashable, float] = {}  # what has not begun, and since when it waits
        self._few, self._accounts = few, accounts
        self._lock = threading.Lock()
        self._under_way: dict[Hashable, Future[V]] = {}
        self._askers: Counter[Hashable] = Counter()
        self._threads: ThreadPoolExecutor | None = None

    def ask(
        self, key: Hashable, work: Callable[[], V], seconds: float | None = None
    ) -> "Future[V]":
        """The future result of `work`, shared by all who ask for `key` before it is there; it may
        take so many `seconds` where these are not the pool's own.

        Nobody may cancel it, since others may be waiting too: see `leave`. Raises ServerBusy.
        """
        client = CLIENT.get()
        with self._lock:
            if key in self._under_way:
                self._askers[key] += 1
                return self._under_way[key]
            time_now = time.monotonic()
            first = next(iter(self._in_line.values()), time_now)
            if len(self._under_way) >= self._waiting or time_now - first > self._patience:
                raise ServerBusy(self._retry_after)
            if len(self._under_way) >= self._few and self._accounts.is_overdrawn(client):
                raise QuotaExceeded
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="sweep")
            future = self._under_way[key] = self._threads.submit(
                self._accounts.charge(client, lambda: self._in_time(key, work, seconds))
            )
            self._askers[key] = 1
            self._in_line[key] = time_now
        # Outside the lock: a future that is done already calls back at once.
        future.add_done_callback(lambda done: self._forget(key, done))
        return future

    def leave(self, key: Hashable, future: "Future[V]") -> None:
        """One of those who asked for `key` has gone: what nobody is left for does not begin."""
        with self._lock:
            if self._under_way.get(key) is not future:
                return
            self._askers[key] -= 1
            abandoned = self._askers[key] <= 0
        if abandoned:
            future.cancel()  # it has no effect on what has begun

    @property
    def full(self) -> bool:
        """Whether every thread has something to do."""
        return len(self._under_way) >= self._workers

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._under_way)

    def __len__(self) -> int:
        return len(self._under_way)

    def close(self) -> None:
        """Drops what has not begun. The pool can be asked again; it then has new threads."""
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    def _in_time(self, key: Hashable, work: Callable[[], V], seconds: float | None) -> V:
        with self._lock:
            self._in_line.pop(key, None)
        with WATCHDOG.limit(seconds or self._seconds):
            return work()

    def _forget(self, key: Hashable, done: "Future[V]") -> None:
        with self._lock:
            if self._under_way.get(key) is done:
                del self._under_way[key], self._askers[key]
                self._in_line.pop(key, None)
