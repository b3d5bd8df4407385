"""Server-sent events: what takes long is told as it comes. To stop, the browser hangs up."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # nobody keeps it on the way


def event(said: dict[str, Any]) -> str:
    """One event as it is written."""
    return f"data: {json.dumps(said)}\n\n"


def stream(events: AsyncIterator[str]) -> StreamingResponse:
    """The answer that sends events as they come."""
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)
