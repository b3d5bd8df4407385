"""GET /timing: one visitor measures at a time, within a budget; measured cells are kept."""

import asyncio
import json
import threading
import time

import pytest
from starlette.applications import Starlette

from lab.endpoints import benchmark_stream
from lab.endpoints.benchmark_stream import (
    BUSY_MESSAGE,
    CELLS,
    FIXED_SIZE,
    SIZES,
    Benchmark,
    BenchmarkCase,
    measure,
)
from lab.endpoints.server_sent_events import EventStream
from tests.lab import asgi


class Visitor(asgi.Visitor):
    """A client that disconnects after a number of measured cells."""

    def __init__(self, stream, version="2.3"):
        app = Starlette(routes=[stream.route()])
        super().__init__(app, "/timing", version=version)

    @property
    def cells(self):
        return [
            BenchmarkCase(e["along"], e["size"], e["method"]) for e in self.events if "method" in e
        ]

    counted_events = cells


class Clock:
    """A stand-in for the measurement of a cell: it counts its calls, and may wait or fail."""

    def __init__(self, seconds=0.0, gate=None, breaks=False):
        self.calls, self.seconds, self.gate, self.breaks = [], seconds, gate, breaks

    def __call__(self, cell):
        self.calls.append(cell)
        if self.gate:
            assert self.gate.wait(10)
        if self.breaks:
            raise MemoryError
        time.sleep(self.seconds)
        return 1e-3 * cell.size, 1e-9 * cell.size


def start_benchmark(clock, **options):
    """Return a benchmark that measures with `clock`, and its event stream."""
    benchmark = Benchmark(clock, **options)
    return benchmark, EventStream(benchmark.stream("timing"))


def visit_stream(stream, **options):
    return asyncio.run(Visitor(stream, **options).ask())


def test_every_cell_is_measured_once():
    clock = Clock()
    visitor = visit_stream(start_benchmark(clock)[1])
    assert visitor.status == 200 and visitor.cells == list(CELLS) == clock.calls
    assert visitor.events[-1] == {"done": True}
    # The answer is neither compressed nor buffered: each part arrives when it is written.
    assert visitor.headers["content-type"].startswith("text/event-stream")
    assert visitor.headers["cache-control"] == "no-store"
    first = visitor.events[0]
    assert first["fit"] == pytest.approx(1e-3 * first["size"]) and first["predict"] > 0


def test_measured_cells_are_not_measured_again():
    clock = Clock()
    watch, stream = start_benchmark(clock)
    first, second = visit_stream(stream), visit_stream(stream)
    assert second.events == first.events and len(clock.calls) == len(CELLS)
    assert [event for event in second.events if "method" in event] == watch.rows()


def test_only_one_benchmark_runs_at_a_time():
    gate = threading.Event()
    clock = Clock(gate=gate)
    _, stream = start_benchmark(clock)

    async def visit_both():
        owner = asyncio.create_task(Visitor(stream).ask())
        while not clock.calls:
            await asyncio.sleep(0.001)
        visitor = await Visitor(stream).ask()
        third = await Visitor(stream).ask()
        gate.set()
        return await owner, visitor, third

    owner, refused, third = asyncio.run(visit_both())
    assert refused.status == third.status == 503
    assert json.loads(refused.body) == {"message": BUSY_MESSAGE} and BUSY_MESSAGE.endswith(".")
    assert owner.cells == list(CELLS) and clock.calls == list(CELLS)
    assert visit_stream(stream).status == 200, "afterwards every visitor gets the results"


@pytest.mark.parametrize("version", ["2.3", "2.4"])
def test_a_disconnect_stops_the_benchmark_and_frees_it(version):
    clock = Clock(seconds=0.002)
    _, stream = start_benchmark(clock)

    async def stop_early():
        visitor = Visitor(stream, version)
        visitor.hang_up_after = 5
        await visitor.ask()
        call_count = len(clock.calls)
        await asyncio.sleep(0.05)
        assert len(clock.calls) == call_count, "no cell is measured after the disconnect"
        return call_count

    assert 5 <= asyncio.run(stop_early()) <= 7
    next_visitor = visit_stream(stream)
    assert next_visitor.status == 200 and set(next_visitor.cells) == set(CELLS)
    assert len(clock.calls) == len(set(clock.calls)) == len(CELLS)


def test_a_benchmark_stops_within_its_budget():
    _, stream = start_benchmark(Clock(seconds=0.01), budget=0.05)
    first = visit_stream(stream)
    assert 1 <= len(first.cells) < len(CELLS)
    assert first.events[-1]["message"].startswith("The measurement is slow at the moment")
    assert len(visit_stream(stream).cells) > len(first.cells), "pressed again, it goes on"
    assert benchmark_stream.BUDGET_SECONDS <= 10


def test_other_coroutines_run_between_cells():
    """The benchmark must not block the event loop, which all requests share."""
    (watch, stream), order = start_benchmark(Clock(seconds=0.004)), []

    async def other_coroutine():
        owner = asyncio.create_task(Visitor(stream).ask())
        while not owner.done():
            order.append(len(watch.results))
            await asyncio.sleep(0)
        await owner

    asyncio.run(other_coroutine())
    assert set(range(1, len(CELLS))) <= set(order)


def test_an_error_ends_the_benchmark_and_frees_it():
    clock = Clock(breaks=True)
    _, stream = start_benchmark(clock)
    with pytest.raises((MemoryError, ExceptionGroup)):
        visit_stream(stream)
    clock.breaks = False
    assert visit_stream(stream).status == 200


def test_other_methods_are_refused():
    app = Starlette(routes=[EventStream(benchmark_stream.STREAM).route()])

    async def post():
        messages = []

        async def send(message):
            messages.append(message)

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "method": "POST", "path": "/timing", "headers": [],
                 "query_string": b"", "root_path": "", "scheme": "http"}  # fmt: skip
        await app(scope, receive, send)
        return messages[0]["status"]

    assert asyncio.run(post()) == 405


def test_the_sizes_are_small_and_the_crossing_is_among_them():
    assert max(SIZES) <= 1024 and FIXED_SIZE in SIZES and len(CELLS) == len(set(CELLS))
    for cell in CELLS:
        assert {cell.m, cell.p} == {FIXED_SIZE, cell.size}
        assert (cell.p if cell.along == "p" else cell.m) == cell.size


@pytest.mark.parametrize("cell", CELLS[:4])
def test_a_real_measurement_is_two_times(cell):
    fit, predict = measure(cell)
    assert 0 < predict < fit < 1


class SlowClock:
    """A clock with a resolution of `tick` seconds. It advances by `step` seconds with each call of
    `work`, and by 1e-9 at each reading."""

    def __init__(self, step: float, tick: float):
        self.now, self.step, self.tick = 0.0, step, tick

    def work(self) -> None:
        self.now += self.step

    def __call__(self) -> float:
        self.now += 1e-9
        return self.tick * (self.now // self.tick)


def test_durations_below_the_clock_resolution_are_measured(monkeypatch):
    """A browser's clock has a resolution of tenths of a millisecond."""
    for tick in (1e-9, 1e-4):
        clock = SlowClock(step=3e-6, tick=tick)
        monkeypatch.setattr(time, "perf_counter", clock)
        benchmark_stream.clock_tick.cache_clear()
        assert benchmark_stream.minimum_seconds(clock.work) == pytest.approx(3e-6, rel=0.1)
    benchmark_stream.clock_tick.cache_clear()
