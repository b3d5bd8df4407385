"""POST /qr: return a text as the rows of a QR code, which the page draws. Nothing is stored.

The text is in the body, since proxies log and cache addresses.
"""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lab.endpoints.json_endpoint import POOL, refusal_response
from lab.endpoints.static_assets import public_path
from lab.endpoints.workers.work_pool import ServerBusy, wait_for
from lab.serving.qr_matrix import MAX_BYTES, rows

NO_STORE = {"Cache-Control": "no-store"}
log = logging.getLogger(__name__)


async def _serve(request: Request) -> JSONResponse:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BYTES:
            break
    try:
        text = body.decode()
        answer = await wait_for(POOL.ask(("qr", text), lambda: {"rows": rows(text)}))
        return JSONResponse(answer, headers=NO_STORE)
    except ServerBusy as error:
        return refusal_response(error)
    except ValueError as error:
        is_undecodable = isinstance(error, UnicodeError)
        message = "The text for the QR code is not valid UTF-8." if is_undecodable else str(error)
        return JSONResponse({"message": message}, 422, NO_STORE)


def route() -> Route:
    """Return the route, below the server's base path."""
    return Route(public_path("qr"), _serve, methods=["POST"])
