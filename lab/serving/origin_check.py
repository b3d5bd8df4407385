"""Refuse requests that pages of other sites send in a visitor's name.

The header Origin names the site whose page opens a web socket or sends data. Streamlit checks it
too, but for an unknown origin it first looks up this machine's public address on the internet,
which blocks all other requests; so unknown origins are refused here. Such a request without Origin
is not from a browser and is let through; uploads need Streamlit's token in any case.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from lab.endpoints.asgi_helpers import header, refuse
from lab.serving.allowed_hosts import name_of

READ_METHODS = ("GET", "HEAD", "OPTIONS")


class SameOrigin:
    """Middleware that lets pages of other sites only read: they can't open a web socket, and can
    use only READ_METHODS.

    This site's names are the request's host and, for a proxy that replaces this host, the course's
    `hosts`. Any site may send data to the paths in `cross_site`, which check what they receive.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), cross_site: Collection[str] = ()):
        self._app, self._hosts = app, {name_of(host) for host in hosts}
        self._cross_site = cross_site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._needs_check(scope) and not self._is_ours(scope):
            await refuse(scope, send, 403, "Only pages of this site may send this request.")
        else:
            await self._app(scope, receive, send)

    def _needs_check(self, scope: Scope) -> bool:
        return scope["type"] == "websocket" or (
            scope["type"] == "http"
            and scope["method"] not in READ_METHODS
            and scope["path"] not in self._cross_site
        )

    def _is_ours(self, scope: Scope) -> bool:
        host = header(scope, b"host").lower()
        origins = (value for key, value in scope["headers"] if key == b"origin")
        return all(self._is_own_origin(value.decode("latin-1").lower(), host) for value in origins)

    def _is_own_origin(self, origin: str, host: str) -> bool:
        try:
            name = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(name) and (name == host or name_of(name) in self._hosts)
