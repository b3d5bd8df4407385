"""What an address answers: a path and a pure function of the query, without any server.

Three kinds: an `Endpoint` answers in JSON, a `lab.endpoints.sweep_endpoint.SweepEndpoint` in the
bytes of tensors, a `Stream` in pieces, one after the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from lab.scene.scene import SceneError

Content = dict[str, Any] | bytes | Iterator[dict[str, Any]]


class BaseEndpoint(Protocol):
    """GET /path. `answer` takes the query string; it raises SceneError for a question that cannot
    be answered."""

    @property
    def path(self) -> str: ...

    @property
    def answer(self) -> Callable[[bytes], Content]: ...


@dataclass(frozen=True)
class Endpoint:
    """`answer` returns what is sent as JSON. `seconds` of processor time it may take where that is
    more than for others. `first_place`, of one that is asked about a place of the plane: where a
    picture of a scene asks while nobody has chosen one, as its script writes it."""

    path: str
    answer: Callable[[bytes], dict[str, Any]]
    seconds: float | None = None
    first_place: Callable[[str], str] | None = None


@dataclass(frozen=True)
class Stream:
    """`answer` returns what is sent as one event after the other, made as it is asked for.

    A server makes at most `at_once` of them at a time, and tells the others that it is `busy`; it
    rests for as long as an event took, for `rest` seconds at least. `is_complete`: whether all of
    it is known already, so that it takes no work.
    """

    path: str
    answer: Callable[[bytes], Iterator[dict[str, Any]]]
    busy: str
    at_once: int = 1
    rest: float = 0.0
    is_complete: Callable[[], bool] = lambda: False


def respond(endpoint: BaseEndpoint, query: bytes) -> tuple[int, Content]:
    """The answer with its status: 200, or 400 with what is wrong with the question."""
    try:
        return 200, endpoint.answer(query)
    except SceneError as error:
        return 400, asdict(error.problem)
