"""Two replicas behind nginx, with the files of deploy/nginx: routing, caching, and the effects of a
dead replica on visitors."""

import gzip
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import IncompleteRead
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.sync.client import connect

from lab.wire import safetensors_format
from tests.hosting.replicas import start_replica, wait_for

FRAMES = "/kernels/frames?m=20&seed={}&along=tau&stops=3&grid=11"
CHROME = "gzip, deflate, br, zstd"
FIREFOX = "gzip, deflate, br"


def test_the_site_is_served_below_its_path(hosted):
    assert hosted.get("/kernels").headers["location"] == "/kernels/"
    for path in ("/kernels/", "/kernels/rbf-bandwidth", "/kernels/svm?tau=0.2"):
        page = hosted.get(path)
        assert page.status == 200 and b'id="root"' in page.body
        assert "frame-ancestors" in page.headers["content-security-policy"]
    assert hosted.get("/kernels/healthz").status == 200


def test_internal_pages_are_not_public(hosted):
    for path in ("metrics", "_stcore/metrics", "_stcore/agent/openapi.json"):
        assert hosted.get(f"/kernels/{path}").status == 404
    replica = hosted.replicas[0]
    assert hosted.get("/kernels/metrics", port=replica.port).status == 200
    assert (
        hosted.get("/kernels/metrics", port=replica.port, X_Forwarded_For="1.2.3.4").status == 404
    )


def test_a_visitor_stays_with_one_replica(hosted):
    line = 'kernels_requests_total{route="_stcore/host-config",status="2xx"}'
    first = hosted.get("/kernels/")
    cookie = first.headers["set-cookie"].partition(";")[0]
    assert cookie.startswith("kernels_replica=") and "HttpOnly" in first.headers["set-cookie"]

    def count_by_replica(cookie: str, times: int) -> list[float]:
        before = hosted.count(line)
        for _ in range(times):
            reply = hosted.get("/kernels/_stcore/host-config", Cookie=cookie)
            assert reply.status == 200 and "set-cookie" not in reply.headers
        return [
            count_after - count_before
            for count_after, count_before in zip(hosted.count(line), before, strict=True)
        ]

    assert sorted(count_by_replica(cookie, 8)) == [0, 8]
    counts_of_visitors = [count_by_replica(f"kernels_replica={uuid4().hex}", 1) for _ in range(12)]
    assert all(sum(counts) == 1 for counts in counts_of_visitors)
    assert 0 < sum(counts[0] for counts in counts_of_visitors) < 12, "both replicas have visitors"
    forged = hosted.get("/kernels/_stcore/host-config", Cookie="kernels_replica=../../x")
    assert forged.status == 200 and "set-cookie" in forged.headers


def test_the_second_visitor_gets_the_cached_sweep(hosted):
    path = FRAMES.format(1)
    first = hosted.get(path, Accept_Encoding=CHROME)
    second = hosted.get(path, Accept_Encoding=FIREFOX)
    assert (first.headers["x-cache"], second.headers["x-cache"]) == ("MISS", "HIT")
    assert second.headers["content-encoding"] == "gzip" and second.body == first.body
    assert second.headers["cache-control"].startswith("public")
    third = hosted.get(path, Accept_Encoding=CHROME, If_None_Match=second.headers["etag"])
    assert third.status == 304 and not third.body
    plain = hosted.get(path)
    assert "content-encoding" not in plain.headers
    assert plain.body == gzip.decompress(first.body) and safetensors_format.decode(plain.body)


@pytest.mark.parametrize("kind", ["assets", "static"])
def test_files_are_compressed_and_cached(hosted, kind):
    from lab.endpoints import static_assets

    page = hosted.get("/kernels/").body.decode()
    static = page.partition("./static/js/")[2].partition(".js")[0]
    path = {
        "assets": static_assets.url(static_assets.ELEMENT).lstrip("/"),
        "static": f"static/js/{static}.js",
    }[kind]
    first = hosted.get(f"/kernels/{path}", Accept_Encoding=CHROME)
    second = hosted.get(f"/kernels/{path}", Accept_Encoding=FIREFOX)
    assert first.status == 200 and second.headers["x-cache"] == "HIT"
    assert second.headers["content-encoding"] == "gzip" and second.body == first.body
    assert "immutable" in second.headers["cache-control"]


