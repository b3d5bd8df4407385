"""What streams is paid for as everything else is, and nobody takes all places for himself."""

import asyncio
import threading
import time

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from lab.endpoints import server_sent_events
from lab.endpoints.benchmark_stream import Benchmark, BenchmarkCase
from lab.endpoints.client_identity import ClientIdentity
from lab.endpoints.server_sent_events import EventStream
from lab.endpoints.token_bucket import WorkQuota
from pages.is_it_a_kernel import counterexample_stream
from pages.is_it_a_kernel.counterexample_stream import stream
from tests.lab.asgi import Visitor

SECONDS = 0.05
ME = "10.3.3.3"  # who asks


class FromHere(Visitor):
    """A visitor with an address."""

    def __init__(self, served, query=""):
        layers = [Middleware(_Addressed), Middleware(ClientIdentity)]
        app = Starlette(routes=[served.route()], middleware=layers)
        super().__init__(app, f"/{served.stream.path}", query)


def timed(known=(), **options):
    """Measurements on a server, of which some are known."""
    benchmark = Benchmark(spin, **options)
    benchmark.known = dict.fromkeys(known, (1.0, 1.0))
    return EventStream(benchmark.stream("s"))


class _Addressed:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        await self.app(scope | {"client": (ME, 1)}, receive, send)


@pytest.fixture
def account(monkeypatch):
    work = WorkQuota(rate=0, burst=10)
    monkeypatch.setattr(server_sent_events, "WORK", work)
    return work


def spin(*_):
    end = time.thread_time() + SECONDS
    while time.thread_time() < end:
        pass
    return SECONDS, SECONDS


def test_every_measured_cell_is_on_the_account_of_who_asked(account):
    cells = [BenchmarkCase("m", size, "theta") for size in (16, 23, 32)]
    visitor = asyncio.run(FromHere(timed(cells=cells)).ask())
    assert visitor.status == 200 and visitor.events[-1] == {"done": True}
    assert account.left(ME) <= 10 - 3 * SECONDS and account.left("10.3.3.4") == 10
    again = asyncio.run(FromHere(timed(cells=[])).ask())
    assert again.status == 200
    before = account.left(ME)
    asyncio.run(FromHere(timed(cells, cells=cells)).ask())
    assert account.left(ME) == before, "what is known costs nothing"


def test_a_search_is_on_the_account_of_who_asked(account):
    visitor = asyncio.run(
        FromHere(EventStream(stream(budget=400)), "candidate=own&formula=rbf(1)").ask()
    )
    assert visitor.status == 200 and visitor.events[-1]["done"]
    assert account.left(ME) < 10


def test_who_has_spent_his_share_takes_no_second_place(account, monkeypatch):
    """One search he may have, as long as nobody is in it; the other place is for others."""
    account.spend(ME, 20)
    go = threading.Event()
    asked = counterexample_stream._asked

    def held(query):
        assert go.wait(10)
        return asked(query)

    monkeypatch.setattr(counterexample_stream, "_asked", held)
    hunt = EventStream(stream(budget=200))

    async def both():
        first = asyncio.create_task(FromHere(hunt, "candidate=tanh").ask())
        while not hunt.running and not first.done():
            await asyncio.sleep(0)
        second = await FromHere(hunt, "candidate=tanh").ask()
        go.set()
        return await first, second

    first, second = asyncio.run(both())
    assert first.status == 200
    assert second.status == 429 and int(second.headers["retry-after"]) >= 1
    assert b"again" in second.body
