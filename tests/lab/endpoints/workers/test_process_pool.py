"""Computing elsewhere: what comes back, what it costs whom, and processes that die."""

import itertools
import os
import signal
import threading
import time

import pytest

from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.endpoints.token_bucket import WorkQuota
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded, SweepTimeExceeded
from lab.endpoints.workers.process_pool import ProcessPool, process_seconds, thread_seconds
from lab.scene import progress
from lab.scene.scene import Problem, SceneError
from lab.serving import sweep_server as lab_frames
from lab.wire.sweep_payload import pack
from tests.lab.asgi import get
from tests.lab.sweeps import sweep_server

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
    pool = ProcessPool(processes=1, seconds=0.5)
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
    frames.use_processes(lambda *_: pytest.fail("a hand would wait for this"))
    assert get(frames.routes()[0], "/frames", "m=20&along=tau&stops=1&grid=11").status == 200


def test_errors_keep_their_type(pool):
    with pytest.raises(SceneError) as error:
        pool(says_and_refuses, "-1")
    assert error.value.problem.field == "tau" and error.value.problem.value == "-1"
    with pytest.raises(SweepTimeExceeded, match="fewer points"):
        pool(spin, 60)
    assert pool(abs, -3) == 3, "and it goes on with the next"


def test_remote_work_is_charged(pool):
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


def test_two_work_at_once_and_the_third_waits():
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
    """Report 1, 2, 3, … of 9 until the file `go_file` exists."""
    done_count = 0
    while not os.path.exists(go_file):
        done_count = min(done_count + 1, 9)
        progress.tell(done_count, 9)
        time.sleep(0.02)
    return "done"


def test_progress_is_sent_through_the_pipe(pool, tmp_path):
    messages, go_file = [], tmp_path / "go"

    def listen(done_count, of):
        messages.append((done_count, of))
        go_file.touch()

    with progress.report_progress_to(listen):
        assert pool(tells, str(go_file)) == "done"
    assert messages and all(0 < done_count <= of == 9 for done_count, of in messages)
    assert pool(os.getpid), "and what follows is an answer again"


def test_a_sweep_under_way_says_how_many_stops_are_done():
    half, release = threading.Event(), threading.Event()

    def solver(*arguments):
        progress.tell(5, 9)
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


# ---- in pieces ----


@pytest.fixture
def piecewise():
    pool = ProcessPool(processes=1, piece=0.2)
    pool(abs, -3)  # it has started
    yield pool
    pool.close()


def test_a_long_computation_is_held_after_each_piece(piecewise):
    (process,), rests, before = piecewise.processes, [], thread_seconds()

    def pause():
        rests.append(process_seconds(process))
        time.sleep(0.3)
        assert process_seconds(process) - rests[-1] < 0.05, "it computes while nobody wants it"
        threading.Thread(target=lambda: waiters.append(piecewise(abs, -3))).start()
        while len(waiters) < len(rests):  # there is one place, and it is free
            time.sleep(0.01)

    waiters = []
    with progress.report_progress_to(lambda *_: None, pause):
        assert piecewise(spin, 0.7) == process.pid
    assert len(rests) >= 2 and waiters == [3] * len(rests)
    pieces = [later_time - sooner for sooner, later_time in itertools.pairwise(rests)]
    assert all(0.2 <= seconds < 0.7 for seconds in pieces)
    assert thread_seconds() - before > 0.65, "paid for, all of it"
    assert piecewise(spin, 0.5) == process.pid, "who has not to ask is not held"


def test_abandoned_work_is_ended_and_charged(piecewise):
    pid, before = piecewise(os.getpid), thread_seconds()

    def pause():
        raise lab_frames.SweepAbandoned

    with (
        progress.report_progress_to(lambda *_: None, pause),
        pytest.raises(lab_frames.SweepAbandoned),
    ):
        piecewise(spin, 60)
    assert thread_seconds() - before > 0.19
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert piecewise(abs, -3) == 3


def says_it_all_at_once() -> str:
    time.sleep(0.3)
    progress.tell(9, 9)
    return "done" * 100_000


def test_a_message_and_the_result_are_both_read(piecewise):
    messages = []
    with progress.report_progress_to(lambda *so_far: messages.append(so_far), lambda: None):
        assert piecewise(says_it_all_at_once) == "done" * 100_000
    assert messages == [(9, 9)]


@pytest.fixture(scope="module")
def single_piece():
    """The bytes of the long sweep below, made in one go."""
    pool, frames = ProcessPool(processes=1, piece=60), sweep_server(pack)
    frames.use_processes(pool)
    yield get(frames.routes()[0], "/frames", LONG).body
    pool.close()


LONG = "m=400&noise=3&tau=0.01&lam=1e-6&intercept=1&along=tau&stops=64&grid=81"


@pytest.mark.thorough
def test_a_long_sweep_in_pieces_has_the_same_bytes(piecewise, single_piece):
    frames = sweep_server(pack)
    frames.use_processes(piecewise)
    done_count = []
    while "json" in (reply := get(frames.routes()[0], "/frames", LONG)).headers["content-type"]:
        assert reply.status == 200 and reply.headers["cache-control"] == "no-store"
        progress = reply.json()
        assert progress["of"] == 64 and str(progress["done"]) in progress["message"]
        assert get(frames.routes()[1], "/frames-progress", LONG).json()["of"] == 64
        done_count.append(progress["done"])
    assert len(done_count) >= 2 and done_count == sorted(done_count) and done_count[0] < 64
    assert reply.body == single_piece
    assert get(frames.routes()[1], "/frames-progress", LONG).json() == {}
    assert get(frames.routes()[0], "/frames", LONG).body == reply.body, "kept"


@pytest.mark.thorough
def test_two_waiting_clients_share_the_cost(piecewise, single_piece):
    frames = sweep_server(pack)
    frames.use_processes(piecewise)
    route, made_sweeps, under_way = frames.routes()[0], [], []

    def follow():
        while "json" in (reply := get(route, "/frames", LONG)).headers["content-type"]:
            under_way.append(frames.state()["sweeps"])
        made_sweeps.append(reply.body)

    threads = [threading.Thread(target=follow) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    frames.close()
    assert len(made_sweeps) == 3 and {*made_sweeps} == {single_piece}
    assert max(under_way) == 1


def test_an_abandoned_sweep_is_dropped_and_can_be_restarted(piecewise, monkeypatch):
    monkeypatch.setattr(lab_frames, "_RESUME_TIMEOUT_SECONDS", 0.1)
    frames = sweep_server(pack)
    frames.use_processes(piecewise)
    first = get(frames.routes()[0], "/frames", LONG).json()["done"]
    at_work = piecewise.processes[0].pid
    deadline = time.monotonic() + 10
    while frames.state()["sweeps"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    with pytest.raises(ProcessLookupError):
        os.kill(at_work, 0)
    assert get(frames.routes()[1], "/frames-progress", LONG).json() == {}
    assert get(frames.routes()[0], "/frames", LONG).json()["done"] <= first + 20, "from the start"


@pytest.mark.thorough
def test_prepared_sweeps_are_computed_in_one_piece(piecewise):
    order = SWEEP_ENDPOINT.read(LONG.encode())
    frames = sweep_server(pack, order=lambda scene, slider: order)
    frames.use_processes(piecewise)
    frames.warm_cache([order.scene], along=("tau",)).join()
    assert get(frames.routes()[0], "/frames", LONG).headers["content-type"].endswith("stream")
