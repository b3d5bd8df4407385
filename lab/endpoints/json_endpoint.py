"""Serve endpoints that answer with JSON.

A few threads answer all requests. At most MAX_WAITING different requests are in progress at a time;
further requests are refused.
"""

import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lab.endpoints.endpoint import Endpoint
from lab.endpoints.static_assets import public_path
from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded
from lab.endpoints.workers.work_pool import ServerBusy, WorkPool, wait_for
from lab.scene.scene import SceneError

log = logging.getLogger(__name__)

WORKERS = 4
MAX_WAITING = 64
POOL: WorkPool[dict[str, Any]] = WorkPool(WORKERS, MAX_WAITING)


def refusal_response(error: ServerBusy | CpuTimeExceeded) -> JSONResponse:
    """Return the answer to a request that a pool refused or stopped."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, CpuTimeExceeded):
        return JSONResponse({"message": str(error)}, error.status, headers)
    headers["Retry-After"] = str(error.seconds)
    return JSONResponse({"message": error.message}, error.status, headers)


def route(endpoint: Endpoint) -> Route:
    """Return the endpoint's route. A thread computes the answer. A SceneError becomes an answer
    with status 400.

    Equal requests at the same time are computed once.
    """
    path, answer = endpoint.path, endpoint.answer

    async def serve(request: Request) -> JSONResponse:
        query = request.scope["query_string"]
        try:
            future = POOL.ask((path, query), lambda: answer(query), endpoint.seconds)
            return JSONResponse(await wait_for(future))
        except SceneError as error:
            return JSONResponse(vars(error.problem), 400)
        except (ServerBusy, CpuTimeExceeded) as error:
            return refusal_response(error)
        except Exception:
            log.exception("Could not answer /%s", path)
            message = "The server could not compute this. Try another setting, or reload the page."
            return JSONResponse({"message": message}, 500)

    return Route(public_path(path), serve, methods=["GET"])
