"""A client's requests and pages are limited, unless nginx limits them; its messages wait, and
none is lost."""

import asyncio

import pytest

from lab.course.limits import Limits
from lab.serving import client_limits
from lab.serving.client_limits import (
    BURST_MESSAGES,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
    ClientLimits,
)
from tests.lab.serving.apps import Caller, bounded, sentence


def test_only_the_client_that_asks_too_often_is_limited():
    app = bounded(requests_per_second=1, requests_at_once=10)

    async def run_callers():
        own_callers = [await Caller(app, "/frames").run() for _ in range(20)]
        files = [await Caller(app, "/static/x").run() for _ in range(20)]
        return own_callers, files, await Caller(app, "/frames", address="10.1.1.2").run()

    own_callers, files, other_caller = asyncio.run(run_callers())
    assert [caller.status for caller in own_callers] == [200] * 10 + [429] * 10
    assert int(
        own_callers[-1].answer_headers["retry-after"]
    ) >= 1 and "network address" in sentence(own_callers[-1])
    assert {caller.status for caller in files} == {200}, "files cost nothing"
    assert other_caller.status == 200


def test_what_nginx_counts_is_not_counted_again():
    app = bounded(nginx_counts=True, requests_per_second=1, requests_at_once=10, sockets=2,
                  sockets_per_client=1)  # fmt: skip

    async def run_callers():
        pages = [Caller(app, "/_stcore/stream", kind="websocket") for _ in range(3)]
        tasks = [asyncio.create_task(caller.run()) for caller in pages[:2]]
        for caller in pages[:2]:
            await caller.opening.wait()
        full = await pages[2].run()
        for caller in pages:
            caller.left.set()
        await asyncio.gather(*tasks)
        return [await Caller(app, "/frames").run() for _ in range(20)], full

    callers, full = asyncio.run(run_callers())
    assert {caller.status for caller in callers} == {200}
    assert full.closed == 1013, "the limit on all pages of this process still holds"


def test_pages_are_counted_while_they_are_open():
    app = bounded(sockets=3, sockets_per_client=2)

    async def run_callers():
        def page(address):
            return Caller(app, "/_stcore/stream", kind="websocket", address=address)

        pages = [page(a) for a in ("10.0.0.1", "10.0.0.1", "10.0.0.2")]
        tasks = [asyncio.create_task(caller.run()) for caller in pages]
        for caller in pages:
            await caller.opening.wait()
        third, full = await page("10.0.0.1").run(), await page("10.0.0.3").run()
        pages[0].left.set()
        await tasks[0]
        last = page("10.0.0.3")
        tasks.append(asyncio.create_task(last.run()))
        await last.opening.wait()
        for caller in (*pages, last):
            caller.left.set()
        await asyncio.gather(*tasks)
        return third, full

    third, full = asyncio.run(run_callers())
    assert (third.closed, full.closed) == (1013, 1013), "try again later"
    assert not third.opening.is_set()


class World:
    """A clock that advances only by `sleep` or by an assignment to `seconds`."""

    seconds, slept = 0.0, 0.0

    def __call__(self):
        return self.seconds

    async def sleep(self, seconds):
        self.seconds += seconds
        self.slept += seconds


@pytest.fixture
def world(monkeypatch):
    world = World()
    monkeypatch.setattr(client_limits.asyncio, "sleep", world.sleep)
    return world


def send_messages(world, messages, *, pause=0.0, size=100, per_second=1e6, sockets=1):
    """Send `messages` messages of one client over several sockets, `pause` seconds apart; return
    the seconds that they waited in total."""
    limits = Limits(requests_per_second=per_second, requests_at_once=per_second)
    pages = ClientLimits(bounded(), limits, clock=world)

    async def receive():
        return {"type": "websocket.receive", "bytes": b"x" * size}

    async def exchange():
        receivers = [pages._throttle(receive, "10.0.0.1") for _ in range(sockets)]
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

    bounds = ClientLimits(page, Limits(), nginx_counts=True, clock=world)
    caller = Caller(bounds, "/_stcore/stream", kind="websocket")
    asyncio.run(bounds(caller.scope(), receive, caller._send))
    assert len(times) == BURST_MESSAGES + 100 and world.slept > 0.5
