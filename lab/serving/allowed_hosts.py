"""Refuse requests to host names other than this site's, as protection against DNS rebinding."""

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from lab.endpoints.asgi_helpers import header, refuse

PROBES = ("/healthz", "/metrics")  # paths that programs on the host itself request by IP address


class AllowedHosts:
    """Middleware that refuses requests to host names other than `hosts`; without `hosts` it refuses
    none."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()):
        self._app, self._hosts = app, {name_of(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._is_ours(scope):
            await self._app(scope, receive, send)
        else:
            await refuse(scope, send, 421, "This server does not answer under this host name.")

    def _is_ours(self, scope: Scope) -> bool:
        if not self._hosts or scope["path"].endswith(PROBES):
            return True
        return name_of(header(scope, b"host")) in self._hosts


def name_of(host: str) -> str:
    """Return a host's name without its port; an IPv6 address keeps its brackets."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()
