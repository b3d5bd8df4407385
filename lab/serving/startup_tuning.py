"""Remove two delays from the server: Nagle's algorithm, and slow switching between threads.

Streamlit opens its listening socket without naming the protocol, and asyncio then leaves Nagle's
algorithm on: the body of every small answer waits some 40 ms until the browser has acknowledged
the header. While a point is dragged, each frame would have this delay.
"""

import asyncio
import contextlib
import socket
import sys
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

_SWITCH_INTERVAL_SECONDS = 0.001


def disable_nagle(protocol: Any = AutoHTTPProtocol) -> None:
    """Set TCP_NODELAY on every connection of one of uvicorn's HTTP protocols."""
    original_connection_made = protocol.connection_made

    def connection_made(connection: Any, transport: asyncio.Transport) -> None:
        with contextlib.suppress(OSError):  # the transport may not be a TCP socket
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        original_connection_made(connection, transport)

    protocol.connection_made = connection_made


def shorten_thread_switch() -> None:
    """Let Python switch between threads every 1 ms instead of every 5 ms.

    While a page's script runs, an answer waits until Python switches to the answer's thread.
    Switching every 1 ms costs next to nothing.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
