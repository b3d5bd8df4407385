"""Read the forms of requests, and reply to refused requests."""

from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from features.platform import pages
from lab.serving.refused_request import RefusedRequest, refuse

NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept"}
MAX_FIELDS = 40  # largest number of fields of a form
BAD_FORM = "This request can’t be read."


async def read_form(request: Request) -> dict[str, str]:
    """Read a form. Raises RefusedRequest if it can't be read or repeats a field."""
    try:
        text = (await request.body()).decode("utf-8")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise RefusedRequest(400, BAD_FORM) from None
    if len(dict(pairs)) < len(pairs):
        # Programs differ in which value of a repeated field they use.
        raise RefusedRequest(400, BAD_FORM)
    return dict(pairs)


def refusal(request: Request, fault: RefusedRequest) -> Response:
    return refuse(request, fault, pages.refusal, NO_STORE)
