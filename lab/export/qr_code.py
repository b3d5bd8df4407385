"""POST /qr: a text as the rows of a QR code, for the page that draws it. Nothing is kept.

The text is in the body, since an address would stand in logs and caches on the way.
"""

import logging

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lab.endpoints.json_endpoint import POOL, put_off
from lab.endpoints.static_assets import public_path
from lab.endpoints.workers.work_pool import ServerBusy, shared

LONGEST = 2000  # bytes: what a phone still reads off a screen
NO_STORE = {"Cache-Control": "no-store"}
log = logging.getLogger(__name__)


def rows(text: str) -> list[str]:
    """The code, a row a string: 1 is dark. Raises ValueError for what is too long."""
    if not text:
        raise ValueError("No text was sent to draw a code of.")
    if len(text.encode()) > LONGEST:
        raise ValueError("This is too long for a code that a camera can read.")
    return ["".join(map(str, row)) for row in segno.make(text, error="l", micro=False).matrix]


async def _serve(request: Request) -> JSONResponse:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST:
            break
    try:
        text = body.decode()
        made = await shared(POOL.ask(("qr", text), lambda: {"rows": rows(text)}))
        return JSONResponse(made, headers=NO_STORE)
    except ServerBusy as error:
        return put_off(error)
    except ValueError as error:
        told = str(error) if not isinstance(error, UnicodeError) else "This is no text."
        return JSONResponse({"message": told}, 422, NO_STORE)


def route() -> Route:
    """What a Starlette application serves, under the server's base path."""
    return Route(public_path("qr"), _serve, methods=["POST"])
