"""Pages of other sites can neither open a web socket here nor send anything; our own pages can."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from streamlit import net_util

import app
from lab.course.course import Course
from lab.serving import middleware_stack
from lab.serving.origin_check import SameOrigin
from tests.lab.serving.apps import ROUTES, Caller, call

HOSTS = ("kernels.example.edu", "[::1]")
SITE = Starlette(routes=ROUTES, middleware=[Middleware(SameOrigin, hosts=HOSTS)])
UPLOAD = "/_stcore/upload_file/s/f"
SOCKET = "/_stcore/stream"
CASES = [
    ("https://kernels.example.edu", "kernels.example.edu", True),
    ("HTTPS://Kernels.example.edu", "kernels.EXAMPLE.edu", True),
    ("http://127.0.0.1:8501", "127.0.0.1:8501", True),
    ("https://kernels.example.edu", "app:8501", True),  # course.toml has this name
    ("http://[::1]:8501", "localhost:8501", True),
    (None, "127.0.0.1:8501", True),  # not a browser
    ("https://evil.example", "kernels.example.edu", False),
    ("https://kernels.example.edu.evil.example", "kernels.example.edu", False),
    ("https://evil.example/kernels.example.edu", "kernels.example.edu", False),
    ("https://kernels.example.edu@evil.example", "kernels.example.edu", False),
    ("http://127.0.0.1:9999", "127.0.0.1:8501", False),  # another program on the visitor's machine
    ("http://localhost", "kernels.example.edu", False),
    ("null", "kernels.example.edu", False),  # a sandboxed page, or a page from a file
    ("null", "", False),
    ("", "", False),
    ("http://[", "kernels.example.edu", False),
]


def headers(origin, host):
    return {"host": host} | ({} if origin is None else {"origin": origin})


@pytest.mark.parametrize(("origin", "host", "is_own"), CASES)
@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "GET"])
def test_only_our_own_pages_send(origin, host, is_own, method):
    path = UPLOAD if method == "PUT" else "/reads"
    answer = call(SITE, path, method=method, headers=headers(origin, host))
    if method == "GET":
        assert answer.status == 405, "reading is not stopped here"
    else:
        assert (answer.status != 403) == is_own


def test_any_site_sends_to_paths_that_check_what_they_receive():
    site = Starlette(routes=ROUTES, middleware=[Middleware(SameOrigin, cross_site=("/reads",))])
    foreign = headers("https://moodle.example.edu", "kernels.example.edu")
    statuses = [call(site, path, method="POST", headers=foreign).status
                for path in ("/reads", "/reads/", "/")]  # fmt: skip
    assert statuses[0] != 403 and statuses[1:] == [403, 403]


@pytest.mark.parametrize(("origin", "host", "is_own"), CASES)
def test_only_our_own_pages_open_a_socket(origin, host, is_own):
    page = Caller(SITE, SOCKET, kind="websocket", headers=headers(origin, host))

    async def open_sockets():
        page.left.set()
        await page.run()

    asyncio.run(open_sockets())
    assert page.opening.is_set() == is_own
    assert is_own or page.closed == 1008


@pytest.mark.parametrize("origins", [("http://a", "http://b"), ("http://b", "http://a")])
def test_of_two_origins_both_must_be_ours(origins):
    page = Caller(SITE, "/reads", method="POST", headers={"host": "a"})
    scope = page.scope()
    scope["headers"] += [(b"origin", origin.encode()) for origin in origins]
    asyncio.run(SITE(scope, page._receive(), page._send))
    assert page.status == 403


def test_a_foreign_origin_is_rejected_locally(monkeypatch):
    """Streamlit would look up this machine's public address while other requests wait."""
    calls = []
    for name in ("get_external_ip", "get_internal_ip"):
        monkeypatch.setattr(net_util, name, lambda name=name: calls.append(name))
    layers = middleware_stack.middleware(Course(), app.ROUTES, [])
    site = Starlette(routes=ROUTES, middleware=layers)
    strange = headers("https://evil.example", "kernels.example.edu")
    assert call(site, SOCKET, kind="websocket", headers=strange).closed == 1008
    assert calls == []
