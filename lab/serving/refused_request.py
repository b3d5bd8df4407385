"""Requests that are not served, and how they are answered: a page for a browser, else JSON."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response


class RefusedRequest(Exception):
    """A request that is not served: status, and why in a sentence."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page."""
    return "text/html" in request.headers.get("accept", "")


def refuse(
    request: Request,
    fault: RefusedRequest,
    page: Callable[[str], str],
    headers: Mapping[str, str],
) -> Response:
    """The answer to a refused request. `page` makes the HTML of the message."""
    if not wants_page(request):
        return JSONResponse({"message": fault.message}, fault.status, dict(headers))
    return HTMLResponse(page(fault.message), fault.status, dict(headers))


def origin_of(request: Request) -> str:
    """Where this site is seen at. A browser says with every POST whose page it is; our own alone
    come this far."""
    return request.headers.get("origin", "") or f"{request.url.scheme}://{request.url.netloc}"
