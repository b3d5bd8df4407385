"""Read headers and refuse requests, for use in middleware."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # types only: Starlette is not in the browser's Python
    from starlette.types import Scope, Send

Headers = Iterable[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> str:
    """Return the value of the last header with this name; "" if there is none."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[-1].decode("latin-1") if values else ""


def header_bytes(scope: Scope) -> int:
    """Return the size of all headers of a request in bytes."""
    return sum(len(key) + len(value) for key, value in scope["headers"])


async def refuse(
    scope: Scope, send: Send, status: int, message: str, seconds: int | None = None
) -> None:
    """Refuse an HTTP request with a status and a message in JSON, or a web socket by closing it.

    `seconds`: the time after which the client may retry an HTTP request.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013 if status == 503 else 1008})
        return
    body = json.dumps({"message": message}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if seconds is not None:
        headers.append((b"retry-after", str(seconds).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
