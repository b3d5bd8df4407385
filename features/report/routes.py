"""Routes of a course's counts. They exist only if course.toml has a report_secret.

POST /counts       JSON {"page", "events": [[kind, id], ...]}, see `course_counts`: 204;
                   422 for a message that can't be read, has no or too many events, or names an
                   unknown page or item, 413 for one that is too large, 429 for too many events
                   from one network, each with {"message"}
GET  /report       a form that asks for the secret
POST /report       a form, secret=...: the counts as a page; 403 for a wrong secret, 429 after too
                   many wrong secrets
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

MAX_BODY_BYTES = 4096
NO_STORE = {"Cache-Control": "no-store"}
WRONG_SECRET = "Wrong secret. Enter the report_secret of course.toml."
TOO_MANY_SECRETS = "Too many wrong secrets came from your network. Wait a minute, then try again."
TOO_LARGE = "This message is too large."
TOO_MANY_EVENTS = "Too many events came from your network. Wait a moment, then try again."


class ReportRoutes:
    """The routes of the counts, with rate limits per client.

    All learners behind one network address count as one client.
    """

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
        if len(body) > MAX_BODY_BYTES:
            return JSONResponse({"message": TOO_LARGE}, 413, NO_STORE)
        try:
            page, events = course_counts.read(json.loads(body))
        except course_counts.BadEvents as error:
            return JSONResponse({"message": str(error)}, 422, NO_STORE)
        except (ValueError, RecursionError):
            return JSONResponse({"message": "The events are not valid JSON."}, 422, NO_STORE)
        if not self.events.spend(CLIENT.get(), len(events)):
            return JSONResponse({"message": TOO_MANY_EVENTS}, 429, NO_STORE)
        week = course_counts.week_of(self._store.clock(), self._zone)
        await self._store.run(course_counts.add_events, self._store, week, page, events)
        return Response(status_code=204, headers=NO_STORE)

    async def form(self, _: Request) -> Response:
        return HTMLResponse(report_page.form(), headers=NO_STORE)

    async def report(self, request: Request) -> Response:
        limit, client = self.wrong_secrets, CLIENT.get()
        if limit.remaining(client) < 1:
            return HTMLResponse(report_page.form(TOO_MANY_SECRETS), 429, NO_STORE)
        body = await request.body()
        secret = parse_qs(body[:MAX_BODY_BYTES].decode("utf-8", "replace")).get("secret", [""])[-1]
        if not hmac.compare_digest(_digest(secret), self._secret):
            limit.spend(client)
            return HTMLResponse(report_page.form(WRONG_SECRET), 403, NO_STORE)
        counts = await self._store.run(course_counts.counts, self._store)
        return HTMLResponse(report_page.page(counts), headers=NO_STORE)


def _digest(secret: str) -> bytes:
    """Hash a secret, so that the time of comparisons does not depend on its length."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def answers(course: Course, store: Store) -> Answers:
    policies = {"report": plain_page.policy(report_page.SHEETS)}
    return Answers(tuple(ReportRoutes(course, store).routes()), policies)
