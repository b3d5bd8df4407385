"""Routes of short links. All paths are below the server's base path.

POST /s            JSON {"target": "/svm?tau=0.2"}, an address on this server: 201 and {"path",
                   "address", "ends", "in_memory"}, with the full address, and the link's end as
                   Unix time. 422 if the body can't be read, or if the target is too long or is no
                   page of this site; 413 if the body is too long, 429 for too many new links,
                   503 if the store is full
GET  /s/<link>     303 to the page; 404 for a link that is unknown or has ended, 429 after too
                   many such requests

A refusal is a page for a browser, which sends Accept: text/html, else JSON {"message"}.
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
from lab.course.page_target import MAX_TARGET, TOO_LONG, BadTarget, read_target
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import TokenBucket
from lab.serving import plain_page
from lab.serving.refused_request import RefusedRequest, origin_of, refuse
from lab.store.store import Store, StoreFull

NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept"}
UNKNOWN_LINK = (
    "This short link does not exist, or it has expired: a short link works for 30 days. Check the "
    "spelling, or ask for a new one."
)
TOO_MANY_LINKS = "Too many short links were made from your network. Use the long link."
TOO_MANY_GUESSES = (
    "This short link does not exist or has expired, and many wrong links were tried from your "
    "network. Check the spelling: a correct link still works."
)
_MAX_BODY_BYTES = 4 * MAX_TARGET


class LinkRoutes:
    """The routes of short links, with rate limits per client.

    All learners behind one network address count as one client.
    """

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
                raise RefusedRequest(429, TOO_MANY_LINKS)
            slug, ends = await self._store.run(links.create, self._store, target)
        except StoreFull as error:
            return _refusal(request, 503, str(error))
        except RefusedRequest as error:
            return _refusal(request, error.status, error.message)
        path = public_path(f"s/{slug}")
        answer = {"path": path, "address": origin_of(request) + path, "ends": ends,
                  "in_memory": self._store.in_memory}  # fmt: skip
        return JSONResponse(answer, 201, NO_STORE)

    async def follow(self, request: Request) -> Response:
        slug = links.read_slug(request.path_params["link"])
        target = slug and await self._store.run(links.find_target, self._store, slug)
        if not target:
            has_tries_left = self.wrong_links.spend(CLIENT.get())
            status, message = (404, UNKNOWN_LINK) if has_tries_left else (429, TOO_MANY_GUESSES)
            return _refusal(request, status, message)
        return RedirectResponse(public_path(target), HTTPStatus.SEE_OTHER, NO_STORE)


def _target(body: bytes) -> str:
    """Read the target in a body. Raises RefusedRequest if the body or the target is invalid or too
    long, or if the target is no page of this site."""
    if len(body) > _MAX_BODY_BYTES:
        raise RefusedRequest(413, TOO_LONG)
    try:
        data = json.loads(body)
        return read_target(data["target"])
    except BadTarget as error:
        raise RefusedRequest(422, str(error)) from None
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise RefusedRequest(
            422, 'The request is not valid JSON of the form {"target": "/..."}.'
        ) from None


def _refusal(request: Request, status: int, message: str) -> Response:
    headers = NO_STORE | ({"Retry-After": "30"} if status == 429 else {})
    return refuse(request, RefusedRequest(status, message), missing_link_page, headers)


def missing_link_page(message: str) -> str:
    """Write the page of a refused request, with a link to the front page."""
    link = f'<p><a class="send" href="{public_path("")}">Go to the front page</a></p>'
    body = f'<main><div role="alert"><h1>{escape(message)}</h1></div>{link}</main>'
    return plain_page.document("Short link", body)


def answers(_: Course, store: Store) -> Answers:
    return Answers(tuple(LinkRoutes(store).routes()), {"s": plain_page.policy()})
