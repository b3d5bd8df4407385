"""The launch of a task, as a sealed token that the page of the task sends with an answer."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from features.assignments.library import TaskPosition
from features.platform.keys import Keys
from features.platform.messages import Launch
from features.platform.tokens import LAUNCH_SECONDS, BadToken, Tokens

COUNT_BEST, COUNT_LAST = "best", "last"  # values of `counts`: which answer counts


@dataclass(frozen=True)
class TaskLaunch:
    """A launched task, its student, and the column for its score.

    `subject`: the number by which the platform identifies the person; `student`: the code that is
    derived from this number; `until`: the deadline as Unix time, 0 for none.
    """

    issuer: str
    client_id: str
    subject: str
    student: str
    task: str
    line_item: str = ""
    is_teacher: bool = False
    counts: str = COUNT_BEST
    until: float = 0.0

    @classmethod
    def from_launch(cls, launch: Launch, place: TaskPosition, keys: Keys) -> "TaskLaunch":
        custom = launch.custom or {}
        issuer = launch.registration.issuer
        return cls(
            issuer, launch.registration.client_id, launch.subject,
            keys.student_code(issuer, launch.subject), place.name, launch.line_item,
            launch.is_teacher, COUNT_LAST if custom.get("counts") == COUNT_LAST else COUNT_BEST,
            _time(custom),
        )  # fmt: skip

    def seal(self, tokens: Tokens) -> str:
        return tokens.seal("launch", asdict(self), LAUNCH_SECONDS)


def unseal(tokens: Tokens, token: str) -> TaskLaunch:
    """Read the token of a launch. Raises BadToken."""
    content = tokens.unseal("launch", token)
    content.pop("exp")
    try:
        return TaskLaunch(**content)
    except TypeError as error:  # the token is from an older version of the app
        raise BadToken(str(error)) from None


def _time(custom: Mapping[str, Any]) -> float:
    """Return the deadline that a link contains, as Unix time; 0 if it has no valid one."""
    try:
        moment = datetime.fromisoformat(custom.get("until", ""))
    except ValueError:
        return 0.0
    return moment.timestamp() if moment.tzinfo else 0.0
