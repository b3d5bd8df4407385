"""GET /gallery?<exhibit>&along=...[&stops=1]: an exhibit at all stops of a slider, or at its own.

    /gallery?piece=cosine&along=theta

A few threads work, equal work once, and what was packed is kept, as for GET /frames.
"""

import gzip
import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lab.endpoints.cpu_time_limit import TooLong
from lab.endpoints.json_endpoint import put_off
from lab.endpoints.server_sent_events import step
from lab.endpoints.static_assets import public_path
from lab.endpoints.sweep_endpoint import MEDIA_TYPE, accepts_gzip
from lab.endpoints.work_pool import ByteLRU, ServerBusy, WorkPool, shared
from lab.scene.scene import SceneError
from pages.kernel_trick.gallery.gallery_scene import RunRequest, read_order
from pages.kernel_trick.gallery.sweep_payload import pack

log = logging.getLogger(__name__)

PATH = "gallery"
_LEVEL, _QUICK_LEVEL = 6, 1  # of gzip: for a sweep, and for a single frame
_HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding"}
_NOT_KEPT = {"Cache-Control": "no-store"}

_KEPT: ByteLRU[bytes] = ByteLRU(16 * 2**20)
_CREW: WorkPool[bytes] = WorkPool(workers=1, waiting=32)
_QUICK: WorkPool[bytes] = WorkPool(workers=1, waiting=32)


async def zipped(order: RunRequest) -> bytes:
    """The answer as gzip, from the cache or from the one computation for all who ask.

    Raises ServerBusy, and whatever the computation raises.
    """
    kept = _KEPT.get(order)
    if kept is not None:
        return kept
    crew = _CREW if len(order.stops) > 1 else _QUICK
    return await shared(crew.ask(order, lambda: _made(order)))


def _made(order: RunRequest) -> bytes:
    level = _LEVEL if len(order.stops) > 1 else _QUICK_LEVEL
    made = gzip.compress(pack(order), level, mtime=0)
    if len(order.stops) > 1:
        _KEPT.put(order, made, len(made))
    return made


async def serve(request: Request) -> Response:
    try:
        body = await zipped(await step(read_order, request.scope["query_string"]))
    except SceneError as error:
        return JSONResponse(vars(error.problem), 400, _NOT_KEPT)
    except (ServerBusy, TooLong) as error:
        return put_off(error)
    except Exception:
        log.exception("Could not answer /%s", PATH)
        message = "This picture could not be computed; the server has noted why."
        return JSONResponse({"message": message}, 500, _NOT_KEPT)
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        headers = _HEADERS | {"Content-Encoding": "gzip"}
        return Response(body, headers=headers, media_type=MEDIA_TYPE)
    return Response(gzip.decompress(body), headers=_HEADERS, media_type=MEDIA_TYPE)


ROUTE = Route(public_path(PATH), serve, methods=["GET"])
