"""Clients that call an ASGI application in the same process, without a server."""

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


async def send_request(
    app, path: str, query: bytes | str = b"", method: str = "GET", **headers
) -> Reply:
    """Send one request to `app` and return its reply. Header names are written with _ for -."""
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
    messages, incoming = [], iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive():
        for message in incoming:
            return message
        await asyncio.Event().wait()  # the client stays connected

    async def send(message):
        messages.append(message)

    await app(scope, receive, send)
    names = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
    return Reply(
        messages[0]["status"], names, b"".join(part.get("body", b"") for part in messages[1:])
    )


def get(app, path: str, query: bytes | str = b"", method: str = "GET", **headers) -> Reply:
    """Send a request as `send_request` does, from outside an event loop."""
    return asyncio.run(send_request(app, path, query, method, **headers))


class Visitor:
    """A client that reads server-sent events as they arrive. With `hang_up_after` it disconnects
    after that number of `counted_events`."""

    def __init__(self, app, path, query="", *, hang_up_after=None, version="2.3"):
        self.app, self.path, self.query, self.version = app, path, query, version
        self.left, self.hang_up_after = None, hang_up_after
        self.status, self.headers, self.body = None, {}, b""

    async def ask(self):
        self.left = asyncio.Event()
        scope = {"type": "http", "asgi": {"spec_version": self.version}, "http_version": "1.1",
                 "method": "GET", "path": self.path, "raw_path": self.path.encode(),
                 "root_path": "", "scheme": "http", "query_string": self.query.encode(),
                 "headers": [], "server": ("test", 80), "client": ("test", 1)}  # fmt: skip
        await self.app(scope, self.receive, self.send)
        return self

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if self.left.is_set() and self.version == "2.4":
            raise OSError("gone")
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        self.body += message.get("body", b"")
        if self.hang_up_after is not None and len(self.counted_events) >= self.hang_up_after:
            self.left.set()

    @property
    def events(self):
        texts = self.body.decode().split("\n\n")
        assert all(text.startswith("data: ") for text in texts[:-1]) and texts[-1] == ""
        return [json.loads(text.removeprefix("data: ")) for text in texts[:-1]]

    @property
    def counted_events(self):
        return self.events
