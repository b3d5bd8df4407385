"""One line a request, on standard output, and its numbers; nothing in it is about a person.

    time=2026-11-21T19:30:00Z method=GET route=frames status=200 bytes=412345 ms=12.3

The route comes from the app's own list. Addresses, cookies, queries and browsers are not written:
a scene may hold what somebody typed.
"""

import logging
import sys
import time
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints.static_assets import public_path
from lab.serving.metrics import METRICS, Metrics

log = logging.getLogger("kernels.requests")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
OF_STREAMLIT = (
    "static", "media", "component", "_stcore/stream", "_stcore/health", "_stcore/host-config",
    "_stcore/upload_file", "_stcore/bidi-components", "_stcore/metrics",
)  # fmt: skip


def to_standard_output() -> None:
    """Lets the lines out. Called once, where course.toml asks for them."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def route_of(path: str, routes: Collection[str]) -> str:
    """Which of the known routes a path is: its first part, or its first two; else "other"."""
    base = public_path("")
    if not path.startswith(base):
        return "healthz" if path == "/healthz" else "other"
    parts = path.removeprefix(base).strip("/").split("/")
    if parts == [""]:
        return "home"
    return next((n for n in (parts[0], "/".join(parts[:2])) if n in routes), "other")


class AccessLog:
    """Times every request, counts what is sent, writes its line."""

    def __init__(self, app: ASGIApp, routes: Collection[str] = (), metrics: Metrics = METRICS):
        self._app, self._routes, self._metrics = app, {*routes, *OF_STREAMLIT}, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        begun, sent = time.perf_counter(), 0
        status = 101 if scope["type"] == "websocket" else 500  # where nothing is said at all

        async def counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = 403 if sent == 0 and status == 101 else status
            sent += len(message.get("body") or message.get("bytes") or b"")
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            self._note(scope, status, sent, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, sent: int, seconds: float) -> None:
        route = route_of(scope["path"], self._routes)
        self._metrics.observe(route, status, seconds, sent)
        if log.isEnabledFor(logging.INFO) and log.handlers:
            method = scope.get("method", "SOCKET")
            time_now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            method = method if method in (*METHODS, "SOCKET") else "other"
            log.info(
                "time=%s method=%s route=%s status=%d bytes=%d ms=%.1f",
                time_now, method, route, status, sent, 1000 * seconds,
            )  # fmt: skip
