"""Connections that say nothing, or a letter a minute: each ends when it has not asked in time.

Until a request's head is whole there is nothing that middleware could see, and uvicorn has no
setting for it (its keep-alive time begins after an answer, and ends with the next letter). So this
looks at uvicorn's own protocol: a timer runs whenever a connection owes a request.
"""

import asyncio
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS = 15.0  # in which the head of a request must have come, as nginx has it
MAX_CONNECTIONS = 512  # connections that owe one; of more, those that have for longest are closed
_BREATH = 0.1  # seconds first, for many may come at once and have said something already


class IdleTimeout:
    """The connections that owe a request, each with its timer, first come first."""

    def __init__(self, seconds: float = SECONDS, most: int = MAX_CONNECTIONS):
        self._seconds, self._most = seconds, most
        self._owing: OrderedDict[Any, asyncio.TimerHandle] = OrderedDict()
        self._trimming = False

    def __len__(self) -> int:
        return len(self._owing)

    def look(self, connection: Any) -> None:
        """Whether it owes a request now: where that is new its timer begins, where it is over the
        timer stops."""
        if not _owes(connection):
            self.forget(connection)
        elif connection not in self._owing:
            loop = asyncio.get_running_loop()
            self._owing[connection] = loop.call_later(self._seconds, self.close, connection)
            if len(self._owing) > self._most and not self._trimming:
                self._trimming = True
                loop.call_later(_BREATH, self._trim)

    def forget(self, connection: Any) -> None:
        timer = self._owing.pop(connection, None)
        if timer:
            timer.cancel()

    def close(self, connection: Any) -> None:
        self.forget(connection)
        connection.transport.close()

    def _trim(self) -> None:
        self._trimming = False
        while len(self._owing) > self._most:
            self.close(next(iter(self._owing)))

    def watch(self, protocol: Any) -> None:
        """Has every connection of one of uvicorn's HTTP protocols looked at."""
        made, came, lost = (
            protocol.connection_made,
            protocol.data_received,
            protocol.connection_lost,
        )

        def connection_made(self_: Any, transport: asyncio.Transport) -> None:
            made(self_, transport)
            self.look(self_)

        def data_received(self_: Any, data: bytes) -> None:
            came(self_, data)
            self.look(self_)

        def connection_lost(self_: Any, error: Exception | None) -> None:
            self.forget(self_)
            lost(self_, error)

        protocol.connection_made = connection_made
        protocol.data_received = data_received
        protocol.connection_lost = connection_lost


def _owes(connection: Any) -> bool:
    """Whether no request is being answered, and it has not become a web socket."""
    transport, cycle = connection.transport, connection.cycle
    if transport.is_closing() or transport.get_protocol() is not connection:
        return False
    return cycle is None or cycle.response_complete


def bound() -> None:
    """Bounds the silence of every connection of this process."""
    IdleTimeout().watch(AutoHTTPProtocol)
