"""A limited number of page runs at a time; no run waits forever."""

import threading
import time

import pytest

from lab.serving.page_run_limiter import RunLimiter
from tests.thread_count import ThreadCount


def test_at_most_two_runs_are_admitted_at_a_time():
    limiter, inside = RunLimiter(2, 10), ThreadCount()

    def run():
        with limiter.admit(), inside:
            time.sleep(0.01)

    threads = [threading.Thread(target=run) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert inside.largest == 2 and inside.current == 0


def test_a_failed_run_frees_its_place():
    limiter = RunLimiter(1, 10)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), limiter.admit():
            1 / 0  # noqa: B018


def test_a_run_that_waited_too_long_proceeds():
    limiter, started = RunLimiter(1, 0.05), threading.Event()
    end = threading.Event()

    def stays():
        with limiter.admit():
            started.set()
            end.wait(10)

    thread = threading.Thread(target=stays)
    thread.start()
    started.wait(10)
    with limiter.admit():
        pass
    assert not limiter._slots.acquire(blocking=False), "the one place is still taken"
    end.set()
    thread.join(10)
    assert limiter._slots.acquire(blocking=False)