def test_equal_concurrent_requests_are_computed_once(hosted):
    line = 'kernels_frames_total{outcome="computed"}'
    before = sum(hosted.count(line))
    path = "/kernels/frames?m=150&seed=77&along=lam"
    with ThreadPoolExecutor(24) as visitors:
        replies = list(visitors.map(lambda _: hosted.get(path, Accept_Encoding="gzip"), range(24)))
    assert {reply.status for reply in replies} == {200}
    assert len({reply.body for reply in replies}) == 1
    assert sum(hosted.count(line)) - before == 1


def test_sweeps_run_at_low_priority(hosted):
    assert hosted.get(FRAMES.format(77)).status == 200
    for replica in hosted.replicas:
        tasks = Path(f"/proc/{replica.process.pid}/task").glob("*/children")
        children = [int(pid) for task in tasks for pid in task.read_text().split()]
        priority = os.getpriority(os.PRIO_PROCESS, replica.process.pid)
        assert children and all(os.getpriority(os.PRIO_PROCESS, pid) > priority for pid in children)


def test_a_drag_step_is_not_cached(hosted):
    path = "/kernels/frames?m=20&seed=0&edits=m1,0.5,0.5&along=tau&stops=1&grid=11"
    for _ in range(2):
        reply = hosted.get(path)
        assert reply.headers["cache-control"].startswith("private")
        assert reply.headers["x-cache"] == "MISS"


def test_a_long_link_is_accepted_and_an_overlong_one_refused(hosted):
    edits = ";".join(f"m{k},0.123456,-1.234567" for k in range(300))[:7900].rpartition(";")[0]
    long = hosted.get(f"/kernels/frames?m=400&edits={edits}&along=tau&stops=1&grid=11")
    assert len(edits) > 7000 and long.status == 200
    assert hosted.get(f"/kernels/svm?edits={'x' * 30_000}").status == 414


@pytest.mark.thorough
def test_other_visitors_do_not_notice_a_dead_replica(hosted):
    """Visitors send requests while one of two replicas is killed, and web sockets reconnect. At
    most one answer per visitor is cut off, and a repeated request succeeds."""
    faults, cut, stop, seeds = [], [], threading.Event(), iter(range(1000, 10**6))

    def visitor(number: int) -> None:
        cookie = f"kernels_replica={uuid4().hex}"
        while not stop.is_set():
            for path in (FRAMES.format(next(seeds)), "/kernels/", "/kernels/_stcore/host-config"):
                try:
                    status = hosted.get(path, Cookie=cookie).status
                except IncompleteRead:
                    cut.append(number)
                    status = hosted.get(path, Cookie=cookie).status
                except OSError as error:
                    status = repr(error)
                if status != 200:
                    faults.append((path, status))
            stop.wait(0.02)  # seconds between a visitor's rounds

    address = f"ws://127.0.0.1:{hosted.port}/kernels/_stcore/stream"
    cookies = [{"Cookie": f"kernels_replica={uuid4().hex}"} for _ in range(8)]
    threads = [threading.Thread(target=visitor, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    dead = hosted.replicas[0]
    with ExitStack() as stack:
        for cookie in cookies:
            stack.enter_context(connect(address, additional_headers=cookie))
        time.sleep(0.5)
        dead.kill()
        time.sleep(1)
    for cookie in cookies:
        with connect(address, additional_headers=cookie) as reconnected:
            assert reconnected.response.status_code == 101
    stop.set()
    for thread in threads:
        thread.join()
    hosted.replicas[0] = start_replica(dead.port)
    assert faults == []
    assert len(cut) == len(set(cut))
    wait_for(hosted.replicas[0])
    assert next(seeds) > 1004, "requests were sent meanwhile"
