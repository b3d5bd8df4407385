"""Serve streams as server-sent events. To stop, the browser disconnects."""

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
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}  # proxies must neither store nor buffer the events


def write_event(message: Event) -> str:
    """Write an event in the format of server-sent events."""
    return f"data: {json.dumps(message)}\n\n"


async def step(work: Callable[..., T], *arguments: Any) -> T:
    """Return work(*arguments), run in a thread; charge its CPU time to the client.

    Use it for a step of a stream, or for parsing a request. Raises CpuTimeExceeded, and the errors
    of `work`.
    """

    def work_in_time() -> T:
        with WATCHDOG.limit(SECONDS):
            return work(*arguments)

    return await run_in_threadpool(WORK.charge(CLIENT.get(), work_in_time))


class EventStream:
    """The ASGI application of a stream. `running_count`: the number of answers that it is
    sending."""

    def __init__(self, stream: Stream) -> None:
        self.stream, self.running_count = stream, 0

    def route(self) -> Route:
        """Return the route, below the server's base path."""
        return Route(public_path(self.stream.path), self, methods=["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as they are computed.

        Answers 400 for an unusable query, 422 for one that takes too long to read, and 503 while
        the maximum number of answers is being sent. A client that has used up its share of the
        server's work gets 429 while any answer is being sent. A stream whose events are all
        stored is never refused.
        """
        request = Request(scope, receive)
        if self.stream.is_complete():
            events = [write_event(message) for message in self.stream.answer(scope["query_string"])]
            await stream_response(_iterate(events))(scope, receive, send)
            return
        if self.running_count >= self.stream.at_once:
            await JSONResponse({"message": self.stream.busy_message}, 503)(scope, receive, send)
            return
        if self.running_count and WORK.is_overdrawn(CLIENT.get()):
            await refusal_response(QuotaExceeded())(scope, receive, send)
            return
        self.running_count += 1
        try:
            await (await self._response(request))(scope, receive, send)
        except ClientDisconnect:
            pass
        finally:
            self.running_count -= 1

    async def _response(self, request: Request) -> Response:
        try:
            events = await step(self.stream.answer, request.scope["query_string"])
        except SceneError as error:
            return JSONResponse(vars(error.problem), 400)
        except CpuTimeExceeded as error:
            return refusal_response(error)
        return stream_response(self._write_events(events, request))

    async def _write_events(self, events: Iterator[Event], request: Request) -> AsyncIterator[str]:
        """Yield each event when it is computed, and pause after each event so that other requests
        are answered."""
        while not await request.is_disconnected():
            start_time = time.monotonic()
            try:
                message = await step(next, events, None)
            except CpuTimeExceeded as error:
                message = {"done": True, "message": str(error)}
            if message is None:
                return
            yield write_event(message)
            if message.get("done"):
                return
            await asyncio.sleep(max(self.stream.pause_seconds, time.monotonic() - start_time))


async def _iterate(texts: list[str]) -> AsyncIterator[str]:
    for text in texts:
        yield text


def stream_response(events: AsyncIterator[str]) -> StreamingResponse:
    """Return the response that sends events as they are computed."""
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)
