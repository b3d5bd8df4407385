"""Answer refused requests: with a page for a browser, else with JSON."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response


class RefusedRequest(Exception):
    """A refused request, with the status and a message."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def wants_page(request: Request) -> bool:
    """Return whether a browser requests a page, according to the Accept header."""
    return "text/html" in request.headers.get("accept", "")


def refuse(
    request: Request,
    fault: RefusedRequest,
    page: Callable[[str], str],
    headers: Mapping[str, str],
) -> Response:
    """Answer a refused request. `page` turns the message into HTML."""
    if not wants_page(request):
        return JSONResponse({"message": fault.message}, fault.status, dict(headers))
    return HTMLResponse(page(fault.message), fault.status, dict(headers))


def origin_of(request: Request) -> str:
    """Return this site's origin, its scheme and host. With a POST a browser sends it in the header
    Origin, which `lab.serving.origin_check` has checked."""
    return request.headers.get("origin", "") or f"{request.url.scheme}://{request.url.netloc}"
