"""Replace the script tags in Streamlit's index.html by the app's start script.

Streamlit sends one index.html for all pages, and the rest of a page through its web socket. The
start script loads Streamlit and, at the same time, everything that the first picture needs. Where
the web socket is blocked, only a script in the HTML can show a message.
"""

import json
import re
import secrets
from collections.abc import Sequence
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_routes import _ensure_xsrf_cookie

from lab.course import course, first_sweep
from lab.endpoints import static_assets
from lab.endpoints.server_sent_events import step
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded
from lab.serving.security_headers import NONCE
from lab.serving.streamlit_files.module_pack import CONNECTION, packs_of

START = "assets/base/start-page.js"
_SHELL = '<div id="root"></div>'  # an element that only Streamlit's index.html has
_ENTRY = re.compile(r'<script type="module"[^>]*\bsrc="([^"]+)"[^>]*></script>')
_FONT = re.compile(r'<link\s+rel="preload"\s+href="([^"]+)"\s+as="font"[^>]*>\s*')
_PRELOADED = re.compile(r'<link rel="modulepreload"[^>]*>\s*')
# These headers are dropped from the request, since a cached copy of Streamlit's file lacks our
# script, and a compressed page can't be changed.
_DROPPED_REQUEST_HEADERS = (b"if-", b"accept-encoding")
_DROPPED_RESPONSE_HEADERS = (
    b"content-length",
    b"etag",
    b"last-modified",
)  # headers of an answer that describe Streamlit's file, without our script


class PageHead:
    """Middleware that adds the start script to Streamlit's index.html."""

    def __init__(self, app: ASGIApp, site: str = "", host_origins: Sequence[str] = ()):
        """`site`: the address of the course's static site, if any; `host_origins`:
        sites whose pages may send messages to Streamlit in a frame."""
        self._app, self._site = app, site
        self._host = {"allowedOrigins": [*host_origins], "useExternalAuthToken": False}

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
                nonce = secrets.token_urlsafe(16)
                path = scope["path"].removeprefix(static_assets.public_path("")).strip("/")
                frame = await _first_frame(path, scope["query_string"])
                packs = await run_in_threadpool(packs_of, path)
                html = self._with_start_script(
                    body.decode(), [pack.url for pack in packs], frame, nonce
                )
                headers = [
                    header_pair
                    for header_pair in start["headers"]
                    if header_pair[0].lower() not in _DROPPED_RESPONSE_HEADERS
                ]
                if html:
                    headers += [(NONCE, nonce.encode()), *_xsrf_cookie(scope)]
                content = html.encode() or bytes(body)
                length = (b"content-length", str(len(content)).encode())
                await send({**start, "headers": [*headers, length]})
                await send({"type": "http.response.body", "body": content})

        headers = [
            pair
            for pair in scope["headers"]
            if not pair[0].lower().startswith(_DROPPED_REQUEST_HEADERS)
        ]
        page_scope = {**scope, "headers": headers} if _wants_page(scope) else scope
        await self._app(page_scope, receive, rewrite)

    def _with_start_script(self, html: str, packs: list[str], frame: str, nonce: str) -> str:
        """Return Streamlit's HTML with the start script in place of its own script, and with the
        course's language and title; "" for other HTML."""
        entry, font = _ENTRY.search(html), _FONT.search(html)
        if _SHELL not in html or not entry:
            return ""
        settings = {
            "base": static_assets.public_path(""),
            "connection": self._site,
            "host": json.dumps(self._host),
            "packs": json.dumps(packs),
            "start": json.dumps([static_assets.url(CONNECTION), entry[1]]),
            "style": static_assets.url(static_assets.LIVE_STYLE),
            "frame": frame,
            "font": font[1] if font else "",
        }
        words = "".join(f' data-{name}="{escape(value)}"' for name, value in settings.items())
        code = static_assets.without_comments(static_assets.read(START))
        script = f'<script nonce="{nonce}"{words}>{code}</script>'
        without_preloads = _PRELOADED.sub("", _FONT.sub("", html))
        language = f'<html lang="{course.current().language}"'
        title = f"<title>{escape(course.current().title)}</title>"
        return (
            without_preloads.replace('<html lang="en"', language, 1)
            .replace("<title>Streamlit</title>", title, 1)
            .replace(entry[0], script)
        )


async def _first_frame(path: str, query: bytes) -> str:
    """Return the address of the first frame of the page's first picture; "" if the picture has no
    such address, or if computing the address takes too much CPU time."""
    try:
        return await step(first_sweep.frame_of_page, path, query)
    except CpuTimeExceeded:
        return ""


def _xsrf_cookie(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the header with Streamlit's XSRF cookie.

    By itself, Streamlit sets this cookie only with its answer to /_stcore/health. By then the web
    socket, whose request must contain the cookie, is open already.
    """
    answer = Response()
    _ensure_xsrf_cookie(Request(scope), answer)
    return [pair for pair in answer.raw_headers if pair[0] == b"set-cookie"]


def _wants_page(scope: Scope) -> bool:
    return any(
        name.lower() == b"accept" and b"text/html" in value for name, value in scope["headers"]
    )


def _is_page(start: Message) -> bool:
    """Return whether an answer is HTML and not compressed, so that it can be changed."""
    headers = {name.lower(): value for name, value in start.get("headers", ())}
    is_html = headers.get(b"content-type", b"").startswith(b"text/html")
    return is_html and b"content-encoding" not in headers
