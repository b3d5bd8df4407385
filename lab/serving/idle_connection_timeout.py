"""Close connections that do not complete the head of a request in time.

Middleware is called only once the head of a request is complete. Uvicorn has no such limit: its
keep-alive timeout begins after an answer and ends with the next byte. So this module wraps
uvicorn's protocol: a timer runs while a connection awaits a request.
"""

import asyncio
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

TIMEOUT_SECONDS = 15.0  # time for the head of a request, as in nginx
# Largest number of connections that await a request; beyond it the oldest are closed.
MAX_CONNECTIONS = 512
# Delay before surplus connections are closed, since a new connection may have sent data that is not
# read yet.
_TRIM_DELAY_SECONDS = 0.1


class IdleTimeout:
    """The connections that await a request, each with its timer, the oldest first."""

    def __init__(self, seconds: float = TIMEOUT_SECONDS, max_connections: int = MAX_CONNECTIONS):
        self._seconds, self._max_connections = seconds, max_connections
        self._timers: OrderedDict[Any, asyncio.TimerHandle] = OrderedDict()
        self._is_trimming = False

    def __len__(self) -> int:
        return len(self._timers)

    def check(self, connection: Any) -> None:
        """Start the timer of a connection if it awaits a request; otherwise stop its timer."""
        if not _awaits_request(connection):
            self.forget(connection)
        elif connection not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[connection] = loop.call_later(self._seconds, self.close, connection)
            if len(self._timers) > self._max_connections and not self._is_trimming:
                self._is_trimming = True
                loop.call_later(_TRIM_DELAY_SECONDS, self._trim)

    def forget(self, connection: Any) -> None:
        timer = self._timers.pop(connection, None)
        if timer:
            timer.cancel()

    def close(self, connection: Any) -> None:
        self.forget(connection)
        connection.transport.close()

    def _trim(self) -> None:
        self._is_trimming = False
        while len(self._timers) > self._max_connections:
            self.close(next(iter(self._timers)))

    def watch(self, protocol: Any) -> None:
        """Patch a class of uvicorn's HTTP protocols, so that `check` is called when a connection is
        made and when data arrive, and `forget` when the connection is lost."""
        original_connection_made, original_data_received, original_connection_lost = (
            protocol.connection_made,
            protocol.data_received,
            protocol.connection_lost,
        )

        def connection_made(connection: Any, transport: asyncio.Transport) -> None:
            original_connection_made(connection, transport)
            self.check(connection)

        def data_received(connection: Any, data: bytes) -> None:
            original_data_received(connection, data)
            self.check(connection)

        def connection_lost(connection: Any, error: Exception | None) -> None:
            self.forget(connection)
            original_connection_lost(connection, error)

        protocol.connection_made = connection_made
        protocol.data_received = data_received
        protocol.connection_lost = connection_lost


def _awaits_request(connection: Any) -> bool:
    """Return whether a connection is not a web socket and no request on it is being answered."""
    transport, cycle = connection.transport, connection.cycle
    if transport.is_closing() or transport.get_protocol() is not connection:
        return False
    return cycle is None or cycle.response_complete


def limit_idle_connections() -> None:
    """Limit the idle time of every connection of this process."""
    IdleTimeout().watch(AutoHTTPProtocol)
