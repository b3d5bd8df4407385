"""Mark the cookie that an upload needs, so that it works in a frame of another site.

Streamlit accepts an upload only with its token against forged requests, and sends this token as a
cookie. In a frame of another site browsers store a cookie only with `SameSite=None; Secure;
Partitioned`, and no setting of Streamlit adds `Partitioned`. A partitioned cookie is valid only in
frames of that other site. The mark does not weaken the protection: Streamlit still compares the
token, and `lab.serving.origin_check` refuses uploads from other sites' pages.
"""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

from lab.endpoints.asgi_helpers import header

_COOKIE = f"{XSRF_COOKIE_NAME}=".encode()
_COOKIE_SCOPE = re.compile(rb";\s*(samesite=\w+|secure|partitioned)(?=\s*(;|$))", re.IGNORECASE)


class FramedCookie:
    """Middleware that marks the cookie in every answer over TLS, also where a proxy ends TLS.

    A course without `frame_ancestors` does not need it.
    """

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _is_tls(scope):
            await self._app(scope, receive, send)
            return

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name, _mark(name, value)) for name, value in message.get("headers", ())]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_marked)


def _is_tls(scope: Scope) -> bool:
    """Return whether the browser used TLS, by the header X-Forwarded-Proto if a proxy has set it. A
    client that forges this header only loses its own cookie."""
    scheme = header(scope, b"x-forwarded-proto").partition(",")[0].strip().lower()
    return (scheme or scope.get("scheme")) == "https"


def _mark(name: bytes, value: bytes) -> bytes:
    if name.lower() != b"set-cookie" or not value.startswith(_COOKIE):
        return value
    return _COOKIE_SCOPE.sub(b"", value) + b"; SameSite=None; Secure; Partitioned"
