"""Limit the rate of a page's messages on its web socket. Faster messages wait; none is refused.

Each message can make the page's script run. While a message waits, the server reads no more from
that socket, so the sender waits too, and the buffer stays small.
"""

import asyncio
import time
from collections.abc import Callable

from starlette.types import Message, Receive

from lab.endpoints.token_bucket import TokenBucket

MESSAGES_PER_SECOND = 120.0  # pointers move at 60 Hz, and few moves are sent to the server
BURST_MESSAGES = 480.0
MESSAGE_BYTES = 50_000  # so many count as one more message: 6 MB/s, and 24 MB at once


class WebsocketThrottle:
    """Limits the rate of each socket, and of all sockets of a client together."""

    def __init__(
        self, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ):
        """`per_second`, `at_once`: messages of one client."""
        self._clock = clock
        self._clients = TokenBucket(per_second, at_once, clock)

    def throttle(self, receive: Receive, client: str) -> Receive:
        """Wrap `receive` of a socket, so that it waits while messages come too fast."""
        socket_bucket = TokenBucket(MESSAGES_PER_SECOND, BURST_MESSAGES, self._clock)

        async def receive_throttled() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                size = len(message.get("bytes") or message.get("text") or b"")
                seconds = max(
                    _wait(socket_bucket, "", 1 + size / MESSAGE_BYTES),
                    _wait(self._clients, client, 1),
                )
                if seconds > 0:
                    await asyncio.sleep(seconds)
            return message

        return receive_throttled


def _wait(bucket: TokenBucket, client: str, amount: float) -> float:
    """Spend the amount. Return the seconds until the bucket has regained it."""
    bucket.spend(client, amount)
    return -bucket.remaining(client) / bucket.rate
