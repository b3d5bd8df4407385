"""Who asks: an address, believed from a proxy only where that proxy is known.

Nobody's address is written anywhere. It is the key of the limits, in memory, and no more.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from contextvars import ContextVar
from typing import TYPE_CHECKING

from lab.endpoints.asgi_helpers import header

if TYPE_CHECKING:  # who asks is known without a server too
    from starlette.types import ASGIApp, Receive, Scope, Send

NOBODY = "nobody"  # the server's own work, and tests
_SIX = 64  # bits of an IPv6 address that name a household or a campus network

# Whose request is being answered; work that is begun for it is put on this client's account.
CLIENT: ContextVar[str] = ContextVar("client", default=NOBODY)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The networks that these texts name. Raises ValueError for anything else."""
    return tuple(ipaddress.ip_network(text) for text in texts)


def client_of(scope: Scope, proxies: Iterable[Network] = ()) -> str:
    """The client of a request: the peer; or, where the peer is one of `proxies`, the last address
    in X-Forwarded-For that is not. An IPv6 client is its /64 network."""
    peer = _address((scope.get("client") or ("", 0))[0])
    if peer is None:
        return NOBODY
    hops = [_address(hop.strip()) for hop in header(scope, b"x-forwarded-for").split(",")[-8:]]
    while _within(peer, proxies) and hops:
        hop = hops.pop()
        if hop is None:
            break  # what the proxy says is no address: then the proxy itself is the client
        peer = hop
    return _named(peer)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _within(address, proxies: Iterable[Network]) -> bool:
    return any(address.version == net.version and address in net for net in proxies)


def _named(address) -> str:
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _SIX), strict=False))


class ClientIdentity:
    """Names the client of every request for whatever comes after."""

    def __init__(self, app: ASGIApp, proxies: Iterable[str] = ()):
        self._app, self._proxies = app, networks(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            CLIENT.set(client_of(scope, self._proxies))
        await self._app(scope, receive, send)
