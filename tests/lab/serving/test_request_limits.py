"""Long, large or slow requests are refused with a message; others are served."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from lab.serving import middleware_stack, request_limits
from lab.serving.request_limits import (
    ALL_UPLOADS_BYTES,
    BODY_BYTES,
    HEADER_BYTES,
    PAGE_UPLOADS_BYTES,
    TARGET_BYTES,
)
from tests.lab.serving.apps import bounded, call, sentence

UPLOAD = "/_stcore/upload_file/s/f"


@pytest.mark.parametrize(
    ("status", "options"),
    [
        (414, {"query": b"a" * TARGET_BYTES}),
        (414, {"path": "/" + "a" * TARGET_BYTES}),
        (431, {"headers": {"cookie": "a" * HEADER_BYTES}}),
        (431, {"headers": {f"x-{k}": "a" * 100 for k in range(400)}}),
        (413, {"headers": {"content-length": str(BODY_BYTES + 1)}}),
        (413, {"path": UPLOAD, "method": "PUT", "headers": {"content-length": "9" * 40}}),
        (400, {"headers": {"content-length": "-1"}}),
        (400, {"headers": {"content-length": "1e3"}}),
        (400, {"headers": {"content-length": "٣"}}),
    ],
)
def test_overlong_requests_are_refused_early(status, options):
    refusal = call(bounded(), **options)
    assert refusal.status == status
    assert sentence(refusal)


def test_requests_below_the_limit_are_answered():
    app = bounded()
    assert call(app, "/frames", query=b"a" * (TARGET_BYTES - len("/frames"))).status == 200
    full = call(app, "/reads", method="POST", pieces=(b"x" * BODY_BYTES,))
    assert (full.status, full.answer) == (200, str(BODY_BYTES).encode())


@pytest.mark.parametrize(("path", "method"), [("/reads", "POST"), (UPLOAD, "PUT")])
def test_a_body_without_a_length_is_counted_as_it_comes(path, method):
    pieces = tuple(b"x" * 100_000 for _ in range(30))
    refusal = call(bounded(), path, method=method, pieces=pieces)
    assert refusal.status == 413 and "more than" in sentence(refusal)


def test_an_upload_may_be_as_large_as_the_course_says():
    pieces = (b"x" * 2**20, b"x" * 2**20)
    app = bounded(upload_megabytes=2)
    assert call(app, UPLOAD, method="PUT", pieces=pieces).status == 200
    assert call(bounded(upload_megabytes=1), UPLOAD, method="PUT", pieces=pieces).status == 413


@pytest.mark.parametrize(
    ("page_bytes", "all_bytes", "status"),
    [
        (0, 0, 200),
        (PAGE_UPLOADS_BYTES - 2**20, ALL_UPLOADS_BYTES - 2**20, 200),
        (PAGE_UPLOADS_BYTES - 2**19, 0, 413),
        (0, ALL_UPLOADS_BYTES - 2**19, 503),
    ],
)
def test_uploads_are_bounded_in_sum(page_bytes, all_bytes, status):
    limits = []

    def uploaded(session: str) -> tuple[int, int]:
        limits.append(session)
        return page_bytes, all_bytes

    app = bounded(uploaded=uploaded)
    headers = {"content-length": str(2**20)}
    answer = call(app, UPLOAD, method="PUT", pieces=(b"x" * 2**20,), headers=headers)
    assert answer.status == status and limits == ["s"]
    if status != 200:
        assert sentence(answer)
    assert call(app, "/frames").status == 200 and len(limits) == 1


def test_what_streamlit_holds_is_counted(monkeypatch):
    manager = MemoryUploadedFileManager("/upload")
    for session, name, size in (("a", "x", 5), ("a", "y", 7), ("b", "x", 11), ("a", "x", 6)):
        manager.add_file(session, UploadedFileRec(name, name, "text/plain", b"x" * size))
    monkeypatch.setattr(middleware_stack.runtime, "exists", lambda: True)
    monkeypatch.setattr(
        middleware_stack.runtime, "get_instance", lambda: SimpleNamespace(uploaded_file_mgr=manager)
    )
    assert middleware_stack.uploaded_bytes("a") == (13, 24)
    manager.remove_session_files("a")
    assert middleware_stack.uploaded_bytes("a") == (0, 11)


def test_a_body_that_trickles_in_is_given_up(monkeypatch):
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.2)
    slow_caller = call(bounded(), "/reads", method="POST", pieces=(b"x",) * 100, pause=0.05)
    assert slow_caller.status == 408 and "did not arrive within" in sentence(slow_caller)


def test_an_unread_answer_is_abandoned(monkeypatch):
    monkeypatch.setattr(request_limits, "SEND_SECONDS", 0.1)
    stuck = call(bounded(), "/long", reading=30)
    assert stuck.answer == b""
