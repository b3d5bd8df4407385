"""GET /healthz: whether this process can answer requests.

The event loop itself answers: a process that hangs sends nothing.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lab.endpoints.static_assets import public_path


class Health:
    """The state of the app, "starting", "ok" or "stopping", and the endpoint that reports it."""

    def __init__(self) -> None:
        self.state = "starting"

    async def serve(self, _: Request) -> Response:
        status = 200 if self.state == "ok" else 503
        return JSONResponse({"status": self.state}, status, {"Cache-Control": "no-store"})

    def routes(self) -> list[Route]:
        """Return the routes: below the app's base path, and at the root for probes."""
        paths = {"/healthz", public_path("healthz")}
        return [Route(path, self.serve, methods=["GET"]) for path in sorted(paths)]


HEALTH = Health()
