"""Server-sent events: what takes long is told as it comes. To stop, the browser hangs up."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from lab.endpoints.client_identity import CLIENT
from lab.endpoints.cpu_time_limit import SECONDS, WATCHDOG
from lab.endpoints.token_bucket import WORK

T = TypeVar("T")
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # nobody keeps it on the way


def event(said: dict[str, Any]) -> str:
    """One event as it is written."""
    return f"data: {json.dumps(said)}\n\n"


def stream(events: AsyncIterator[str]) -> StreamingResponse:
    """The answer that sends events as they come."""
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)


async def step(work: Callable[..., T], *given: Any) -> T:
    """work(*given) in a thread, on the account of the client who asked for it: one step of what is
    streamed, or the reading of a request. Raises TooLong, and what the work raises."""

    def in_time() -> T:
        with WATCHDOG.watching(SECONDS):
            return work(*given)

    return await run_in_threadpool(WORK.charged(CLIENT.get(), in_time))
