"""The time of a stream's measurements counts against the client's quota, once for each cell."""

import asyncio
import time

import pytest

from lab.endpoints import server_sent_events
from lab.endpoints.benchmark_stream import Benchmark, BenchmarkCase
from lab.endpoints.server_sent_events import EventStream
from lab.endpoints.token_bucket import WorkQuota
from tests.serving.streams import ME, FromHere

SECONDS = 0.05


def timed(stored=(), **options):
    """Return the event stream of a benchmark that has already measured the `stored` cells."""
    benchmark = Benchmark(spin, **options)
    benchmark.results = dict.fromkeys(stored, (1.0, 1.0))
    return EventStream(benchmark.stream("s"))


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


def test_every_measured_cell_counts_against_the_clients_quota(account):
    cells = [BenchmarkCase("m", size, "theta") for size in (16, 23, 32)]
    visitor = asyncio.run(FromHere(timed(cells=cells)).ask())
    assert visitor.status == 200 and visitor.events[-1] == {"done": True}
    assert account.remaining(ME) <= 10 - 3 * SECONDS and account.remaining("10.3.3.4") == 10
    second = asyncio.run(FromHere(timed(cells=[])).ask())
    assert second.status == 200
    before = account.remaining(ME)
    asyncio.run(FromHere(timed(cells, cells=cells)).ask())
    assert account.remaining(ME) == before, "stored cells cost nothing"
