"""Messages on a page's web socket are throttled above the rate of a drag; none is lost."""

import asyncio

import pytest

from lab.serving import websocket_throttle
from lab.serving.request_limits import RequestLimits
from lab.serving.websocket_throttle import (
    BURST_MESSAGES,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
    WebsocketThrottle,
)
from tests.lab.serving.apps import Caller


class World:
    """A clock that advances only during sleep, or explicitly."""

    seconds, slept = 0.0, 0.0

    def __call__(self):
        return self.seconds

    async def sleep(self, seconds):
        self.seconds += seconds
        self.slept += seconds


@pytest.fixture
def world(monkeypatch):
    world = World()
    monkeypatch.setattr(websocket_throttle.asyncio, "sleep", world.sleep)
    return world


def send_messages(world, messages, *, pause=0.0, size=100, per_second=1e6, sockets=1):
    """Seconds that so many messages waited, sent at a pace and taken in turn by some sockets."""
    pages = WebsocketThrottle(per_second, per_second, world)

    async def receive():
        return {"type": "websocket.receive", "bytes": b"x" * size}

    async def exchange():
        receivers = [pages.throttle(receive, "10.0.0.1") for _ in range(sockets)]
        for k in range(messages):
            world.seconds += pause
            assert (await receivers[k % sockets]())["bytes"] == b"x" * size
        return world.slept

    return asyncio.run(exchange())


def test_a_drag_at_60_hz_never_waits(world):
    assert send_messages(world, 60 * 600, pause=1 / 60, size=MESSAGE_BYTES // 2) == 0


def test_a_flood_is_slowed_without_loss(world):
    n = 10_000
    assert send_messages(world, n) == pytest.approx(
        (n - BURST_MESSAGES) / MESSAGES_PER_SECOND, rel=0.01
    )


def test_large_messages_count_as_many(world):
    assert send_messages(world, 4, size=5_000_000) == 0, "a table of own data, a few times at once"
    world.slept = 0
    total = 40 * 5_000_000
    assert (
        send_messages(world, 40, size=5_000_000)
        >= 0.8 * (total / MESSAGE_BYTES - BURST_MESSAGES) / MESSAGES_PER_SECOND
    )


def test_many_sockets_of_a_client_share_its_pace(world):
    slept = send_messages(world, 4000, per_second=100, sockets=400)
    assert slept == pytest.approx((4000 - 100) / 100, rel=0.01)


def test_every_socket_has_its_pace(world):
    times = []

    async def page(scope, receive, send):
        for _ in range(int(BURST_MESSAGES) + 100):
            times.append((await receive())["text"])

    async def receive():
        return {"type": "websocket.receive", "text": "x"}

    bounds = RequestLimits(page)
    bounds._throttle = WebsocketThrottle(1e6, 1e6, world)
    caller = Caller(bounds, "/_stcore/stream", kind="websocket")
    asyncio.run(bounds(caller.scope(), receive, caller._send))
    assert len(times) == BURST_MESSAGES + 100 and world.slept > 0.5
