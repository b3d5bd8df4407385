"""Computing in other processes: the results, the client whose quota the time is counted against,
and processes that die."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from lab.endpoints.token_bucket import WorkQuota
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded, SweepTimeExceeded
from lab.endpoints.workers.process_pool import ProcessPool, thread_seconds
from lab.scene import progress
from lab.scene.scene import Problem, SceneError
from lab.wire.sweep_payload import pack
from tests.lab.asgi import get
from tests.lab.sweeps import sweep_server
from tests.repository_copy import ROOT

QUERY = "m=20&along=tau&stops=3&grid=11"


def spin(seconds: float) -> int:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return os.getpid()


def says_and_refuses(text: str) -> None:
    print(text)
    raise SceneError(Problem("tau", text, "more than 0", "That is no bandwidth."))


def dies_once(marker: str) -> str:
    if os.path.exists(marker):
        return "done"
    open(marker, "w").close()
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def pool():
    pool = ProcessPool(processes=1)
    yield pool
    pool.close()


def test_another_process_computes_at_low_priority(pool):
    assert pool(os.getpid) != os.getpid()
    assert pool(os.nice, 0) > os.nice(0)
    assert pool(os.getpid) == pool(os.getpid), "one process, kept"


def test_a_remote_sweep_has_the_same_bytes(pool):
    local_server, remote_server = sweep_server(pack), sweep_server(pack)
    remote_server.use_processes(pool)
    bodies = [
        get(frames.routes()[0], "/frames", QUERY).body for frames in (local_server, remote_server)
    ]
    assert bodies[0] == bodies[1] and len(bodies[0]) > 1000


def test_a_single_frame_is_computed_locally():
    frames = sweep_server(pack)
    frames.use_processes(lambda *_: pytest.fail("a drag would wait for this"))
    assert get(frames.routes()[0], "/frames", "m=20&along=tau&stops=1&grid=11").status == 200


@pytest.mark.thorough
def test_errors_keep_their_type(pool):
    with pytest.raises(SceneError) as error:
        pool(says_and_refuses, "-1")
    assert error.value.problem.field == "tau" and error.value.problem.value == "-1"
    with pytest.raises(SweepTimeExceeded, match="fewer points"):
        pool(spin, 60, seconds=0.5)
    assert pool(abs, -3) == 3, "the process goes on with the next call"


def test_work_in_another_process_counts_against_the_client(pool):
    work = WorkQuota(rate=0, burst=10)
    work.charge("10.0.0.1", lambda: pool(spin, 0.2))()
    assert work.remaining("10.0.0.1") < 9.81 and work.spent_seconds > 0.19


def test_a_process_that_died_is_replaced(pool, tmp_path):
    first = pool(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert pool(os.getpid) != first
    assert pool(dies_once, str(tmp_path / "once")) == "done"
    with pytest.raises(RuntimeError, match="has ended"):
        pool(os._exit, 1)
    assert pool(abs, -3) == 3


def test_unwanted_work_is_ended(pool):
    at_work = pool(os.getpid)

    def stop(*_):
        raise CpuTimeExceeded

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(CpuTimeExceeded):
            pool(spin, 0.3)
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ProcessLookupError):
        os.kill(at_work, 0)
    assert pool(abs, -3) == 3


@pytest.mark.thorough
def test_two_calls_run_at_once_and_the_others_wait():
    pool, pids = ProcessPool(processes=2), []
    threads = [threading.Thread(target=lambda: pids.append(pool(spin, 0.1))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 5 and len(set(pids)) <= 2
    pool.close()
    for pid in set(pids):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def tells(go_file: str) -> str:
    """Report the progress 1 of 9, 2 of 9, … until the file `go_file` exists."""
    done_count = 0
    while not os.path.exists(go_file):
        done_count = min(done_count + 1, 9)
        progress.report(done_count, 9)
        time.sleep(0.02)
    return "done"


@pytest.mark.thorough
def test_progress_is_sent_through_the_pipe(pool, tmp_path):
    messages, go_file = [], tmp_path / "go"

    def listen(done_count, of):
        messages.append((done_count, of))
        go_file.touch()

    with progress.report_progress_to(listen):
        assert pool(tells, str(go_file)) == "done"
    assert messages and all(0 < done_count <= of == 9 for done_count, of in messages)
    assert pool(os.getpid), "the next call gets its own result"


def test_a_sweep_under_way_says_how_many_stops_are_done():
    half, release = threading.Event(), threading.Event()

    def solver(*arguments):
        progress.report(5, 9)
        half.set()
        assert release.wait(10)
        return pack(*arguments)

    frames = sweep_server(solver)
    work_route, progress_route = frames.routes()
    assert get(progress_route, "/frames-progress", QUERY).json() == {}, "nobody waits for it"
    waiting = threading.Thread(target=lambda: get(work_route, "/frames", QUERY))
    waiting.start()
    assert half.wait(10)
    assert get(progress_route, "/frames-progress", QUERY).json() == {"done": 5, "of": 9}
    assert get(progress_route, "/frames-progress", QUERY + "&tau=nonsense").status == 400
    release.set()
    waiting.join()
    assert get(progress_route, "/frames-progress", QUERY).json() == {}


@pytest.mark.parametrize("scene", ["m=20", "m=20&intercept=1", "m=20&loss=logistic"])
def test_the_solver_reports_each_stop(scene):
    messages = []
    frames = sweep_server(pack)
    with progress.report_progress_to(lambda *so_far: messages.append(so_far)):
        order = frames.endpoint.read(f"{scene}&along=tau&stops=6&grid=11".encode())
        pack(order.scene, order.along, order.stops, order.grid)
    assert messages[-1] == (6, 6) and [done_count for done_count, _ in messages][:6] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_work_whose_listener_raises_is_ended_and_charged(pool, tmp_path):
    pid, before = pool(os.getpid), thread_seconds()

    def stop(*_):
        raise LookupError("nobody waits")

    with progress.report_progress_to(stop), pytest.raises(LookupError, match="nobody waits"):
        pool(spins_and_tells, str(tmp_path / "never"))
    assert thread_seconds() - before > 0.04, "one step at least"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert pool(abs, -3) == 3


def spins_and_tells(go: str) -> None:
    while not os.path.exists(go):
        spin(0.05)
        progress.report(1, 9)


@pytest.mark.thorough
def test_long_calls_leave_a_process_to_short_calls(tmp_path):
    pool, go = ProcessPool(processes=2), tmp_path / "go"
    long = [threading.Thread(target=pool, args=(tells, str(go))) for _ in range(3)]
    try:
        for thread in long:
            thread.start()
        for _ in range(3):
            assert pool(abs, -3, seconds=1) == 3
    finally:
        go.touch()
        for thread in long:
            thread.join()
        pool.close()


def says_it_all_at_once() -> str:
    time.sleep(0.3)
    progress.report(9, 9)
    return "done" * 100_000


def test_a_message_and_the_result_are_both_read(pool):
    messages = []
    with progress.report_progress_to(lambda *so_far: messages.append(so_far)):
        assert pool(says_it_all_at_once) == "done" * 100_000
    assert messages == [(9, 9)]


def test_a_process_ends_with_its_server():
    script = (
        "import os, time\n"
        "from lab.endpoints.workers.process_pool import PROCESS_POOL\n"
        "print(PROCESS_POOL(os.getpid), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    pid, deadline = int(run.stdout), time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the process outlives its server")
