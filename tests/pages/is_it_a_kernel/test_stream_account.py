"""The time of a search counts against the client's quota, like all other computations."""

import asyncio
import threading

import pytest

from lab.endpoints import server_sent_events
from lab.endpoints.server_sent_events import EventStream
from lab.endpoints.token_bucket import WorkQuota
from pages.is_it_a_kernel import counterexample_stream
from pages.is_it_a_kernel.counterexample_stream import stream
from tests.serving.streams import ME, FromHere


@pytest.fixture
def quota(monkeypatch):
    work = WorkQuota(rate=0, burst=10)
    monkeypatch.setattr(server_sent_events, "WORK", work)
    return work


def test_a_search_counts_against_the_client_that_asked(quota):
    visitor = asyncio.run(
        FromHere(EventStream(stream(budget=400)), "candidate=own&formula=rbf(1)").ask()
    )
    assert visitor.status == 200 and visitor.events[-1]["done"]
    assert quota.remaining(ME) < 10


def test_a_client_over_quota_gets_no_second_search(quota, monkeypatch):
    """A client over quota gets one search if no other client waits. The server runs two searches at
    once, and keeps the second place for other clients."""
    quota.spend(ME, 20)
    release = threading.Event()
    read_original = counterexample_stream.read_similarity

    def read_slowly(query):
        assert release.wait(10)
        return read_original(query)

    monkeypatch.setattr(counterexample_stream, "read_similarity", read_slowly)
    search = EventStream(stream(budget=200))

    async def start_both():
        first = asyncio.create_task(FromHere(search, "candidate=tanh").ask())
        while not search.running_count and not first.done():
            await asyncio.sleep(0)
        second = await FromHere(search, "candidate=tanh").ask()
        release.set()
        return await first, second

    first, second = asyncio.run(start_both())
    assert first.status == 200
    assert second.status == 429 and int(second.headers["retry-after"]) >= 1
    assert b"again" in second.body
