"""A client for ASGI applications in the same process: what goes in and out, byte by byte."""

import asyncio
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self):
        return json.loads(self.body)


async def ask(app, path: str, query: bytes | str = b"", method: str = "GET", **headers) -> Reply:
    """One request to `app`, and its reply as it is sent. Header names take _ for -."""
    query = query if isinstance(query, bytes) else query.encode()
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": query,
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
        "server": ("test", 80),
        "client": ("test", 1),
    }
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    names = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Reply(sent[0]["status"], names, b"".join(part.get("body", b"") for part in sent[1:]))


def get(app, path: str, query: bytes | str = b"", method: str = "GET", **headers) -> Reply:
    """As `ask`, from outside an event loop."""
    return asyncio.run(ask(app, path, query, method, **headers))
