"""Long sweeps: computed at fewer stops first, at all stops on a second request."""

import asyncio
import threading

import numpy as np
import pytest

from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.endpoints.workers.cpu_time_limit import SECONDS, SweepTimeExceeded, TooLong
from lab.scene import progress
from lab.serving import sweep_server as module
from lab.serving.sweep_server import step_for
from lab.wire import safetensors_format
from lab.wire.sweep_payload import pack
from tests.lab.asgi import Visitor, get, send_request
from tests.lab.sweeps import sweep_server

SCENE = "m=20&tau=0.4&grid=11&along=tau&stops=64"
OTHER = "m=20&tau={}&grid=11&along=tau&stops=64"


@pytest.fixture(autouse=True)
def long(monkeypatch):
    """Let every sweep at all stops take twice the allowed time."""
    tried = []

    def too_long(limit, work, *arguments):
        if limit > SECONDS:
            return work(*arguments)
        tried.append(arguments)
        raise TooLong(2 * limit)

    monkeypatch.setattr(module, "run_if_short", too_long)
    return tried


def tensors_of(reply):
    assert reply.status == 200, reply.body
    return safetensors_format.decode(reply.body)


def test_a_long_sweep_has_fewer_stops_and_is_not_cached_outside(long):
    route = sweep_server(pack).routes()[0]
    reply = get(route, "/frames", SCENE)
    tensors, texts = tensors_of(reply)
    order = SWEEP_ENDPOINT.read(SCENE.encode())
    assert set(tensors["stops"]) < set(order.stops) and len(tensors["stops"]) == 16
    assert texts["all_stops"] == "64" and tensors["stops"][int(texts["stop"])] == 0.4
    assert reply.headers["cache-control"] == "no-store"
    assert get(route, "/frames", SCENE).body == reply.body and len(long) == 1, "not tried again"


def test_a_sweep_at_fewer_stops_is_like_any_other():
    tensors, _ = tensors_of(get(sweep_server(pack).routes()[0], "/frames", SCENE))
    order = SWEEP_ENDPOINT.read(SCENE.encode())
    whole = pack(order.scene, "tau", tensors["stops"], 11)
    again, _ = safetensors_format.decode(whole.to_bytes(whole.head(order.scene, 0)))
    assert set(again) == set(tensors)
    assert all(np.array_equal(again[name], tensors[name]) for name in again)


def test_the_stop_of_each_scene_is_among_them():
    route = sweep_server(pack).routes()[0]
    for tau in SWEEP_ENDPOINT.read(SCENE.encode()).stops[10:14]:
        tensors, texts = tensors_of(get(route, "/frames", OTHER.format(repr(float(tau)))))
        assert tensors["stops"][int(texts["stop"])] == tau


def test_a_second_request_gets_all_stops_and_later_ones_do_too():
    frames, other = sweep_server(pack), sweep_server(pack)
    route = frames.routes()[0]
    get(route, "/frames", SCENE)
    reply = get(route, "/frames", SCENE, prefer="wait")
    tensors, texts = tensors_of(reply)
    assert len(tensors["stops"]) == 64 and "all_stops" not in texts
    assert "max-age" in reply.headers["cache-control"]
    assert get(route, "/frames", SCENE).body == reply.body
    patient = get(other.routes()[0], "/frames", SCENE, prefer="wait")
    assert patient.body == reply.body, "whatever came before it"


def test_work_that_shows_no_progress_has_fewer_stops_too(monkeypatch):
    def stopped(limit, work, *arguments):
        if limit > SECONDS:
            return work(*arguments)
        raise SweepTimeExceeded

    monkeypatch.setattr(module, "run_if_short", stopped)
    tensors, _ = tensors_of(get(sweep_server(pack).routes()[0], "/frames", SCENE))
    assert len(tensors["stops"]) == 8


def test_a_sweep_too_long_even_at_few_stops_is_refused_in_a_sentence(monkeypatch):
    def too_long(limit, *_):
        raise TooLong(2 * limit)

    monkeypatch.setattr(module, "run_if_short", too_long)
    reply = get(sweep_server(pack).routes()[0], "/frames", SCENE)
    assert reply.status == 422 and "fewer points" in reply.json()["message"]


def test_a_longer_sweep_has_fewer_stops():
    counts = [64 // step_for(64, seconds * SECONDS) for seconds in (1.2, 2, 3, 100)]
    assert counts == [32, 16, 8, 8]
    assert step_for(31, 100 * SECONDS) == 4 and step_for(12, 100 * SECONDS) == 1


def test_what_the_server_prepares_has_all_stops():
    order = SWEEP_ENDPOINT.read(SCENE.encode())
    frames = sweep_server(pack, order=lambda scene, slider: order)
    frames.warm_cache([order.scene], along=("tau",)).join()
    assert len(tensors_of(get(frames.routes()[0], "/frames", SCENE))[0]["stops"]) == 64


def test_a_long_sweep_tells_its_progress_and_ends_once_nobody_waits():
    begun, go, ended = threading.Event(), threading.Event(), threading.Event()

    def solver(*arguments):
        try:
            progress.report(5, 16)
            begun.set()
            assert go.wait(10)
            progress.report(6, 16)
            return pack(*arguments)
        finally:
            ended.set()

    frames = sweep_server(solver)
    frames_route, progress_route = frames.routes()

    async def visit():
        visitor = Visitor(frames_route, "/frames", SCENE)
        task = asyncio.create_task(visitor.ask())
        await asyncio.to_thread(begun.wait, 10)
        so_far = (await send_request(progress_route, "/frames-progress", SCENE)).json()
        visitor.left.set()
        await task
        go.set()
        await asyncio.to_thread(ended.wait, 10)
        while frames.state()["sweeps"]:
            await asyncio.sleep(0.01)
        return so_far

    assert asyncio.run(visit()) == {"done": 5, "of": 16}
    assert frames.state()["shared"] == 0, "it was dropped"
    assert get(progress_route, "/frames-progress", SCENE).json() == {}
    assert get(frames_route, "/frames", SCENE).status == 200, "and can be had anew"
