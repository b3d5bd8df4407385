"""What a page's HTML brings beside Streamlit's own: our script that needs no web socket.

Streamlit sends one index.html for all pages, and everything else of a page comes through its web
socket. Where that is blocked, only what stands here can say so.
"""

from html import escape

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.endpoints import static_assets

SCRIPT = "assets/furniture/connection.js"
_SHELL = b'<div id="root"></div>'  # Streamlit's index.html, and no other page of the app
_FIRST = b'<script type="module"'  # Streamlit's own: ours says before it where the server is
# What a browser kept of Streamlit's file says nothing about the page with our script; and what is
# packed can't be added to.
_UNASKED = (b"if-", b"accept-encoding")
_CHANGED = (b"content-length", b"etag", b"last-modified")  # they speak of Streamlit's file


class PageHead:
    """Adds to the head of Streamlit's index.html, wherever it is the answer."""

    def __init__(self, app: ASGIApp, site: str = ""):
        """`site`: the address of the course's pages that need no server, if there are any."""
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: Message = {}
        body = bytearray()

        async def rewrite(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_page(message):
                start = message
                return
            if not start:
                await send(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
                added = self._added(bytes(body))
                headers = [pair for pair in start["headers"] if pair[0].lower() not in _CHANGED]
                length = (b"content-length", str(len(added)).encode())
                await send({**start, "headers": [*headers, length]})
                await send({"type": "http.response.body", "body": added})

        asked = [pair for pair in scope["headers"] if not pair[0].lower().startswith(_UNASKED)]
        page = {**scope, "headers": asked} if _wants_page(scope) else scope
        await self._app(page, receive, rewrite)

    def _added(self, html: bytes) -> bytes:
        if _SHELL not in html:
            return html
        return html.replace(_FIRST, self._head().encode() + _FIRST, 1)

    def _head(self) -> str:
        base, script = static_assets.public_path(""), static_assets.url(SCRIPT)
        return (
            f'<script type="module" src="{escape(script)}" data-base="{escape(base)}"'
            f' data-connection="{escape(self._site)}"></script>'
        )


def _wants_page(scope: Scope) -> bool:
    return any(
        name.lower() == b"accept" and b"text/html" in value for name, value in scope["headers"]
    )


def _is_page(start: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in start.get("headers", ())
    )
