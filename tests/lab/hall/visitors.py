"""A lecturer and phones, each with the cookies that it was given, in front of one hall."""

import asyncio
import json
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware

from lab.course.course import Course
from lab.endpoints.client_identity import ClientIdentity
from lab.hall import routes
from lab.hall.hall import Hall
from tests.lab.asgi import Reply

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
CHOICE = {"kind": "choice", "text": "What will the test error do?",
          "options": ["It falls", "It rises", "Nothing"], "right": [1],
          "why": "It is too narrow."}  # fmt: skip
SLIDER = {"kind": "slider", "text": "Where on τ is the test error least?", "label": "τ",
          "field": "tau", "low": 0.05, "high": 6.4, "log": True, "right": [0.6, 1.4]}  # fmt: skip
PLACE = {"kind": "place", "text": "Which point is a support vector?", "window": [-3, 3, -2, 2],
         "marks": [[0.5, 1, 1], [-1, 0, -1]], "right": [[0.5, 1, 0.3]]}  # fmt: skip
POINTS = {"kind": "points", "text": "Add one point.", "window": [-3, 3, -2, 2]}


SHIPPED = Course()


def site_of(hall: Hall, course: Course = SHIPPED) -> Starlette:
    found = routes.routes(hall, course)
    return Starlette(routes=found, middleware=[Middleware(ClientIdentity)])


class Visitor:
    """A browser with its own cookies."""

    def __init__(self, site, accept="application/json", client="10.0.0.1"):
        self.site, self.accept, self.client = site, accept, client
        self.cookies: dict[str, str] = {}

    def get(self, path, query="", **headers) -> Reply:
        return asyncio.run(self.ask("GET", path, query=query, **headers))

    def post(self, path, body: bytes = b"", **headers) -> Reply:
        return asyncio.run(self.ask("POST", path, body, **headers))

    def vote(self, code, answer=None, accept=None, **fields) -> Reply:
        given = fields if answer is None else {"answer": answer, **fields}
        body = urlencode(given).encode()
        kind = "application/x-www-form-urlencoded"
        return self.post(
            f"/hall/{code}/votes", body, accept=accept or self.accept, content_type=kind
        )

    async def ask(self, method, path, body=b"", query="", **headers) -> Reply:
        sent: list = []
        given = {"host": "kernels.example.edu", "accept": self.accept, **headers}
        if self.cookies:
            given["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "root_path": "", "scheme": "http",
            "query_string": query.encode(), "server": ("test", 80), "client": (self.client, 1),
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in given.items()],
        }  # fmt: skip

        requests = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive():
            for message in requests:
                return message
            await asyncio.sleep(3600)  # it does not hang up

        async def send(message):
            sent.append(message)

        await self.site(scope, receive, send)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                for key, morsel in SimpleCookie(value.decode()).items():
                    self.cookies[key] = morsel.value
        names = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        return Reply(sent[0]["status"], names, b"".join(m.get("body", b"") for m in sent[1:]))


class Lecturer(Visitor):
    """Who owns a room."""

    def __init__(self, site):
        super().__init__(site)
        self.room = self.post("/hall", origin="https://kernels.example.edu").json()
        self.code = self.room["code"]

    def put(self, question=CHOICE, **more) -> Reply:
        return self.post(f"/hall/{self.code}/question", json.dumps({**question, **more}).encode())

    def act(self, name) -> Reply:
        return self.post(f"/hall/{self.code}/{name}")

    def results(self):
        return self.get(f"/hall/{self.code}/results").json()
