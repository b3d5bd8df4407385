"""What is asked of a course's counts, where course.toml has a report_secret; else nothing answers.

POST /counts       JSON {"page", "events": [[kind, id], ...]}, see `lab.hall.course_counts`: 204;
                   422 for what is no part of the page, 413 and 429 for too much, with {"message"}
GET  /report       a form that asks for the secret
POST /report       a form, secret=...: the counts as a page; 403 for another secret, 429 for too
                   many of them
"""

import hashlib
import hmac
import json
from datetime import tzinfo
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from lab.course.course import Course
from lab.course.dates import zone
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.hall import course_counts, report_page
from lab.hall.hall import Hall

LARGEST = 4096  # bytes of a body
NO_STORE = {"Cache-Control": "no-store"}
WRONG = "This is not the secret in course.toml."
WAIT = "Too many wrong secrets came from your network. Wait a minute."
TOO_MUCH = "This is more than is counted at once."
TOO_OFTEN = "Too much is counted from your network. Wait a moment."


class ReportRoutes:
    """The routes above, for one hall and a course's secret."""

    def __init__(self, hall: Hall, course: Course):
        self._hall, self._secret = hall, _digest(course.report_secret)
        self._zone: tzinfo = zone(course.dates.zone)

    def routes(self) -> list[Route]:
        return [
            Route(public_path("counts"), self.count, methods=["POST"]),
            Route(public_path("report"), self.form, methods=["GET"]),
            Route(public_path("report"), self.report, methods=["POST"]),
        ]

    async def count(self, request: Request) -> Response:
        body = await request.body()
        if len(body) > LARGEST:
            return JSONResponse({"message": TOO_MUCH}, 413, NO_STORE)
        try:
            page, events = course_counts.read(json.loads(body))
        except course_counts.BadEvents as error:
            return JSONResponse({"message": str(error)}, 422, NO_STORE)
        except (ValueError, RecursionError):
            return JSONResponse({"message": "Events are sent as JSON."}, 422, NO_STORE)
        if not self._hall.limits.events.spend(CLIENT.get(), len(events)):
            return JSONResponse({"message": TOO_OFTEN}, 429, NO_STORE)
        store = self._hall.store
        week = course_counts.week_of(store.clock(), self._zone)
        await self._hall.ask(course_counts.add, store, week, page, events)
        return Response(status_code=204, headers=NO_STORE)

    async def form(self, _: Request) -> Response:
        return HTMLResponse(report_page.form(), headers=NO_STORE)

    async def report(self, request: Request) -> Response:
        limit, client = self._hall.limits.wrong_secrets, CLIENT.get()
        if limit.left(client) < 1:
            return HTMLResponse(report_page.form(WAIT), 429, NO_STORE)
        body = await request.body()
        given = parse_qs(body[:LARGEST].decode("utf-8", "replace")).get("secret", [""])[-1]
        if not hmac.compare_digest(_digest(given), self._secret):
            limit.spend(client)
            return HTMLResponse(report_page.form(WRONG), 403, NO_STORE)
        found = await self._hall.ask(course_counts.counts, self._hall.store)
        return HTMLResponse(report_page.page(found), headers=NO_STORE)


def _digest(secret: str) -> bytes:
    """Of one length, whatever was given, so that comparing them takes one time."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
