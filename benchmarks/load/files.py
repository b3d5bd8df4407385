"""Fetch files over one keep-alive connection with little CPU time, since an arrival needs sixty
files and the client shares the machine with the servers."""

import re
import socket
import time
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 60
_HEAD = re.compile(rb"HTTP/1\.1 (\d+) .*?\r\ncontent-length: (\d+)\r\n", re.DOTALL | re.IGNORECASE)
_END = b"\r\n\r\n"


class Broken(Exception):
    """The answer is missing or incomplete."""


def fetch_all(
    host: str, paths: Iterable[str], source: str = "", accept: str = "gzip, deflate, br"
) -> Iterator[tuple[float, int, Exception | None]]:
    """Fetch paths in sequence, from the network address `source`; yield seconds, bytes and error of
    each."""
    address = urlsplit(host)
    server = address.hostname, address.port
    with socket.create_connection(server, TIMEOUT_SECONDS, source_address=(source, 0)) as line:
        for path in paths:
            start = time.perf_counter()
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n"
                f"Accept-Encoding: {accept}\r\n\r\n".encode()
            )
            status, size = _answer(line)
            error = None if status == 200 else Broken(f"{path}: {status}")
            yield time.perf_counter() - start, size, error


def _answer(line: socket.socket) -> tuple[int, int]:
    """Read one answer to its end; return its status and the size of its body in bytes."""
    head_bytes = b""
    while _END not in head_bytes:
        head_bytes += _more(line)
    head, _, body = head_bytes.partition(_END)
    match = _HEAD.match(head + b"\r\n")
    if not match:
        raise Broken("the answer has no Content-Length")
    left = int(match[2]) - len(body)
    while left > 0:
        left -= len(_more(line))
    if left:
        raise Broken("the answer is longer than its Content-Length")
    return int(match[1]), int(match[2])


def _more(line: socket.socket) -> bytes:
    piece = line.recv(1 << 18)
    if not piece:
        raise Broken("the answer ended early")
    return piece
