"""Identify the client of a request by its address. A header with the address is trusted only from
known proxies.

Addresses are held in memory as keys of the limits, and never written to a file or a log.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from contextvars import ContextVar
from typing import TYPE_CHECKING

from lab.endpoints.asgi_helpers import header

if TYPE_CHECKING:  # types only: Starlette is not in the browser's Python
    from starlette.types import ASGIApp, Receive, Scope, Send

NO_CLIENT = "nobody"  # name that stands for the client in the server's own work, and in tests
_IPV6_PREFIX_BITS = 64  # usual prefix length of the network of a household or a campus

# The client whose request is being answered; the work counts towards this client's quota.
CLIENT: ContextVar[str] = ContextVar("client", default=NO_CLIENT)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Parse networks such as "10.0.0.0/8". Raises ValueError for a text that is not a network."""
    return tuple(ipaddress.ip_network(text) for text in texts)


def client_of(scope: Scope, proxies: Iterable[Network] = ()) -> str:
    """Return the client of a request.

    It is the connection's peer, unless that is one of `proxies`. In that case X-Forwarded-For is
    read from its end: the client is the first address that is not a proxy's or, without one, the
    last address read. At most eight entries are read; an entry that is not an address ends the
    reading. An IPv6 address is replaced by its /64 network. A peer without an IP address is
    NO_CLIENT.
    """
    peer = _address((scope.get("client") or ("", 0))[0])
    if peer is None:
        return NO_CLIENT
    hops = [_address(hop.strip()) for hop in header(scope, b"x-forwarded-for").split(",")[-8:]]
    while _is_in(peer, proxies) and hops:
        hop = hops.pop()
        if hop is None:
            break  # not an address, so the proxy that reported it counts as the client
        peer = hop
    return _client_name(peer)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in(address, proxies: Iterable[Network]) -> bool:
    return any(address.version == net.version and address in net for net in proxies)


def _client_name(address) -> str:
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _IPV6_PREFIX_BITS), strict=False))


class ClientIdentity:
    """Middleware that sets CLIENT for every request."""

    def __init__(self, app: ASGIApp, proxies: Iterable[str] = ()):
        self._app, self._proxies = app, networks(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            CLIENT.set(client_of(scope, self._proxies))
        await self._app(scope, receive, send)
