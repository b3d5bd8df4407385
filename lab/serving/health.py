"""GET /healthz: whether this process can answer; and why it can't, in a word.

The answer comes from the event loop itself: a process that hangs does not give it.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lab.endpoints.static_assets import public_path


class Health:
    """Whether the app has started, and whether it is about to stop."""

    def __init__(self) -> None:
        self.state = "starting"

    async def serve(self, _: Request) -> Response:
        status = 200 if self.state == "ok" else 503
        return JSONResponse({"status": self.state}, status, {"Cache-Control": "no-store"})

    def routes(self) -> list[Route]:
        """At the root too, whatever the app's base path is: a probe need not know it."""
        paths = {"/healthz", public_path("healthz")}
        return [Route(path, self.serve, methods=["GET"]) for path in sorted(paths)]


HEALTH = Health()
