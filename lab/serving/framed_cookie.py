"""The cookie that an upload needs, kept by browsers in a frame of another site too.

Streamlit takes an upload only with its token against forged requests, which is a cookie. In a frame
of another site browsers keep a cookie only with `SameSite=None; Secure; Partitioned`, the last of
which no setting of Streamlit adds: then it belongs to this site as framed by that one. Nothing is
lost by it: the token is still compared, and `lab.serving.origin_check` refuses other sites' pages.
"""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

from lab.endpoints.asgi_helpers import header

_COOKIE = f"{XSRF_COOKIE_NAME}=".encode()
_REACH = re.compile(rb";\s*(samesite=\w+|secure|partitioned)(?=\s*(;|$))", re.IGNORECASE)


class FramedCookie:
    """Marks the cookie of every answer over TLS, where the proxy in front may have ended it. For a
    course that names no `frame_ancestors` it is left out."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _came_over_tls(scope):
            await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name, _mark(name, value)) for name, value in message.get("headers", ())]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, marked)


def _came_over_tls(scope: Scope) -> bool:
    """Whether the browser asked over TLS. A visitor who says so falsely loses its own cookie."""
    scheme = header(scope, b"x-forwarded-proto").partition(",")[0].strip().lower()
    return (scheme or scope.get("scheme")) == "https"


def _mark(name: bytes, value: bytes) -> bytes:
    if name.lower() != b"set-cookie" or not value.startswith(_COOKIE):
        return value
    return _REACH.sub(b"", value) + b"; SameSite=None; Secure; Partitioned"
