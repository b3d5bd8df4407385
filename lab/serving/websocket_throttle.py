"""How fast a page may speak on its web socket: what comes faster waits, and nothing is refused.

Each message can make the page's script run. While one waits its turn the server reads no more from
that socket, so the sender waits too, and what has come stays small.
"""

import asyncio
import time
from collections.abc import Callable

from starlette.types import Message, Receive

from lab.endpoints.token_bucket import TokenBucket

PER_SECOND = 120.0  # a hand moves at 60 Hz, and hardly any of its moves is told to the server
AT_ONCE = 480.0
BYTES = 50_000  # count as one message more: 6 MB/s, and 24 MB at once


class WebsocketThrottle:
    """A pace for each socket, and one for all sockets of a client together."""

    def __init__(
        self, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ):
        """`per_second`, `at_once`: messages of one client."""
        self._clock = clock
        self._clients = TokenBucket(per_second, at_once, clock)

    def throttle(self, receive: Receive, client: str) -> Receive:
        """`receive` of one socket, which waits where its messages come too fast."""
        own = TokenBucket(PER_SECOND, AT_ONCE, self._clock)

        async def slowed() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                size = len(message.get("bytes") or message.get("text") or b"")
                seconds = max(_wait(own, "", 1 + size / BYTES), _wait(self._clients, client, 1))
                if seconds > 0:
                    await asyncio.sleep(seconds)
            return message

        return slowed


def _wait(allowance: TokenBucket, who: str, amount: float) -> float:
    """Takes the amount, and tells in how many seconds it will have been gained."""
    allowance.spend(who, amount)
    return -allowance.left(who) / allowance.rate
