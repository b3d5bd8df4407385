"""What the worker in the browser calls, features/site/worker.js: answers and runs of pages."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from features.site import dataclass_methods

dataclass_methods.use()  # before anything else of the course is read


def start() -> None:
    """Takes Streamlit's place and reads what answers a picture; `read_pages` reads the rest."""
    from features.site import screen

    screen.stand_in()
    import lab.endpoints.sweep_endpoint  # noqa: F401


def read_pages() -> None:
    """Reads what answers all other addresses: the pages', some half as much again."""
    from features.site import visit

    visit.registry()


def warm(k: int) -> None:
    """Answers a question such as a hand asks that moves a point, each `k` another: the first waits
    for imports, and the browser makes machine code of what runs often."""
    from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
    from lab.scene.scene import DEFAULT, replace

    scene = replace(DEFAULT, edits=f"m3_{k / 100:g}_0.1").query()
    answer(SWEEP_ENDPOINT.path, f"{scene}&along=tau&stops=1", lambda done, of: None)


def answer(path: str, query: str, told: Callable[[int, int], None]) -> tuple[int, str, Any]:
    """Status, kind ("json", "bytes" or "events") and body of the answer to an address.

    `told` hears how many stops of a sweep are done, and of how many.
    """
    from lab.scene.progress import report_progress_to

    with report_progress_to(told, None):
        status, content = _respond(path, query.encode())
    if isinstance(content, bytes):
        return status, "bytes", content
    if isinstance(content, Iterator):
        return status, "events", _kept(content)
    return status, "json", json.dumps(content)


def _respond(path: str, query: bytes) -> tuple[int, Any]:
    from features.site import visit
    from lab.endpoints import endpoint
    from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT

    if path == "qr":
        return _qr_code(query.decode())
    if path == SWEEP_ENDPOINT.path:  # needs nothing of the pages
        return endpoint.respond(SWEEP_ENDPOINT, query)
    return visit.registry()["respond"](path, query)


def _qr_code(text: str) -> tuple[int, dict[str, Any]]:
    """As POST /qr answers; the text stands where other questions have their query."""
    from lab.serving.qr_matrix import rows

    try:
        return 200, {"rows": rows(text)}
    except ValueError as error:
        return 422, {"message": str(error)}


_streams: dict[int, Iterator[dict[str, Any]]] = {}


def _kept(events: Iterator[dict[str, Any]]) -> int:
    number = max(_streams, default=0) + 1
    _streams[number] = events
    return number


def event(number: int) -> str | None:
    """The next event of a stream; None after the last."""
    made = next(_streams[number], None)
    if made is None:  # not before: whoever asks asks once more after the event that says "done"
        _streams.pop(number)
    return None if made is None else json.dumps(made)


def page(text: str) -> dict[str, str]:
    """A run of a page after an event, see `visit`: its HTML and its elements' data."""
    from features.site import page_html, visit
    from features.site.screen import STATE

    event: dict[str, Any] = json.loads(text)
    opened = _begin(event)
    if event.get("open"):
        root = opened or visit.go(event["page"], event["query"], event["url"], event["theme"])
    else:
        STATE.url, STATE.theme = event["url"], event["theme"]
        STATE.query.read(event["query"])  # scripts write it too: the step, a slider
        root = visit.handle_event(event)
    elements = {one.said["key"]: one.said["data"] for one in page_html.components(root)}
    return {
        "html": page_html.body(root), "elements": json.dumps(elements), "page": STATE.page,
        "query": visit.address(), "title": STATE.title,
    }  # fmt: skip


def _begin(event: dict[str, Any]) -> Any:
    """The page as it opens, where no visit has begun: a worker that was started anew, after a
    computation that took too long, knows of none."""
    from features.site import visit
    from features.site.screen import STATE

    if STATE.session:
        return None
    return visit.open_page(event["page"], event["query"], event["url"], event["theme"])


def file(name: str, text: str) -> dict[str, Any]:
    """What a download button gives; `text` says where, as for `page`."""
    from features.site import visit

    _begin(json.loads(text))
    body, named, kind = visit.file_of(name)
    return {"body": body, "file": named, "type": kind}
