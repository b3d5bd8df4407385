"""Limit the size of a request, and the time to receive it and to send its answer.

Other modules limit the number of requests (`lab.serving.client_limits`) and their work:
`lab.scene.fields` bounds every number of a scene, `lab.endpoints.workers.work_pool.WorkPool` the
work in progress, `lab.endpoints.token_bucket` the work for one client.
"""

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints.asgi_helpers import header, header_bytes, refuse

TARGET_BYTES = 9 * 1024  # largest size of path and query; a scene's own part is at most 8 kB
HEADER_BYTES = 32 * 1024
BODY_BYTES = 64 * 1024  # largest body of a request that is not an upload
BODY_SECONDS = 30  # time within which the whole body must arrive
SEND_SECONDS = 60  # time within which the browser must accept a piece of an answer
# Path of uploads. Streamlit itself checks their session, XSRF token and exact size.
UPLOADS = "/_stcore/upload_file/"
_FORM_OVERHEAD_BYTES = 64 * 1024  # largest size of the form around a file
# Largest total size of one page's uploads, which are stored in memory.
PAGE_UPLOADS_BYTES = 64 * 2**20
ALL_UPLOADS_BYTES = 256 * 2**20


class PayloadTooLarge(Exception):
    """A body is too large, or a body or an answer is transferred too slowly. `status` and `message`
    are for the answer."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


class RequestLimits:
    """Middleware that refuses requests that are too large or too slow."""

    def __init__(
        self,
        app: ASGIApp,
        upload_megabytes: int,
        uploaded_bytes: Callable[[str], tuple[int, int]] = lambda session: (0, 0),
    ):
        """`uploaded_bytes(session)`: the bytes of files in memory, of a page's session and of all
        sessions."""
        self._app, self._uploaded_bytes = app, uploaded_bytes
        self._upload_bytes = upload_megabytes * 2**20 + _FORM_OVERHEAD_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif refusal := self._length_refusal(scope):
            await refuse(scope, send, *refusal)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def _length_refusal(self, scope: Scope) -> tuple[int, str] | None:
        target = len(scope.get("raw_path") or scope["path"].encode()) + len(scope["query_string"])
        if target > TARGET_BYTES:
            return 414, f"This address is longer than {TARGET_BYTES} bytes."
        if header_bytes(scope) > HEADER_BYTES:
            return 431, f"The headers of this request take more than {HEADER_BYTES} bytes."
        size = header(scope, b"content-length") or "0"
        if not (size.isascii() and size.isdigit()):
            return 400, "The length of this request is not a number."
        if int(size[:20]) > (most := self._max_body_bytes(scope)):
            return 413, f"This request carries more than {most} bytes."
        if scope["type"] == "http" and scope["method"] == "PUT" and UPLOADS in scope["path"]:
            return self._upload_refusal(int(size), scope["path"].partition(UPLOADS)[2])
        return None

    def _upload_refusal(self, size: int, upload_path: str) -> tuple[int, str] | None:
        """Return the status and message that refuse an upload of `size` bytes; None if it fits.

        `upload_path` names the session and the file, with a slash between them.
        """
        page_bytes, all_bytes = self._uploaded_bytes(upload_path.partition("/")[0])
        if page_bytes + size > PAGE_UPLOADS_BYTES:
            megabytes = PAGE_UPLOADS_BYTES // 2**20
            return (
                413,
                f"A page can have at most {megabytes} MB of files. Remove some, then try again.",
            )
        if all_bytes + size > ALL_UPLOADS_BYTES:
            return 503, "This server has no room for more files. Try again in a few minutes."
        return None

    def _max_body_bytes(self, scope: Scope) -> int:
        return self._upload_bytes if UPLOADS in scope["path"] else BODY_BYTES

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        most, has_begun = self._max_body_bytes(scope), False
        body, loop = 0, asyncio.get_running_loop()
        deadline = loop.time() + BODY_SECONDS
        has_more = True

        async def receive_bounded() -> Message:
            nonlocal body, has_more
            if not has_more:  # the body is complete; the next message is the disconnect
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                refusal = f"This request did not arrive within {BODY_SECONDS} seconds."
                raise PayloadTooLarge(408, refusal) from None
            body += len(message.get("body", b""))
            has_more = message["type"] == "http.request" and message.get("more_body", False)
            if body > most:
                raise PayloadTooLarge(413, f"This request carries more than {most} bytes.")
            return message

        async def send_in_time(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await send(message)
            except TimeoutError:  # the browser accepts no more; its connection is closed
                raise PayloadTooLarge(
                    408,
                    f"The answer was not received within {SEND_SECONDS:g} seconds. "
                    "Load the page again.",
                ) from None

        try:
            await self._app(scope, receive_bounded, send_in_time)
        except PayloadTooLarge as fault:
            if not has_begun:
                await refuse(scope, send, fault.status, fault.message)
