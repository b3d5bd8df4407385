"""What is asked of short links. All paths are below the server's base path.

POST /s            JSON {"target": "/svm?tau=0.2"}, an address on this server: 201 and {"path",
                   "address", "ends", "in_memory"}, with the whole address and until when it
                   leads there, in Unix time. 422 for what is no page of this site's, 429 for
                   too many, 503 where no more are kept, each with {"message"}
GET  /s/<link>     303 to the page, always; 404 for a link that is unknown or has ended, 429 for
                   too many of those. With Accept: text/html these are pages, else JSON {"message"}
"""

import json
from html import escape
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from features.short_links import links
from lab.course.course import Course
from lab.course.feature import Answers
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import TokenBucket
from lab.serving import plain_page
from lab.serving.refused_request import RefusedRequest, origin_of, refuse
from lab.store.store import Store, StoreFull

NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept"}
UNKNOWN = (
    "This short link leads nowhere: it has ended, or it was never made. A short link lasts 30 "
    "days; ask for a new one."
)
TOO_MANY = "Too many short links come from your network. The long one does the same."
MANY_UNKNOWN = (
    "This short link leads nowhere, and many such links came from your network. Check it for a "
    "letter that is missing: a right link is always opened."
)
_LARGEST = 4 * links.MAX_TARGET  # bytes of a body


class LinkRoutes:
    """The routes above, with what one client may ask of them. A class behind one address is one
    client."""

    def __init__(self, store: Store):
        self._store = store
        self.new_links = TokenBucket(1 / 60, 60)
        self.wrong_links = TokenBucket(0.2, 300)

    def routes(self) -> list[Route]:
        return [
            Route(public_path("s"), self.create, methods=["POST"]),
            Route(public_path("s/{link}"), self.follow, methods=["GET"]),
        ]

    async def create(self, request: Request) -> Response:
        try:
            target = _target(await request.body())
            if not self.new_links.spend(CLIENT.get()):
                raise RefusedRequest(429, TOO_MANY)
            slug, ends = await self._store.run(links.create, self._store, target)
        except StoreFull as error:
            return _refusal(request, 503, str(error))
        except RefusedRequest as fault:
            return _refusal(request, fault.status, fault.message)
        path = public_path(f"s/{slug}")
        answer = {"path": path, "address": origin_of(request) + path, "ends": ends,
                  "in_memory": self._store.in_memory}  # fmt: skip
        return JSONResponse(answer, 201, NO_STORE)

    async def follow(self, request: Request) -> Response:
        slug = links.read_slug(request.path_params["link"])
        target = slug and await self._store.run(links.find, self._store, slug)
        if not target:
            few = self.wrong_links.spend(CLIENT.get())
            status, message = (404, UNKNOWN) if few else (429, MANY_UNKNOWN)
            return _refusal(request, status, message)
        return RedirectResponse(public_path(target), HTTPStatus.SEE_OTHER, NO_STORE)


def _target(body: bytes) -> str:
    """The target of a body. Raises RefusedRequest."""
    if len(body) > _LARGEST:
        raise RefusedRequest(413, links.TOO_LONG)
    try:
        given = json.loads(body)
        return links.read_target(given["target"])
    except links.BadTarget as error:
        raise RefusedRequest(422, str(error)) from None
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise RefusedRequest(
            422, 'A short link is asked for as JSON, {"target": "/..."}.'
        ) from None


def _refusal(request: Request, status: int, message: str) -> Response:
    headers = NO_STORE | ({"Retry-After": "30"} if status == 429 else {})
    return refuse(request, RefusedRequest(status, message), no_link, headers)


def no_link(message: str) -> str:
    """Why a short link leads nowhere, with the way to the front door."""
    way = f'<p><a class="send" href="{public_path("")}">To the front door</a></p>'
    body = f'<main><h1 role="alert">{escape(message)}</h1>{way}</main>'
    return plain_page.document("Short link", body)


def answers(_: Course, store: Store) -> Answers:
    return Answers(tuple(LinkRoutes(store).routes()), {"s": plain_page.policy()})
