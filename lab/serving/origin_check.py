"""Who may act in a visitor's name: this site's own pages, and no other site's.

A browser says in Origin whose page opens a web socket or sends something. Streamlit looks at it
too, but for a strange one it first asks the internet for this machine's address, while all others
wait; so what is strange ends here. What comes without an Origin is no browser's; uploads need
Streamlit's token all the same.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from lab.endpoints.asgi_helpers import header, refuse
from lab.serving.allowed_hosts import name_of

READING = ("GET", "HEAD", "OPTIONS")


class SameOrigin:
    """Refuses web sockets and everything but reading to pages of other sites.

    Ours are the host that was asked and, where a proxy hides it, the course's `hosts`.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()):
        self._app, self._hosts = app, {name_of(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._acts(scope) and not self._is_ours(scope):
            await refuse(scope, send, 403, "Only this site's own pages may do that.")
        else:
            await self._app(scope, receive, send)

    def _acts(self, scope: Scope) -> bool:
        return scope["type"] == "websocket" or (
            scope["type"] == "http" and scope["method"] not in READING
        )

    def _is_ours(self, scope: Scope) -> bool:
        host = header(scope, b"host").lower()
        origins = (value for key, value in scope["headers"] if key == b"origin")
        return all(self._named(value.decode("latin-1").lower(), host) for value in origins)

    def _named(self, origin: str, host: str) -> bool:
        try:
            name = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(name) and (name == host or name_of(name) in self._hosts)
