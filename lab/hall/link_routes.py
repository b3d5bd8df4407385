"""What is asked of short links. All paths are below the server's base path.

POST /s            JSON {"target": "/svm?tau=0.2"}, an address on this server: 201 and {"path",
                   "address", "ends", "in_memory"}, with the whole address and until when it
                   leads there, in Unix time. 422 for what is no page of this site's, 429 for
                   too many, 503 where no more are kept, each with {"message"}
GET  /s/<link>     303 to the page, always; 404 for a link that is unknown or has ended, 429 for
                   too many of those. With Accept: text/html these are pages, else JSON {"message"}
"""

import json
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.hall import phone_page, short_links
from lab.hall.hall import Hall
from lab.hall.phone_routes import NO_STORE, RefusedRequest, origin_of, refusal, wants_page
from lab.hall.store import StoreFull

UNKNOWN = (
    "This short link leads nowhere: it has ended, or it was never made. A short link lasts 30 "
    "days; ask for a new one."
)
TOO_MANY = "Too many short links come from your network. The long one does the same."
MANY_UNKNOWN = (
    "This short link leads nowhere, and many such links came from your network. Check it for a "
    "letter that is missing: a right link is always opened."
)
_LARGEST = 4 * short_links.MAX_TARGET  # bytes of a body


class LinkRoutes:
    """The routes above, for one hall."""

    def __init__(self, hall: Hall):
        self._hall = hall

    def routes(self) -> list[Route]:
        return [
            Route(public_path("s"), self.create, methods=["POST"]),
            Route(public_path("s/{link}"), self.follow, methods=["GET"]),
        ]

    async def create(self, request: Request) -> Response:
        try:
            target = _target(await request.body())
            if not self._hall.limits.new_links.spend(CLIENT.get()):
                raise RefusedRequest(429, TOO_MANY)
            made = await self._hall.ask(short_links.create, self._hall.store, target)
        except StoreFull as error:
            return refusal(request, RefusedRequest(503, str(error)))
        except RefusedRequest as fault:
            return refusal(request, fault)
        path = public_path(f"s/{made[0]}")
        told = {"path": path, "address": origin_of(request) + path, "ends": made[1],
                "in_memory": self._hall.store.in_memory}  # fmt: skip
        return JSONResponse(told, 201, NO_STORE)

    async def follow(self, request: Request) -> Response:
        slug = short_links.read_slug(request.path_params["link"])
        target = slug and await self._hall.ask(short_links.find, self._hall.store, slug)
        if not target:
            few = self._hall.limits.wrong_links.spend(CLIENT.get())
            return _told(request, 404, UNKNOWN) if few else _told(request, 429, MANY_UNKNOWN)
        return RedirectResponse(public_path(target), HTTPStatus.SEE_OTHER, NO_STORE)


def _target(body: bytes) -> str:
    """The target of a body. Raises RefusedRequest."""
    if len(body) > _LARGEST:
        raise RefusedRequest(413, short_links.TOO_LONG)
    try:
        given = json.loads(body)
        return short_links.read_target(given["target"])
    except short_links.BadTarget as error:
        raise RefusedRequest(422, str(error)) from None
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise RefusedRequest(
            422, 'A short link is asked for as JSON, {"target": "/..."}.'
        ) from None


def _told(request: Request, status: int, message: str) -> Response:
    if not wants_page(request):
        return JSONResponse({"message": message}, status, NO_STORE)
    return HTMLResponse(phone_page.no_link(message), status, NO_STORE)
