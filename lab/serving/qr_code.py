"""POST /qr: a text as the rows of a QR code, for the page that draws it. Nothing is kept.

The text is in the body, since an address would stand in logs and caches on the way.
"""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lab.endpoints.json_endpoint import POOL, refusal_response
from lab.endpoints.static_assets import public_path
from lab.endpoints.workers.work_pool import ServerBusy, wait_for
from lab.serving.qr_matrix import LONGEST, rows

NO_STORE = {"Cache-Control": "no-store"}
log = logging.getLogger(__name__)


async def _serve(request: Request) -> JSONResponse:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST:
            break
    try:
        text = body.decode()
        answer = await wait_for(POOL.ask(("qr", text), lambda: {"rows": rows(text)}))
        return JSONResponse(answer, headers=NO_STORE)
    except ServerBusy as error:
        return refusal_response(error)
    except ValueError as error:
        message = str(error) if not isinstance(error, UnicodeError) else "This is no text."
        return JSONResponse({"message": message}, 422, NO_STORE)


def route() -> Route:
    """What a Starlette application serves, under the server's base path."""
    return Route(public_path("qr"), _serve, methods=["POST"])
