"""Simulated browsers, each with its own cookies, that send requests to an app."""

import asyncio
from collections.abc import Iterable
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from lab.endpoints.client_identity import ClientIdentity
from tests.lab.asgi import Reply

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


def site_with(routes: Iterable[BaseRoute]) -> Starlette:
    """Return a site that answers these routes."""
    return Starlette(routes=[*routes], middleware=[Middleware(ClientIdentity)])


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
        body_fields = fields if answer is None else {"answer": answer, **fields}
        body = urlencode(body_fields).encode()
        kind = "application/x-www-form-urlencoded"
        return self.post(
            f"/hall/{code}/votes", body, accept=accept or self.accept, content_type=kind
        )

    async def ask(self, method, path, body=b"", query="", **headers) -> Reply:
        messages: list = []
        all_headers = {"host": "kernels.example.edu", "accept": self.accept, **headers}
        if self.cookies:
            all_headers["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "root_path": "", "scheme": "http",
            "query_string": query.encode(), "server": ("test", 80), "client": (self.client, 1),
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in all_headers.items()],
        }  # fmt: skip

        requests = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive():
            for message in requests:
                return message
            await asyncio.sleep(3600)  # the client does not disconnect

        async def send(message):
            messages.append(message)

        await self.site(scope, receive, send)
        for name, value in messages[0]["headers"]:
            if name == b"set-cookie":
                for key, morsel in SimpleCookie(value.decode()).items():
                    self.cookies[key] = morsel.value
        names = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
        return Reply(
            messages[0]["status"], names, b"".join(m.get("body", b"") for m in messages[1:])
        )
