"""Gzip Streamlit's files once, and serve them from a cache.

Streamlit serves them uncompressed, 2.7 MB before the first picture; compressing them for each
visitor would cost more than sending them. A file's address contains a hash of its content, so the
cache stays valid.
"""

import asyncio
import gzip

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints.asgi_helpers import Headers, header
from lab.endpoints.workers.work_pool import ByteLRU

# Size of the cache: more than all of Streamlit's scripts and styles when compressed.
CACHE_BYTES = 16 * 2**20
_GZIP_LEVEL = 6
_MIN_BYTES = 1000  # smallest size of a file that is compressed
_TYPES = (b"text/", b"application/javascript", b"application/json", b"image/svg")


class GzipCache:
    """Middleware that serves files below `prefix` from a cache of their compressed bytes."""

    def __init__(self, app: ASGIApp, prefix: str = "/static/", budget: int = CACHE_BYTES):
        self._app, self._prefix = app, prefix
        self.cache: ByteLRU[tuple[list[tuple[bytes, bytes]], bytes]] = ByteLRU(budget)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._can_be_packed(scope):
            await self._app(scope, receive, send)
            return
        packed = self.cache.get(scope["path"])
        if packed is None:
            packed = await self._pack(scope, receive, send)
        if packed is not None:
            headers, body = packed
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def _can_be_packed(self, scope: Scope) -> bool:
        """Return whether a request is for a file below the prefix and accepts gzip: a GET that is
        neither partial nor conditional."""
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
        """Compress and cache the app's answer, and return its headers and body. If it can't be
        compressed, pass it on and return None."""
        start: Message | None = None
        body, is_passed_on = bytearray(), False

        async def gather(message: Message) -> None:
            nonlocal start, is_passed_on
            if message["type"] == "http.response.start":
                start, is_passed_on = message, not _is_compressible(message)
            elif not is_passed_on:
                body.extend(message.get("body", b""))
                return
            if is_passed_on:
                await send(message)

        await self._app(scope, receive, gather)
        if is_passed_on or start is None:
            return None
        packed = await asyncio.to_thread(gzip.compress, bytes(body), _GZIP_LEVEL, mtime=0)
        entry = _headers(start["headers"], len(packed)), packed
        self.cache.put(scope["path"], entry, len(packed))
        return entry


def _is_compressible(start: Message) -> bool:
    """Return whether an answer is an immutable, uncompressed file of a type and size for which
    compression is worthwhile."""
    headers = {name.lower(): value for name, value in start["headers"]}
    return (
        start["status"] == 200
        and b"immutable" in headers.get(b"cache-control", b"")
        and headers.get(b"content-type", b"").startswith(_TYPES)
        and b"content-encoding" not in headers
        and int(headers.get(b"content-length", b"0")) >= _MIN_BYTES
    )


def _headers(original_headers: Headers, size: int) -> list[tuple[bytes, bytes]]:
    """Return the headers for a file's `size` compressed bytes, from the file's original headers."""
    names = (b"content-type", b"cache-control", b"last-modified")
    headers = [(name, value) for name, value in original_headers if name.lower() in names]
    return [
        *headers,
        (b"content-encoding", b"gzip"),
        (b"content-length", str(size).encode()),
        (b"vary", b"Accept-Encoding"),
    ]
