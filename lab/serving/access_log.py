"""Count each request and, if course.toml sets `log`, write it to standard output as one line.

    time=2026-11-21T19:30:00Z method=GET route=frames status=200 bytes=412345 ms=12.3

The route is one of a fixed list. No line identifies a person: addresses, cookies and browsers are
not logged. Queries are not logged either, since a scene may contain a visitor's text.
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
STREAMLIT_ROUTES = (
    "static", "media", "component", "_stcore/stream", "_stcore/health", "_stcore/host-config",
    "_stcore/upload_file", "_stcore/bidi-components", "_stcore/metrics",
)  # fmt: skip


def log_to_standard_output() -> None:
    """Send the log to standard output. The server calls this once, if course.toml sets `log`."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def route_of(path: str, routes: Collection[str]) -> str:
    """Return the route to log for a path: its first part or its first two parts, if these are among
    `routes`; "home" for the base path; "other" for any other path."""
    base = public_path("")
    if not path.startswith(base):
        return "healthz" if path == "/healthz" else "other"
    parts = path.removeprefix(base).strip("/").split("/")
    if parts == [""]:
        return "home"
    return next((n for n in (parts[0], "/".join(parts[:2])) if n in routes), "other")


class AccessLog:
    """Middleware that times every request, counts the bytes of its answer, and logs the request."""

    def __init__(self, app: ASGIApp, routes: Collection[str] = (), metrics: Metrics = METRICS):
        self._app, self._routes, self._metrics = app, {*routes, *STREAMLIT_ROUTES}, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        start_time, bytes_sent = time.perf_counter(), 0
        # The status to log if the app sends none: a web socket is open, or the app has failed.
        status = 101 if scope["type"] == "websocket" else 500

        async def send_and_count(message: Message) -> None:
            nonlocal status, bytes_sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = 403 if bytes_sent == 0 and status == 101 else status
            bytes_sent += len(message.get("body") or message.get("bytes") or b"")
            await send(message)

        try:
            await self._app(scope, receive, send_and_count)
        finally:
            self._record(scope, status, bytes_sent, time.perf_counter() - start_time)

    def _record(self, scope: Scope, status: int, bytes_sent: int, seconds: float) -> None:
        route = route_of(scope["path"], self._routes)
        self._metrics.observe(route, status, seconds, bytes_sent)
        if log.isEnabledFor(logging.INFO) and log.handlers:
            method = scope.get("method", "SOCKET")
            time_now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            method = method if method in (*METHODS, "SOCKET") else "other"
            log.info(
                "time=%s method=%s route=%s status=%d bytes=%d ms=%.1f",
                time_now, method, route, status, bytes_sent, 1000 * seconds,
            )  # fmt: skip
