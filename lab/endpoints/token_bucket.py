"""Limit the requests and the work of each client by token buckets.

All students in a room may share one address. So a client may send many requests, and the strict
limit is on its CPU time: answers from a cache cost nothing, and equal pictures are computed and
charged only once. A client over its limit is still served while few computations are in progress
(`lab.endpoints.workers.work_pool.WorkPool`), and refused where others would have to wait.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from lab.endpoints.client_identity import NO_CLIENT
from lab.endpoints.workers.process_pool import thread_seconds

T = TypeVar("T")

# Largest number of clients with a bucket. Beyond it the least recently used bucket is dropped, and
# its client begins again with a full bucket.
MAX_CLIENTS = 4096


class TokenBucket:
    """A bucket for each client: at most `burst` tokens, refilled by `rate` tokens a second.
    Thread-safe."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic):
        self.rate, self.burst, self._clock = rate, burst, clock
        self._lock = threading.Lock()
        self._balances: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def remaining(self, client: Hashable) -> float:
        """Return the number of tokens that the client has left; below 0 if it has spent more than
        it had."""
        time = self._clock()
        with self._lock:
            return self._balance(client, time)

    def spend(self, client: Hashable, amount: float = 1.0) -> bool:
        """Take `amount` tokens from the client's bucket, even if there are not enough. Return
        whether there were enough."""
        time = self._clock()
        with self._lock:
            balance = self._balance(client, time)
            # The debt is at most one burst, so that a client that pauses is soon served again.
            self._balances[client] = max(balance - amount, -self.burst), time
            self._balances.move_to_end(client)
            if len(self._balances) > MAX_CLIENTS:
                self._balances.popitem(last=False)
        return balance >= amount

    def wait_after(self, client: Hashable, amount: float) -> float:
        """Take `amount` tokens from the client's bucket. Return the number of seconds until it
        has no debt; 0 or less if there were enough tokens."""
        self.spend(client, amount)
        return -self.remaining(client) / self.rate

    def __len__(self) -> int:
        return len(self._balances)

    def _balance(self, client: Hashable, time: float) -> float:
        balance, last_time = self._balances.get(client, (self.burst, time))
        return min(self.burst, balance + (time - last_time) * self.rate)


class WorkQuota(TokenBucket):
    """A bucket of CPU time, in seconds, for each client; the server's own work is not limited."""

    def __init__(
        self, rate: float = 0.5, burst: float = 30.0, clock: Callable[[], float] = time.monotonic
    ):
        super().__init__(rate, burst, clock)
        self.spent_seconds = 0.0  # CPU time of all clients

    def is_overdrawn(self, client: Hashable) -> bool:
        return client != NO_CLIENT and self.remaining(client) <= 0

    def charge(self, client: Hashable, work: Callable[[], T]) -> Callable[[], T]:
        """Wrap `work`, so that its CPU time is taken from the client's bucket."""

        def measured_work() -> T:
            start = thread_seconds()
            try:
                return work()
            finally:
                seconds = thread_seconds() - start
                self.spent_seconds += seconds
                if client != NO_CLIENT:
                    self.spend(client, seconds)

        return measured_work


WORK = WorkQuota()
