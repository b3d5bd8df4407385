"""Streamlit's own files, gzipped once and kept: it serves them as they lie on the disk, 2.7 MB of
them before the first picture, and compressing for each visitor would cost more than sending.

A file's address holds its content's hash, so what was packed once stays right.
"""

import asyncio
import gzip

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints.asgi_helpers import Headers, header
from lab.endpoints.workers.work_pool import ByteLRU

BUDGET = 16 * 2**20  # all of Streamlit's scripts and styles, packed, take less
_LEVEL = 6
_SMALL = 1000  # bytes below which packing gains nothing
_TYPES = (b"text/", b"application/javascript", b"application/json", b"image/svg")


class GzipCache:
    """Answers for files below `prefix` from packed bytes, once they have been sent plain."""

    def __init__(self, app: ASGIApp, prefix: str = "/static/", budget: int = BUDGET):
        self._app, self._prefix = app, prefix
        self.kept: ByteLRU[tuple[list[tuple[bytes, bytes]], bytes]] = ByteLRU(budget)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._concerns(scope):
            await self._app(scope, receive, send)
            return
        packed = self.kept.get(scope["path"])
        if packed is None:
            packed = await self._pack(scope, receive, send)
        if packed is not None:
            headers, body = packed
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def _concerns(self, scope: Scope) -> bool:
        """GET with gzip, and neither a part of a file nor a question whether it has changed."""
        return (
            scope["type"] == "http"
            and scope["method"] == "GET"
            and scope["path"].startswith(self._prefix)
            and "gzip" in header(scope, b"accept-encoding")
            and not header(scope, b"range")
            and not header(scope, b"if-none-match")
            and not header(scope, b"if-modified-since")
        )

    async def _pack(self, scope: Scope, receive: Receive, send: Send):
        """Asks the app. What can't be packed is sent as it comes, and None returned."""
        start: Message | None = None
        body, passing = bytearray(), False

        async def gather(message: Message) -> None:
            nonlocal start, passing
            if message["type"] == "http.response.start":
                start, passing = message, not _packable(message)
            elif not passing:
                body.extend(message.get("body", b""))
                return
            if passing:
                await send(message)

        await self._app(scope, receive, gather)
        if passing or start is None:
            return None
        packed = await asyncio.to_thread(gzip.compress, bytes(body), _LEVEL, mtime=0)
        entry = _headers(start["headers"], len(packed)), packed
        self.kept.put(scope["path"], entry, len(packed))
        return entry


def _packable(start: Message) -> bool:
    """Whether an answer is a file for ever, of a type that packing makes smaller."""
    headers = {name.lower(): value for name, value in start["headers"]}
    return (
        start["status"] == 200
        and b"immutable" in headers.get(b"cache-control", b"")
        and headers.get(b"content-type", b"").startswith(_TYPES)
        and b"content-encoding" not in headers
        and int(headers.get(b"content-length", b"0")) >= _SMALL
    )


def _headers(headers_given: Headers, size: int) -> list[tuple[bytes, bytes]]:
    """The file's headers as they are for its packed bytes."""
    names = (b"content-type", b"cache-control", b"last-modified")
    headers = [(name, value) for name, value in headers_given if name.lower() in names]
    return [
        *headers,
        (b"content-encoding", b"gzip"),
        (b"content-length", str(size).encode()),
        (b"vary", b"Accept-Encoding"),
    ]
