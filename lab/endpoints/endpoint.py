"""Define endpoints: each has a path, and a function that answers a query without a server.

There are three kinds: an `Endpoint` answers with JSON, a
`lab.endpoints.sweep_endpoint.SweepEndpoint` with the bytes of tensors, a `Stream` with events.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from lab.scene.scene import SceneError

Content = dict[str, Any] | bytes | Iterator[dict[str, Any]]


class BaseEndpoint(Protocol):
    """An endpoint at GET /path. `answer` takes the query string, and raises SceneError if the query
    is not usable."""

    @property
    def path(self) -> str: ...

    @property
    def answer(self) -> Callable[[bytes], Content]: ...


@dataclass(frozen=True)
class Endpoint:
    """An endpoint whose `answer` returns an object for JSON.

    `seconds`: its limit of CPU time, if not the usual one. `first_query`: a function that returns
    the query that an item sends as soon as it is shown, from the scene's query, the words of the
    address and the item; None if no item does so. `needs_server`: whether only a server can answer.
    """

    path: str
    answer: Callable[[bytes], dict[str, Any]]
    seconds: float | None = None
    first_query: Callable[[str, Mapping[str, str], Mapping[str, Any]], str] | None = None
    needs_server: bool = False


@dataclass(frozen=True)
class Stream:
    """An endpoint whose `answer` returns an iterator of events, each computed when it is sent.

    A server sends at most `at_once` answers of this endpoint at a time and refuses others with the
    message `busy_message`. After each event it pauses as long as the event took to compute, and
    at least `pause_seconds` seconds. `is_complete`: whether all events are stored, so that nothing
    is computed.
    """

    path: str
    answer: Callable[[bytes], Iterator[dict[str, Any]]]
    busy_message: str
    at_once: int = 1
    pause_seconds: float = 0.0
    is_complete: Callable[[], bool] = lambda: False


def respond(endpoint: BaseEndpoint, query: bytes) -> tuple[int, Content]:
    """Return the status and the content for a query: 200 with the answer, or 400 with the
    problem."""
    try:
        return 200, endpoint.answer(query)
    except SceneError as error:
        return 400, asdict(error.problem)
