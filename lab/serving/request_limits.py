"""Bounds for every request before anything is done for it: its size, its time, how many.

What a request may ask to be computed is bounded elsewhere: `lab.scene.fields` bounds every number
of a scene, `lab.endpoints.workers.work_pool.WorkPool` what is under way,
`lab.endpoints.token_bucket` what one client may use up.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.course.limits import Limits
from lab.endpoints.asgi_helpers import header, header_bytes, refuse
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.token_bucket import TokenBucket
from lab.serving.metrics import METRICS
from lab.serving.websocket_throttle import WebsocketThrottle

TARGET_BYTES = 9 * 1024  # path and query; a scene's own part is at most 8 kB
HEADER_BYTES = 32 * 1024
BODY_BYTES = 64 * 1024  # of anything but an upload
BODY_SECONDS = 30  # in which a body must have come
SEND_SECONDS = 60  # in which a browser must have taken a piece of an answer
UPLOADS = "/_stcore/upload_file/"  # Streamlit checks session, XSRF token and exact size there
_FRAMING = 64 * 1024  # what a form adds to the file that it carries
PAGE_UPLOADS_BYTES = 64 * 2**20  # of all files that one page has uploaded; they lie in memory
ALL_UPLOADS_BYTES = 256 * 2**20  # of all pages together


class PayloadTooLarge(Exception):
    """A body that is larger than allowed, or slower: status, and why in a sentence."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


class RequestLimits:
    """Refuses what is too long, too much or too slow, with a sentence."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits | None = None,
        cheap: tuple[str, ...] = (),
        uploaded: Callable[[str], tuple[int, int]] = lambda session: (0, 0),
    ):
        """`cheap`: prefixes of paths whose answers are files; they do not count as requests.
        `uploaded`: the bytes of files held for a page's session, and for all."""
        self._app, self._limits = app, limits or Limits()
        self._cheap, self._uploaded = cheap, uploaded
        self.rate = TokenBucket(self._limits.requests_per_second, self._limits.requests_at_once)
        self._pace = WebsocketThrottle(
            self._limits.requests_per_second, self._limits.requests_at_once
        )
        self.sockets: Counter[str] = Counter()
        METRICS.gauge("kernels_sockets", "Pages that are open.", self.sockets.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if too_long := self._too_long(scope):
            await refuse(scope, send, *too_long)
        elif not scope["path"].startswith(self._cheap or ("\0",)) and not self.rate.spend(
            CLIENT.get()
        ):
            message = "Too many requests come from your network address. Wait a moment, try again."
            await refuse(scope, send, 429, message, 2)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def _too_long(self, scope: Scope) -> tuple[int, str] | None:
        target = len(scope.get("raw_path") or scope["path"].encode()) + len(scope["query_string"])
        if target > TARGET_BYTES:
            return 414, f"This address is longer than {TARGET_BYTES} bytes."
        if header_bytes(scope) > HEADER_BYTES:
            return 431, f"The headers of this request take more than {HEADER_BYTES} bytes."
        size = header(scope, b"content-length") or "0"
        if not (size.isascii() and size.isdigit()):
            return 400, "The length of this request is no number."
        if int(size[:20]) > (most := self._most(scope)):
            return 413, f"This request carries more than {most} bytes."
        if scope["type"] == "http" and scope["method"] == "PUT" and UPLOADS in scope["path"]:
            return self._too_much_with(int(size), scope["path"].partition(UPLOADS)[2])
        return None

    def _too_much_with(self, size: int, place: str) -> tuple[int, str] | None:
        """Why an upload of so many bytes is one too many; its place: session, then file."""
        own, every = self._uploaded(place.partition("/")[0])
        if own + size > PAGE_UPLOADS_BYTES:
            most = PAGE_UPLOADS_BYTES // 2**20
            return 413, f"This page holds {most} MB of files. Remove some, then upload the others."
        if every + size > ALL_UPLOADS_BYTES:
            return 503, "This server holds as many files as it can. Try again in a few minutes."
        return None

    def _most(self, scope: Scope) -> int:
        uploads = UPLOADS in scope["path"]
        return self._limits.upload_megabytes * 2**20 + _FRAMING if uploads else BODY_BYTES

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A page's web socket: so many in all, so many for each client."""
        client, limits = CLIENT.get(), self._limits
        full = self.sockets.total() >= limits.sockets
        if full or self.sockets[client] >= limits.sockets_per_client:
            await refuse(scope, send, 503, "This server is full.")
            return
        self.sockets[client] += 1
        try:
            await self._app(scope, self._pace.throttle(receive, client), send)
        finally:
            self.sockets[client] -= 1
            if not self.sockets[client]:
                del self.sockets[client]

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        most, begun = self._most(scope), False
        body, loop = 0, asyncio.get_running_loop()
        late = loop.time() + BODY_SECONDS
        more = True

        async def bounded() -> Message:
            nonlocal body, more
            if not more:  # all of it is here: what comes now is that the browser hangs up
                return await receive()
            try:
                async with asyncio.timeout_at(late):
                    message = await receive()
            except TimeoutError:
                raise PayloadTooLarge(408, "This request did not arrive in time.") from None
            body += len(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
            if body > most:
                raise PayloadTooLarge(413, f"This request carries more than {most} bytes.")
            return message

        async def patient(message: Message) -> None:
            nonlocal begun
            begun = True
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await send(message)
            except TimeoutError:  # the browser takes nothing more; its connection is closed
                raise PayloadTooLarge(408, "This answer was not taken in time.") from None

        try:
            await self._app(scope, bounded, patient)
        except PayloadTooLarge as fault:
            if not begun:
                await refuse(scope, send, fault.status, fault.message)
