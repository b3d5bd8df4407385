"""Small questions to the server, answered as JSON: a line by hand, a proof."""

import logging
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lab.assets import public_path
from lab.scene import SceneError

log = logging.getLogger(__name__)


def route(path: str, answer: Callable[[bytes], dict[str, Any]]) -> Route:
    """GET /path: `answer` takes the query string, in a thread; SceneError becomes a 400."""

    async def serve(request: Request) -> JSONResponse:
        try:
            return JSONResponse(await run_in_threadpool(answer, request.scope["query_string"]))
        except SceneError as error:
            return JSONResponse(vars(error.problem), 400)
        except Exception:
            log.exception("Could not answer /%s", path)
            message = "The server could not work this out. Try another setting, or reload the page."
            return JSONResponse({"message": message}, 500)

    return Route(public_path(path), serve, methods=["GET"])
