"""So many whole runs at a time, in their order; nobody waits for ever, whatever happens inside."""

import threading
import time

import pytest

from lab.serving.page_run_limiter import RunLimiter
from tests.inside import Inside


def test_so_many_are_inside_at_a_time():
    door, inside = RunLimiter(2, 10), Inside()

    def run():
        with door.admit(), inside:
            time.sleep(0.01)

    threads = [threading.Thread(target=run) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert inside.most == 2 and inside.now == 0


def test_a_run_that_breaks_leaves_its_place():
    door = RunLimiter(1, 10)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), door.admit():
            1 / 0  # noqa: B018


def test_who_waited_too_long_goes_in_and_takes_nobody_elses_place():
    door, began = RunLimiter(1, 0.05), threading.Event()
    end = threading.Event()

    def stays():
        with door.admit():
            began.set()
            end.wait(10)

    thread = threading.Thread(target=stays)
    thread.start()
    began.wait(10)
    with door.admit():
        pass
    assert not door._slots.acquire(blocking=False), "the one place is still taken"
    end.set()
    thread.join(10)
    assert door._slots.acquire(blocking=False)
