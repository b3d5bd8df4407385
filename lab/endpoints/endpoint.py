"""What an address answers: a path and a pure function of the query, without any server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Endpoint:
    """GET /path. `answer` takes the query string and returns what is sent as JSON; it raises
    SceneError for a question that cannot be answered.
    """

    path: str
    answer: Callable[[bytes], dict[str, Any]]
