"""Server-sent events: what takes long is told as it comes. To stop, the browser hangs up."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lab.endpoints.client_identity import CLIENT
from lab.endpoints.endpoint import Stream
from lab.endpoints.json_endpoint import refusal_response
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import WORK
from lab.endpoints.workers.cpu_time_limit import SECONDS, WATCHDOG, CpuTimeExceeded
from lab.endpoints.workers.work_pool import QuotaExceeded
from lab.scene.scene import SceneError

T = TypeVar("T")
Event = dict[str, Any]
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # nobody keeps it on the way


def event(message: Event) -> str:
    """One event as it is written."""
    return f"data: {json.dumps(message)}\n\n"


async def step(work: Callable[..., T], *arguments: Any) -> T:
    """work(*given) in a thread, on the account of the client who asked for it: one step of what is
    streamed, or the reading of a request. Raises CpuTimeExceeded, and what the work raises."""

    def in_time() -> T:
        with WATCHDOG.limit(SECONDS):
            return work(*arguments)

    return await run_in_threadpool(WORK.charge(CLIENT.get(), in_time))


class EventStream:
    """A stream on the server: an ASGI application. `running`: how many it is making."""

    def __init__(self, stream: Stream) -> None:
        self.stream, self.running = stream, 0

    def route(self) -> Route:
        """Its place under the server's base path."""
        return Route(public_path(self.stream.path), self, methods=["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The events, as they come; a 400 in words, a 503 while others have all places, or a 429
        while one has and this client has spent its share of the server's work."""
        request = Request(scope, receive)
        if self.stream.is_complete():
            events = [event(message) for message in self.stream.answer(scope["query_string"])]
            await stream(_in_turn(events))(scope, receive, send)
            return
        if self.running >= self.stream.at_once:
            await JSONResponse({"message": self.stream.busy}, 503)(scope, receive, send)
            return
        if self.running and WORK.is_overdrawn(CLIENT.get()):  # the other places are for others
            await refusal_response(QuotaExceeded())(scope, receive, send)
            return
        self.running += 1
        try:
            await (await self._response(request))(scope, receive, send)
        except ClientDisconnect:
            pass  # the visitor has stopped, or gone
        finally:
            self.running -= 1

    async def _response(self, request: Request) -> Response:
        try:
            events = await step(self.stream.answer, request.scope["query_string"])
        except SceneError as error:
            return JSONResponse(vars(error.problem), 400)
        except CpuTimeExceeded as error:
            return refusal_response(error)
        return stream(self._sent(events, request))

    async def _sent(self, events: Iterator[Event], request: Request) -> AsyncIterator[str]:
        """Each as it is made, with a rest after it: the others' turn."""
        while not await request.is_disconnected():
            begun = time.monotonic()
            try:
                message = await step(next, events, None)
            except CpuTimeExceeded as error:
                message = {"done": True, "message": str(error)}
            if message is None:
                return
            yield event(message)
            if message.get("done"):
                return
            await asyncio.sleep(max(self.stream.rest, time.monotonic() - begun))


async def _in_turn(texts: list[str]) -> AsyncIterator[str]:
    for text in texts:
        yield text


def stream(events: AsyncIterator[str]) -> StreamingResponse:
    """The answer that sends events as they come."""
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)
