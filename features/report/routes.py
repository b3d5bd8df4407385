"""What is asked of a course's counts, where course.toml has a report_secret; else nothing answers.

POST /counts       JSON {"page", "events": [[kind, id], ...]}, see `course_counts`: 204;
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

from features.report import course_counts
from features.report import page as report_page
from lab.course.course import Course
from lab.course.dates import zone
from lab.course.feature import Answers
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import TokenBucket
from lab.serving import plain_page
from lab.store.store import Store

LARGEST = 4096  # bytes of a body
NO_STORE = {"Cache-Control": "no-store"}
WRONG = "This is not the secret in course.toml."
WAIT = "Too many wrong secrets came from your network. Wait a minute."
TOO_MUCH = "This is more than is counted at once."
TOO_OFTEN = "Too much is counted from your network. Wait a moment."


class ReportRoutes:
    """The routes above, for a course, with what one client may ask of them. A class behind one
    address is one client."""

    def __init__(self, course: Course, store: Store):
        self._store, self._secret = store, _digest(course.setting("report_secret"))
        self._zone: tzinfo = zone(course.dates.zone)
        self.wrong_secrets = TokenBucket(0.1, 20)
        self.events = TokenBucket(20, 3000)

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
        if not self.events.spend(CLIENT.get(), len(events)):
            return JSONResponse({"message": TOO_OFTEN}, 429, NO_STORE)
        week = course_counts.week_of(self._store.clock(), self._zone)
        await self._store.run(course_counts.add, self._store, week, page, events)
        return Response(status_code=204, headers=NO_STORE)

    async def form(self, _: Request) -> Response:
        return HTMLResponse(report_page.form(), headers=NO_STORE)

    async def report(self, request: Request) -> Response:
        limit, client = self.wrong_secrets, CLIENT.get()
        if limit.left(client) < 1:
            return HTMLResponse(report_page.form(WAIT), 429, NO_STORE)
        body = await request.body()
        given = parse_qs(body[:LARGEST].decode("utf-8", "replace")).get("secret", [""])[-1]
        if not hmac.compare_digest(_digest(given), self._secret):
            limit.spend(client)
            return HTMLResponse(report_page.form(WRONG), 403, NO_STORE)
        counts = await self._store.run(course_counts.counts, self._store)
        return HTMLResponse(report_page.page(counts), headers=NO_STORE)


def _digest(secret: str) -> bytes:
    """Of one length, whatever was given, so that comparing them takes one time."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def answers(course: Course, store: Store) -> Answers:
    policies = {"report": plain_page.policy(report_page.SHEETS)}
    return Answers(tuple(ReportRoutes(course, store).routes()), policies)
