"""Silent or slow connections are closed; active ones are served."""

import asyncio
import select
import socket
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.sync.client import connect

from lab.serving.idle_connection_timeout import IdleTimeout

SECONDS = 0.2
PATIENCE = 20  # seconds that a test waits
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def answer_slowly(request):
    await asyncio.sleep(3 * SECONDS)
    return PlainTextResponse("slow")


async def echo(websocket):
    await websocket.accept()
    await websocket.send_text(await websocket.receive_text())


@contextmanager
def serving(seconds, max_connections):
    """Run a server of uvicorn in a thread; return its port and its watched connections."""

    class AccessLog(AutoHTTPProtocol):
        pass

    silent = IdleTimeout(seconds, max_connections)
    silent.watch(AccessLog)
    app = Starlette(routes=[Route("/", answer_slowly), WebSocketRoute("/ws", echo)])
    config = uvicorn.Config(app, http=AccessLog, ws="websockets-sansio", lifespan="off",
                            log_level="critical", timeout_keep_alive=PATIENCE)  # fmt: skip
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]))
    thread.start()
    try:
        yield listening.getsockname()[1], silent
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture(scope="module")
def address():
    with serving(SECONDS, max_connections=100) as address:
        yield address


def knock(address, first_bytes=b""):
    connection = socket.create_connection(("127.0.0.1", address[0]), timeout=PATIENCE)
    connection.sendall(first_bytes)
    return connection


def read_answer(connection):
    text = b""
    while b"slow" not in text:
        text += connection.recv(4096)
    return text.startswith(b"HTTP/1.1 200")


def trickle(connection, letters=b"X-Long: " + b"a" * 10_000):
    """Send one letter at a time until the other side closes the connection. Return whether it
    did."""
    connection.settimeout(SECONDS / 10)
    for letter in letters:
        try:
            connection.send(bytes([letter]))
            if connection.recv(1) == b"":
                return True
        except TimeoutError:
            pass
        except OSError:
            return True
    return False


@pytest.mark.parametrize(
    "first_bytes", [b"", b"G", REQUEST[:-2]], ids=["nothing", "a_letter", "half"]
)
def test_a_silent_connection_is_closed(address, first_bytes):
    with knock(address, first_bytes) as silent:
        assert silent.recv(1) == b""


def test_a_request_that_is_sent_letter_by_letter_is_closed(address):
    with knock(address, REQUEST[:-2]) as connection:
        assert trickle(connection)


def test_a_second_request_has_a_deadline(address):
    with knock(address, REQUEST) as connection:
        assert read_answer(connection)
        connection.sendall(REQUEST)
        assert read_answer(connection), "the same connection asks again"
        assert trickle(connection)


def test_a_client_may_wait_for_its_answer(address):
    with knock(address, REQUEST) as connection:
        assert read_answer(connection), "it took three times as long as a silence may"


def test_a_web_socket_may_be_silent(address):
    with connect(f"ws://127.0.0.1:{address[0]}/ws") as page:
        time.sleep(3 * SECONDS)
        page.send("still here")
        assert page.recv() == "still here"


def test_at_the_limit_the_oldest_silent_connections_are_closed():
    with serving(PATIENCE, max_connections=4) as address:
        requester = knock(address, REQUEST)
        waiting = [knock(address) for _ in range(6)]
        assert [connection.recv(1) for connection in waiting[:2]] == [b"", b""]
        assert read_answer(requester)
        assert select.select(waiting[2:], [], [], 0)[0] == []
        for connection in (*waiting, requester):
            connection.close()
        end = time.monotonic() + PATIENCE
        while len(address[1]) and time.monotonic() < end:
            time.sleep(0.01)
        assert len(address[1]) == 0, "nothing is remembered of what has ended"
