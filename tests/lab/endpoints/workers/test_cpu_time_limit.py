"""Work that takes too long is stopped; its thread continues with the next task."""

import pickle
import subprocess
import sys
import threading
import time

import pytest

from lab.endpoints.workers import cpu_time_limit
from lab.endpoints.workers.cpu_time_limit import (
    CpuTimeExceeded,
    CpuTimer,
    PageTimeExceeded,
    TimeBudget,
    TooLong,
    run_if_short,
)
from lab.endpoints.workers.work_pool import WorkPool
from lab.scene import progress
from tests.lab.asgi import get
from tests.lab.sweeps import sweep_server


def spin(seconds: float) -> str:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return "done"


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(cpu_time_limit, "_CHECK_INTERVAL_SECONDS", 0.02)


def test_endless_work_is_stopped_and_the_worker_is_free_again():
    pool = WorkPool(1, 4, seconds=0.1)
    endless_task, quick = (
        pool.ask("endless", lambda: spin(60)),
        pool.ask("quick", lambda: spin(0.01)),
    )
    with pytest.raises(CpuTimeExceeded, match="fewer points"):
        endless_task.result(timeout=10)
    assert quick.result(timeout=10) == "done"


def test_work_that_is_known_to_take_longer_may():
    pool = WorkPool(1, 4, seconds=0.1)
    assert pool.ask("long", lambda: spin(0.5), seconds=60).result(timeout=60) == "done"


def test_time_spent_computing_counts_and_time_spent_waiting_does_not():
    pool = WorkPool(1, 4, seconds=0.1)
    assert pool.ask("waits", lambda: time.sleep(0.4)).result(timeout=10) is None


TRACED = """
import sys
from lab.endpoints.workers import cpu_time_limit
from lab.endpoints.workers.cpu_time_limit import CpuTimer, CpuTimeExceeded
from tests.lab.endpoints.workers.test_cpu_time_limit import spin

cpu_time_limit._CHECK_INTERVAL_SECONDS = 0.02
timer = CpuTimer()
with timer.limit(10):
    pass
try:
    with timer.limit(0.02):
        spin(5)
except CpuTimeExceeded:
    pass
sys.settrace(lambda *_: None)
spin(0.0)
sys.settrace(None)
print("goes on")
"""


def test_no_trace_function_remains():
    """In CPython 3.11 a remaining trace function can hang, even after a cleared exception."""
    process = subprocess.run(
        [sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=30
    )
    assert process.stdout == "goes on\n", process.stderr


def test_no_exception_arrives_after_the_task():
    """A task may end just before it would be stopped: the thread's next task must not be
    affected."""
    dog, faults = CpuTimer(), []

    def many():
        for _ in range(20):
            try:
                with dog.limit(0.02):
                    spin(0.02)
            except CpuTimeExceeded:
                pass
            try:
                spin(0.005)
            except CpuTimeExceeded:
                faults.append("late")

    threads = [threading.Thread(target=many) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_lock_that_the_work_held_is_free_afterwards():
    lock, pool = threading.Lock(), WorkPool(1, 4, seconds=0.1)

    def hold_lock():
        with lock:
            spin(60)

    with pytest.raises(CpuTimeExceeded):
        pool.ask("holds", hold_lock).result(timeout=10)
    assert lock.acquire(timeout=1)


def test_the_visitor_gets_advice():
    def compute_endlessly(*_):
        raise CpuTimeExceeded

    frames = sweep_server(compute_endlessly)
    reply = get(frames.routes()[0], "/frames", "m=20&along=tau&stops=2&grid=11")
    assert reply.status == 422 and "fewer points" in reply.json()["message"]
    assert "retry-after" not in reply.headers, "to ask again is of no use"


def test_several_tasks_share_the_remaining_time():
    budget, finished = TimeBudget(0.2), []
    with budget.spend():
        finished.append(spin(0.01))
    with pytest.raises(PageTimeExceeded, match="This page takes"), budget.spend():
        spin(60)
    with pytest.raises(PageTimeExceeded), budget.spend():
        finished.append("nothing is left")
    assert finished == ["done"]


def some_of(count, seconds):
    """Work in `count` steps of `seconds` of processor time each, and report the progress."""
    for done in range(1, count + 1):
        spin(seconds)
        progress.report(done, count)
    return "done"


def test_work_that_would_take_too_long_is_stopped_early():
    messages = []
    with progress.report_progress_to(lambda *so_far: messages.append(so_far)):
        assert run_if_short(60, some_of, 3, 0.01) == "done"
        assert messages == [(1, 3), (2, 3), (3, 3)]
        with pytest.raises(TooLong) as caught:
            run_if_short(0.5, some_of, 1000, 0.05)
    assert caught.value.seconds > 0.5 and len(messages) < 100


def test_the_estimated_time_survives_pickling():
    assert pickle.loads(pickle.dumps(TooLong(12.5))).seconds == 12.5
