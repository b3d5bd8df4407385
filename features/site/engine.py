"""Answer requests and run pages: functions for the browser's worker, features/site/worker.js."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from features.site import dataclass_methods

dataclass_methods.use()  # before any other module of the course is imported


def start() -> None:
    """Replace Streamlit and import the sweeps' endpoint; `read_pages` imports the rest."""
    from features.site import screen

    screen.stand_in()
    import lab.endpoints.sweep_endpoint  # noqa: F401


def read_pages() -> None:
    """Import the modules that answer the requests of the pages' scripts."""
    from features.site import visit

    visit.registry()


def warm(k: int) -> None:
    """Answer a request like those that dragging a point causes, different for each `k`.

    The first call imports modules. The browser compiles code that runs often to machine code, so
    further calls make later answers faster."""
    from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
    from lab.scene.scene import DEFAULT, replace

    scene = replace(DEFAULT, edits=f"m3_{k / 100:g}_0.1").query()
    answer(SWEEP_ENDPOINT.path, f"{scene}&along=tau&stops=1", lambda done, of: None)


def answer(
    path: str, query: str, report_progress: Callable[[int, int], None]
) -> tuple[int, str, Any]:
    """Return the status, the kind ("json", "bytes" or "events") and the body of the answer to a
    request. For events the body is a number for `next_event`.

    `report_progress` is called with the number of stops solved, and the number of all stops.
    """
    from lab.scene.progress import report_progress_to

    with report_progress_to(report_progress):
        status, content = _respond(path, query.encode())
    if isinstance(content, bytes):
        return status, "bytes", content
    if isinstance(content, Iterator):
        return status, "events", _add_stream(content)
    return status, "json", json.dumps(content)


def _respond(path: str, query: bytes) -> tuple[int, Any]:
    from features.site import visit
    from lab.endpoints import endpoint
    from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT

    if path == "qr":
        return _qr_code(query.decode())
    if path == SWEEP_ENDPOINT.path:  # needs no import of the pages
        return endpoint.respond(SWEEP_ENDPOINT, query)
    return visit.registry()["respond"](path, query)


def _qr_code(text: str) -> tuple[int, dict[str, Any]]:
    """Answer as the server answers POST /qr: 200 and the text's QR code, or 422 and a message."""
    from lab.serving.qr_matrix import rows

    try:
        return 200, {"rows": rows(text)}
    except ValueError as error:
        return 422, {"message": str(error)}


_streams: dict[int, Iterator[dict[str, Any]]] = {}


def _add_stream(events: Iterator[dict[str, Any]]) -> int:
    number = max(_streams, default=0) + 1
    _streams[number] = events
    return number


def next_event(number: int) -> str | None:
    """Return the next event of a stream; None after the last."""
    content = next(_streams[number], None)
    if content is None:  # the worker asks once more after the last event
        _streams.pop(number)
    return None if content is None else json.dumps(content)


def page(text: str) -> dict[str, str]:
    """Run a page after an event, see `visit`. Return its HTML, its elements' data, its URL path,
    query and title."""
    from features.site import page_html, visit
    from features.site.screen import STATE

    event: dict[str, Any] = json.loads(text)
    opened_page = _begin(event)
    if event.get("open"):
        root = opened_page or visit.go(event["page"], event["query"], event["url"], event["theme"])
    else:
        STATE.url, STATE.theme = event["url"], event["theme"]
        STATE.query.read(event["query"])  # the page's scripts also change words, such as `step`
        root = visit.handle_event(event)
    elements = {node.props["key"]: node.props["data"] for node in page_html.components(root)}
    return {
        "html": page_html.body(root), "elements": json.dumps(elements), "page": STATE.page,
        "query": visit.address(), "title": STATE.title,
    }  # fmt: skip


def _begin(event: dict[str, Any]) -> Any:
    """Open the page and return it if no visit has begun; else return None.

    No visit has begun at the first event, and in a worker that was restarted after a computation
    took too long.
    """
    from features.site import visit
    from features.site.screen import STATE

    if STATE.session:
        return None
    return visit.open_page(event["page"], event["query"], event["url"], event["theme"])


def file(name: str, text: str) -> dict[str, Any]:
    """Return the file of a download button; `text` is the event, as for `page`."""
    from features.site import visit

    _begin(json.loads(text))
    body, file_name, kind = visit.file_of(name)
    return {"body": body, "file": file_name, "type": kind}
