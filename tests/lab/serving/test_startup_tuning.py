"""Small answers are sent at once: connections have no Nagle delay."""

import asyncio
import socket
from typing import ClassVar

import pytest

from lab.serving.startup_tuning import disable_nagle


@pytest.fixture
def protocol():
    """Return a protocol that collects its transports."""

    class Protocol(asyncio.Protocol):
        transports: ClassVar[list[asyncio.BaseTransport]] = []

        def connection_made(self, transport):
            self.transports.append(transport)

    return Protocol


async def connect(protocol, listener, address):
    server = await asyncio.get_running_loop().create_server(protocol, sock=listener)
    with socket.socket(listener.family) as client:
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, address)
        while not protocol.transports:
            await asyncio.sleep(0.01)
        (transport,) = protocol.transports
        if listener.family == socket.AF_INET:
            sock = transport.get_extra_info("socket")
            return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        transport.close()
    server.close()
    return None


def listening():
    listener = socket.socket(socket.AF_INET)  # opened like Streamlit's, without a protocol
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def test_connections_have_no_nagle_delay(protocol):
    with listening() as listener:
        assert not asyncio.run(connect(protocol, listener, listener.getsockname()))
    protocol.transports.clear()
    disable_nagle(protocol)
    with listening() as listener:
        assert asyncio.run(connect(protocol, listener, listener.getsockname()))


def test_connections_without_tcp_are_left_alone(protocol, tmp_path):
    disable_nagle(protocol)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        asyncio.run(connect(protocol, listener, str(tmp_path / "socket")))
    assert len(protocol.transports) == 1
