"""Small applications behind the middleware under test, and a client that calls them."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute

from lab.course.limits import Limits
from lab.endpoints.client_identity import ClientIdentity
from lab.serving.client_limits import ClientLimits
from lab.serving.request_limits import RequestLimits


async def hello(request: Request):
    return PlainTextResponse("hello")


async def reads(request: Request):
    """Read the whole body, as an upload does."""
    return PlainTextResponse(str(len(await request.body())))


async def long_answer(request: Request):
    async def pieces():
        for _ in range(10):
            yield b"x" * 1000

    return StreamingResponse(pieces())


async def socket(websocket):
    await websocket.accept()
    await websocket.receive()


ROUTES = [
    Route("/", hello),
    Route("/frames", hello),
    Route("/static/x", hello),
    Route("/long", long_answer),
    Route("/reads", reads, methods=["POST"]),
    Route("/_stcore/upload_file/{session}/{file}", reads, methods=["PUT"]),
    WebSocketRoute("/_stcore/stream", socket),
]


def bounded(
    proxies=(), uploaded=lambda session: (0, 0), nginx_counts=False, **limits: Any
) -> Starlette:
    limits_read = Limits(**limits)
    return Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(ClientIdentity, proxies=proxies),
            Middleware(RequestLimits, limits_read.upload_megabytes, uploaded),
            Middleware(ClientLimits, limits_read, ("/static/",), nginx_counts=nginx_counts),
        ],
    )


@dataclass
class Caller:
    """A client that sends one request, its body in `pieces`, and stores the answer."""

    app: Any
    path: str = "/"
    query: bytes = b""
    method: str = "GET"
    kind: str = "http"
    address: str = "10.1.1.1"
    headers: dict[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = (b"",)
    pause: float = 0.0  # seconds to wait before each piece of the body
    reading: float = 0.0  # seconds to wait before reading each piece of the answer
    status: int = 0
    answer: bytes = b""
    answer_headers: dict[str, str] = field(default_factory=dict)
    closed: int | None = None

    def __post_init__(self):
        self.left = asyncio.Event()
        self.opening = asyncio.Event()

    def scope(self) -> dict[str, Any]:
        return {
            "type": self.kind, "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1", "method": self.method, "path": self.path,
            "raw_path": self.path.encode("utf-8", "surrogatepass"), "root_path": "",
            "scheme": "ws" if self.kind == "websocket" else "http", "query_string": self.query,
            "headers": [(k.lower().encode(), v.encode()) for k, v in self.headers.items()],
            "client": (self.address, 1234), "server": ("test", 80), "subprotocols": [],
        }  # fmt: skip

    async def run(self) -> "Caller":
        await self.app(self.scope(), self._receive(), self._send)
        return self

    def _receive(self):
        left = list(self.pieces)
        first = True

        async def receive():
            nonlocal first
            if self.kind == "websocket":
                if first:
                    first = False
                    return {"type": "websocket.connect"}
                await self.left.wait()
                return {"type": "websocket.disconnect", "code": 1000}
            if not left:
                await self.left.wait()
                return {"type": "http.disconnect"}
            await asyncio.sleep(self.pause)
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        return receive

    async def _send(self, message):
        await asyncio.sleep(self.reading)
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.answer_headers = {k.decode(): v.decode() for k, v in message["headers"]}
        elif message["type"] == "websocket.accept":
            self.opening.set()
        elif message["type"] == "websocket.close":
            self.closed = message["code"]
        self.answer += message.get("body", b"")


def call(app, path: str = "/", **options: Any) -> Caller:
    async def perform():
        return await Caller(app, path, **options).run()

    return asyncio.run(perform())


def sentence(caller: Caller) -> str:
    """Return the message of a refusal; check that it is a sentence, and that it is not cached."""
    message = json.loads(caller.answer)["message"]
    assert message[0].isupper() and message.endswith(".")
    assert caller.answer_headers["cache-control"] == "no-store"
    return message
