"""Allowances: so much at once, and so much a second, for each client.

A whole class may sit behind one address. So what counts for long is not how often it asks but how
long the server computes for it: answers from a cache cost nothing, equal pictures are computed once
and paid once. And a client that has spent its allowance is not locked out: it is served as long as
only few things are under way (`lab.endpoints.workers.work_pool.WorkPool`), and refused where others
would wait for it.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from lab.endpoints.client_identity import NOBODY
from lab.endpoints.workers.process_pool import thread_seconds

T = TypeVar("T")

MAX_CLIENTS = 4096  # remembered; of more, who came first is forgotten, and starts afresh


class TokenBucket:
    """`burst` at once, and `rate` more a second, for each client. Safe in threads."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic):
        self.rate, self.burst, self._clock = rate, burst, clock
        self._lock = threading.Lock()
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def left(self, client: Hashable) -> float:
        """What the client may still spend; below 0 where it has overdrawn."""
        time = self._clock()
        with self._lock:
            return self._balance(client, time)

    def spend(self, client: Hashable, amount: float = 1.0) -> bool:
        """Takes `amount` from the allowance, whether there is enough or not. Tells whether there
        was."""
        time = self._clock()
        with self._lock:
            left = self._balance(client, time)
            # Nobody falls further behind than one burst: who stops asking is soon served again.
            self._left[client] = max(left - amount, -self.burst), time
            self._left.move_to_end(client)
            if len(self._left) > MAX_CLIENTS:
                self._left.popitem(last=False)
        return left >= amount

    def __len__(self) -> int:
        return len(self._left)

    def _balance(self, client: Hashable, time: float) -> float:
        left, then = self._left.get(client, (self.burst, time))
        return min(self.burst, left + (time - then) * self.rate)


class WorkQuota(TokenBucket):
    """Seconds of computing for each client; the server's own work is nobody's."""

    def __init__(
        self, rate: float = 0.5, burst: float = 30.0, clock: Callable[[], float] = time.monotonic
    ):
        super().__init__(rate, burst, clock)
        self.spent = 0.0  # seconds, all clients together

    def is_overdrawn(self, client: Hashable) -> bool:
        return client != NOBODY and self.left(client) <= 0

    def charge(self, client: Hashable, work: Callable[[], T]) -> Callable[[], T]:
        """`work`, which puts the processor's time that it takes on the client's account."""

        def measured() -> T:
            begun = thread_seconds()
            try:
                return work()
            finally:
                seconds = thread_seconds() - begun
                self.spent += seconds
                if client != NOBODY:
                    self.spend(client, seconds)

        return measured


WORK = WorkQuota()
