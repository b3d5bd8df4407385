"""Quotas of computation: how much time a client may use, how many computations run at once, and
refusals with a message."""

import asyncio
import threading
import time

import pytest

from lab.endpoints import json_endpoint
from lab.endpoints.client_identity import CLIENT, NO_CLIENT
from lab.endpoints.endpoint import Endpoint
from lab.endpoints.token_bucket import MAX_CLIENTS, TokenBucket, WorkQuota
from lab.endpoints.workers.work_pool import QuotaExceeded, ServerBusy, WorkPool
from tests.lab.asgi import get, send_request
from tests.lab.sweeps import sweep_server


class Clock:
    seconds = 0.0

    def __call__(self):
        return self.seconds


def test_a_quota_is_spent_and_refilled():
    clock = Clock()
    allowance = TokenBucket(rate=2, burst=10, clock=clock)
    assert [allowance.spend("a") for _ in range(12)] == [True] * 10 + [False] * 2
    assert allowance.remaining("b") == 10
    clock.seconds = 3
    assert allowance.remaining("a") == 4
    clock.seconds = 1000
    assert allowance.remaining("a") == 10, "no more than one burst is saved"


def test_debt_is_limited_to_one_burst():
    allowance = TokenBucket(rate=1, burst=5, clock=Clock())
    allowance.spend("a", 1000)
    assert allowance.remaining("a") == -5


def test_a_limited_number_of_clients_is_remembered():
    allowance = TokenBucket(rate=1, burst=5, clock=Clock())
    for k in range(3 * MAX_CLIENTS):
        allowance.spend(k)
    assert len(allowance) == MAX_CLIENTS


def test_work_counts_against_the_client_that_asks():
    work = WorkQuota(rate=0.01, burst=10)

    def do_work():
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return "done"

    pool = WorkPool(1, 4, accounts=work)
    token = CLIENT.set("10.0.0.1")
    try:
        assert pool.ask("x", do_work).result() == "done"
    finally:
        CLIENT.reset(token)
    assert work.remaining("10.0.0.1") < 9.96 and work.remaining("10.0.0.2") == 10
    assert pool.ask("y", do_work).result() == "done"
    assert work.remaining(NO_CLIENT) == 10, "the server's own work counts against no client"
    assert work.spent_seconds >= 0.1


def test_clients_over_quota_use_spare_capacity():
    work, release = WorkQuota(rate=0, burst=1, clock=Clock()), threading.Event()
    work.spend("greedy", 5)
    pool = WorkPool(1, max_waiting=6, unrestricted_tasks=2, accounts=work)
    token = CLIENT.set("greedy")
    try:
        futures = [pool.ask(k, lambda: release.wait(10)) for k in range(2)]
        with pytest.raises(QuotaExceeded):
            pool.ask("one more", lambda: None)
        assert pool.ask(1, lambda: None) is futures[1], "what is under way anyway costs nothing"
        CLIENT.set("another")
        futures += [pool.ask(("other", k), lambda: release.wait(10)) for k in range(4)]
        with pytest.raises(ServerBusy):
            pool.ask("full", lambda: None)
    finally:
        CLIENT.reset(token)
        release.set()
    assert all(future.result() for future in futures)


def hold_route(monkeypatch, waiting):
    """Return an event, and a route whose answers wait for it, with a queue of `waiting`
    requests."""
    release = threading.Event()
    monkeypatch.setattr(json_endpoint, "POOL", WorkPool(1, waiting))
    return release, json_endpoint.route(
        Endpoint("slow", lambda query: {"was": query.decode(), "ok": release.wait(10)})
    )


def test_small_requests_wait_in_a_short_queue(monkeypatch):
    release, route = hold_route(monkeypatch, waiting=3)

    async def many():
        futures = [asyncio.create_task(send_request(route, "/slow", f"q={k}")) for k in range(5)]
        futures += [asyncio.create_task(send_request(route, "/slow", "q=0")) for _ in range(5)]
        await asyncio.sleep(0.1)
        release.set()
        return await asyncio.gather(*futures)

    replies = asyncio.run(many())
    assert [reply.status for reply in replies] == [200] * 3 + [503] * 2 + [200] * 5
    refusal = replies[3]
    assert int(refusal.headers["retry-after"]) >= 1 and "busy" in refusal.json()["message"]
    assert get(route, "/slow", "q=9").json()["was"] == "q=9", "afterwards all is as before"


def test_frames_tell_a_greedy_client_from_a_busy_server(monkeypatch):
    frames = sweep_server(lambda *_: None)

    async def refuse(*_):
        raise QuotaExceeded

    monkeypatch.setattr(frames, "compressed_sweep", refuse)
    reply = get(frames.routes()[0], "/frames", "along=tau")
    assert reply.status == 429 and int(reply.headers["retry-after"]) >= 1
    assert "again" in reply.json()["message"]
