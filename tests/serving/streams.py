"""Streams of events, requested by one client."""

from starlette.applications import Starlette
from starlette.middleware import Middleware

from lab.endpoints.client_identity import ClientIdentity
from tests.lab.asgi import Visitor

ME = "10.3.3.3"  # IP address of the client


class FromHere(Visitor):
    """A visitor whose requests come from the address `ME`."""

    def __init__(self, stream, query=""):
        layers = [Middleware(_Addressed), Middleware(ClientIdentity)]
        app = Starlette(routes=[stream.route()], middleware=layers)
        super().__init__(app, f"/{stream.stream.path}", query)


class _Addressed:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        await self.app(scope | {"client": (ME, 1)}, receive, send)
