"""The work pool: its byte budget, and one computation for all equal requests."""

import threading
from concurrent.futures import CancelledError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.endpoints.workers.work_pool import ByteLRU, ServerBusy, WorkPool
from tests.thread_count import ThreadCount


def test_the_least_recently_used_entry_is_evicted():
    cache = ByteLRU(10)
    for key in "abc":
        cache.put(key, key.upper(), 3)
    assert cache.get("a") == "A"
    cache.put("d", "D", 3)
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    assert cache.used == 9


def test_a_new_value_replaces_the_old_and_its_size():
    cache = ByteLRU(10)
    cache.put("a", "old", 8)
    cache.put("a", "new", 2)
    cache.put("b", "B", 8)
    assert (cache.get("a"), cache.get("b"), cache.used) == ("new", "B", 10)


def test_entries_larger_than_the_budget_are_not_cached():
    cache = ByteLRU(10)
    cache.put("a", "A", 5)
    cache.put("b", "B", 11)
    assert (cache.get("a"), cache.get("b"), len(cache)) == ("A", None, 1)


@given(st.integers(0, 50), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 60))))
def test_the_budget_is_never_exceeded_and_the_last_one_stays(budget, puts):
    cache, sizes = ByteLRU(budget), {}
    for key, size in puts:
        cache.put(key, size, size)
        sizes[key] = size
        assert cache.used <= budget
        assert cache.get(key) == (size if size <= budget else None)
    assert cache.used == sum(size for key, size in sizes.items() if cache.get(key) is not None)


def test_equal_concurrent_work_is_done_once():
    pool, runs, release = WorkPool(2, 8), [], threading.Event()

    def work():
        runs.append(threading.current_thread().name)
        release.wait(5)
        return "done"

    futures = [pool.ask("same", work) for _ in range(20)]
    release.set()
    assert {future.result(5) for future in futures} == {"done"}
    assert len(runs) == 1 and runs[0].startswith("sweep")
    assert pool.ask("same", lambda: "again").result(5) == "again"
    pool.close()


def test_no_more_than_the_workers_run_at_a_time():
    pool, threads = WorkPool(2, 64), ThreadCount()
    meet = threading.Barrier(2)

    def work():
        with threads:
            meet.wait(5)

    for future in [pool.ask(i, work) for i in range(10)]:
        future.result(5)
    assert threads.largest == 2
    pool.close()


def test_too_much_waiting_work_is_refused_but_equal_work_is_not():
    pool, release = WorkPool(1, 2), threading.Event()
    futures = [pool.ask(key, lambda: release.wait(5)) for key in "ab"]
    with pytest.raises(ServerBusy):
        pool.ask("c", lambda: None)
    assert pool.ask("b", lambda: None) is futures[1]
    release.set()
    assert all(future.result(5) for future in futures)
    assert pool.ask("c", lambda: "now").result(5) == "now"
    pool.close()


def test_work_behind_a_stalled_queue_is_refused(monkeypatch):
    pool, release, times = (
        WorkPool(1, 64, max_wait_seconds=0.5, retry_after=10),
        threading.Event(),
        [100.0],
    )
    monkeypatch.setattr("lab.endpoints.workers.work_pool.time.monotonic", lambda: times[0])
    started = threading.Event()
    futures = [pool.ask("at work", lambda: started.set() or release.wait(5))]
    assert started.wait(5)
    times[0] += 10  # the worker is busy, and no request waits
    futures += [pool.ask(key, lambda: True) for key in "ab"]
    times[0] += 0.4
    futures.append(pool.ask("c", lambda: True))
    times[0] += 0.2
    with pytest.raises(ServerBusy) as error:
        pool.ask("d", lambda: True)
    assert error.value.seconds == 10
    assert pool.ask("a", lambda: None) is futures[1]
    release.set()
    assert all(future.result(5) for future in futures)
    assert pool.ask("d", lambda: "now").result(5) == "now"
    pool.close()


def test_a_failure_reaches_all_and_is_forgotten():
    pool, release = WorkPool(1, 2), threading.Event()

    def fail():
        release.wait(5)
        raise RuntimeError("no")

    futures = [pool.ask("a", fail) for _ in range(3)]
    release.set()
    for future in futures:
        with pytest.raises(RuntimeError, match="no"):
            future.result(5)
    assert pool.ask("a", lambda: "yes").result(5) == "yes"
    pool.close()


def test_closing_drops_queued_work_and_the_pool_can_be_reused():
    pool, release, started = WorkPool(1, 8), threading.Event(), threading.Event()

    def work():
        started.set()
        return release.wait(5)

    first, second = pool.ask("a", work), pool.ask("b", work)
    assert started.wait(5)
    pool.close()
    with pytest.raises(CancelledError):
        second.result(5)
    release.set()
    assert first.result(5)
    assert pool.ask("b", lambda: "again").result(5) == "again"
    pool.close()


def test_abandoned_work_does_not_start():
    pool, release, runs = WorkPool(1, 8), threading.Event(), []
    started_future = pool.ask("begun", lambda: release.wait(5))
    alone_future, shared_future, _ = (
        pool.ask(key, lambda: runs.append(1)) for key in ("alone", "both", "both")
    )
    pool.leave("alone", alone_future)
    pool.leave("both", shared_future)
    pool.leave("begun", started_future)
    assert (alone_future.cancelled(), shared_future.cancelled(), len(pool)) == (True, False, 2)
    second_future = pool.ask("alone", lambda: "again")
    pool.leave("alone", alone_future)  # no effect: the future belongs to the earlier request
    release.set()
    assert (
        started_future.result(5)
        and second_future.result(5) == "again"
        and shared_future.result(5) is None
    )
    assert runs == [1]
