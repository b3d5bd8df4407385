"""Attacks by another site's page with a visitor's session, cookie and token: a forged upload, a web
socket. They are sent through nginx and directly to a replica.
"""

from contextlib import ExitStack
from dataclasses import dataclass, replace
from http.client import HTTPConnection

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from lab.serving.request_limits import PAGE_UPLOADS_BYTES

OTHER_SITE = "https://evil.example"
BODY = (b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n"
        b"Content-Type: text/csv\r\n\r\n%s\r\n--b--\r\n")  # fmt: skip
ROWS = b"x,y,label\n1,2,a\n"


@dataclass
class Visitor:
    """An open page: its origin, its cookies, its token, its session."""

    port: int
    cookies: str
    token: str
    session: str

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def sends(
        self, method: str = "PUT", file: str = "f1", rows: bytes = ROWS, **changes: str | None
    ) -> int:
        """Send an upload as the page does, except for these changes; return the status."""
        headers = {"Content-Type": "multipart/form-data; boundary=b", "Origin": self.origin,
                   "Cookie": self.cookies, "X-Xsrftoken": self.token}  # fmt: skip
        headers |= {name.replace("_", "-"): text for name, text in changes.items()}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            path = f"/kernels/_stcore/upload_file/{self.session}/{file}"
            sent_headers = {name: text for name, text in headers.items() if text is not None}
            connection.request(method, path, BODY % rows, sent_headers)
            return connection.getresponse().status
        finally:
            connection.close()


def given_cookies(port: int, path: str) -> dict[str, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        cookies = connection.getresponse().headers.get_all("set-cookie") or []
    finally:
        connection.close()
    pairs = (cookie.partition(";")[0].partition("=") for cookie in cookies)
    return {name: value for name, _, value in pairs}


def socket(port: int, cookies: str, token: str = "t", origin: str | None = None):
    return connect(
        f"ws://127.0.0.1:{port}/kernels/_stcore/stream", origin=origin, max_size=None,
        max_queue=None, close_timeout=1,
        subprotocols=["streamlit", token], additional_headers={"Cookie": cookies},
    )  # fmt: skip


def session_of(page: ClientConnection) -> str:
    """Start the page's first run, as a browser does, and return the id of its session."""
    message = BackMsg()
    message.rerun_script.query_string = ""
    page.send(message.SerializeToString())
    while True:
        forward = ForwardMsg.FromString(page.recv(timeout=30))
        if forward.WhichOneof("type") == "new_session":
            return forward.new_session.initialize.session_id


def arrive(stack: ExitStack, port: int) -> Visitor:
    """Open a page and return its visitor; its web socket stays open until the stack is closed."""
    jar = given_cookies(port, "/kernels/") | given_cookies(port, "/kernels/_stcore/health")
    token = jar["_streamlit_xsrf"]
    cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
    page = stack.enter_context(socket(port, cookies, token, f"http://127.0.0.1:{port}"))
    return Visitor(port, cookies, token, session_of(page))


@pytest.fixture(params=["nginx", "replica"])
def visitor(request, hosted):
    with ExitStack() as stack:
        yield arrive(stack, hosted.port if request.param == "nginx" else hosted.replicas[0].port)


@pytest.mark.thorough(keep_every=2)
def test_a_pages_own_upload_is_accepted(visitor):
    assert visitor.sends() == 204
    assert visitor.sends("DELETE") == 204


def test_a_pages_uploads_are_limited_in_total_and_a_removal_frees_space(hosted):
    with ExitStack() as stack:
        first, second = (arrive(stack, hosted.replicas[0].port) for _ in range(2))
        megabyte = b"x" * (2**20 - 1000)
        names = [f"f{k}" for k in range(PAGE_UPLOADS_BYTES // 2**20)]
        assert {first.sends(file=name, rows=megabyte) for name in names} == {204}
        assert first.sends(file="more", rows=megabyte) == 413
        assert second.sends(file="own", rows=megabyte) == 204
        assert first.sends("DELETE", file=names[0]) == 204
        assert first.sends(file="more", rows=megabyte) == 204


def test_a_forged_upload_is_refused(visitor):
    """A form or script of another site sends at most the cookie; it can neither read the token nor
    hide its origin."""
    other_token = f"2|00000000|{'ab' * 16}|1700000000"
    without_token = "; ".join(c for c in visitor.cookies.split("; ") if "xsrf" not in c)
    for changes in (
        {"X_Xsrftoken": None},
        {"X_Xsrftoken": ""},
        {"X_Xsrftoken": other_token},
        {"X_Xsrftoken": "2|"},
        {"X_Xsrftoken": visitor.token, "Cookie": without_token},
        {"X_Xsrftoken": None, "Cookie": without_token, "Origin": None},
        {"Origin": OTHER_SITE},
        {"Origin": OTHER_SITE, "X_Xsrftoken": None},
        {"Origin": "null"},
    ):
        for method in ("PUT", "DELETE"):
            assert visitor.sends(method, **changes) == 403, (method, changes)
    for changes in ({}, {"Origin": OTHER_SITE, "X_Xsrftoken": None}):
        assert visitor.sends("POST", **changes) in (403, 405), "what a plain form can send"


def test_a_page_of_another_site_cannot_open_a_socket(visitor):
    for origin in (OTHER_SITE, "null", f"http://127.0.0.1:{visitor.port + 1}", "http://localhost"):
        with pytest.raises(InvalidStatus) as error:
            socket(visitor.port, visitor.cookies, visitor.token, origin)
        assert error.value.response.status_code == 403


def test_an_upload_belongs_to_the_replica_of_its_session(hosted):
    """The visitor's token is valid at every replica, but another replica has no such session."""
    with ExitStack() as stack:
        visitor = arrive(stack, hosted.replicas[0].port)
        elsewhere = replace(visitor, port=hosted.replicas[1].port)
        assert (visitor.sends(), elsewhere.sends()) == (204, 400)


def test_a_download_is_looked_for_at_every_replica(hosted):
    line = 'kernels_requests_total{route="media",status="4xx"}'
    before = hosted.count(line)
    assert hosted.get("/kernels/media/0123456789abcdef.csv").status == 404
    assert [
        count_after - count_before
        for count_after, count_before in zip(hosted.count(line), before, strict=True)
    ] == [1, 1]
