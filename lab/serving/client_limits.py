"""Limit the requests, open pages and web-socket messages of each client.

nginx (`deploy/nginx/`) counts the requests and open pages of a client; behind nginx this module
does not count them again. Limits that nginx can't check always apply: messages on a web socket, and
the number of pages of this process. `lab.endpoints.token_bucket.WORK` limits the CPU time for a
client.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.course.limits import Limits
from lab.endpoints.asgi_helpers import refuse
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.token_bucket import TokenBucket
from lab.serving.metrics import METRICS

TOO_MANY = "Too many requests come from your network address. Wait a moment, then try again."
RETRY_SECONDS = 2
# Sustained rate of messages of one page. Pointers move at 60 Hz, but few moves reach the server.
MESSAGES_PER_SECOND = 120.0
BURST_MESSAGES = 480.0
# Every 50 kB of a message count as one further message. So a page can send 6 MB a second, and 24 MB
# at once.
MESSAGE_BYTES = 50_000


class ClientLimits:
    """Middleware that limits a client's requests and open pages, and slows its messages down."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        uncounted_prefixes: tuple[str, ...] = (),
        *,
        nginx_counts: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ):
        """`uncounted_prefixes`: path prefixes of files whose requests are not counted.
        `nginx_counts`: whether nginx counts the requests and open pages of each client."""
        self._app, self._limits, self._uncounted_prefixes = app, limits, uncounted_prefixes
        self._nginx_counts, self._clock = nginx_counts, clock
        rate, burst = limits.requests_per_second, limits.requests_at_once
        self._requests, self._messages = TokenBucket(rate, burst), TokenBucket(rate, burst, clock)
        self._pages: Counter[str] = Counter()
        METRICS.gauge("kernels_sockets", "Pages that are open.", self._pages.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        client = CLIENT.get()
        is_uncounted = self._nginx_counts or scope["path"].startswith(
            self._uncounted_prefixes or ("\0",)
        )
        if not is_uncounted and not self._requests.spend(client):
            return await refuse(scope, send, 429, TOO_MANY, RETRY_SECONDS)
        if scope["type"] == "http":
            return await self._app(scope, receive, send)
        if self._pages.total() >= self._limits.sockets or (
            not self._nginx_counts and self._pages[client] >= self._limits.sockets_per_client
        ):
            return await refuse(scope, send, 503, "Too many pages are open. Try again later.")
        self._pages[client] += 1
        try:
            await self._app(scope, self._throttle(receive, client), send)
        finally:
            self._pages[client] -= 1
            if not self._pages[client]:
                del self._pages[client]

    def _throttle(self, receive: Receive, client: str) -> Receive:
        """Wrap `receive` of a web socket, so that it waits while messages arrive too fast.

        Each message can make the page's script run. While a message waits, the server reads no more
        from the web socket, so the sender waits too, and the buffer stays small.
        """
        page_messages = TokenBucket(MESSAGES_PER_SECOND, BURST_MESSAGES, self._clock)

        async def receive_throttled() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                size = len(message.get("bytes") or message.get("text") or b"")
                seconds = max(
                    page_messages.wait_after("", 1 + size / MESSAGE_BYTES),
                    self._messages.wait_after(client, 1),
                )
                if seconds > 0:
                    await asyncio.sleep(seconds)
            return message

        return receive_throttled
