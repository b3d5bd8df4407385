"""Small answers leave at once: Nagle's algorithm is off on the sockets that listen; and a start
imports what pages need, and no more."""

import os
import socket

import pytest

from lab.serving.startup_tuning import disable_nagle


@pytest.fixture
def listening():
    with socket.socket(socket.AF_INET) as server:  # as Streamlit opens it: no protocol named
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server


def open_files():
    return [number for number in range(256) if _is_open(number)]


def _is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def prompt(sock):
    return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_connections_inherit_it_from_the_socket_that_listens(listening):
    assert not prompt(listening)
    assert disable_nagle() >= 1 and prompt(listening)
    with socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert prompt(accepted)


def test_other_files_are_left_alone(listening, tmp_path):
    talking, other_socket = socket.socketpair()
    with (tmp_path / "file").open("w") as file, talking, other_socket, socket.socket() as idle:
        before = open_files()
        disable_nagle()
        assert open_files() == before, "no copy stays open"
        assert not prompt(idle)
        file.write("still open")
        talking.sendall(b"still")
        assert other_socket.recv(5) == b"still"
