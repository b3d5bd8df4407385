"""Assignments named in the address.

`task=week-3~2` is the second task of week-3.toml in the course's folder of assignments.
`task=z.eNq…~2` contains the assignment itself, packed, without its solutions.
"""

import re
from dataclasses import dataclass

from features.assignments import assignment as assignments
from features.assignments.assignment import Assignment, AssignmentError
from lab.course import course, packed_text
from lab.scene.scene import escape_text

DATED_PREFIX = "assignment/"  # prefix of an assignment's name in the course's dates
_NAME = re.compile(r"[\w-]{1,80}")


@dataclass(frozen=True)
class TaskPosition:
    """The task that the address names.

    `name` is the assignment's name in the address, and `index` is the task's position, from 0."""

    name: str
    index: int
    assignment: Assignment

    @property
    def date_name(self) -> str:
        """The name of the assignment in the course's dates."""
        return DATED_PREFIX + self.name

    @property
    def closed_reason(self) -> str:
        """A sentence that says why the assignment is closed; empty if it is open."""
        return course.current().dates.closed_reason(self.date_name)


def names() -> list[str]:
    """Return the names of the assignments in the course's folder."""
    folder = course.current().setting("assignments")
    if not folder:
        return []
    paths = (course.folder() / folder).glob("*.toml")
    return sorted(path.stem for path in paths if _NAME.fullmatch(path.stem))


def find_assignment(name: str) -> Assignment:
    """Return the assignment with this name in the course's folder, or the one packed in `name`.

    Raises AssignmentError."""
    if name.startswith(packed_text.PREFIX):
        return assignments.unpack(name)
    if name not in names():
        raise AssignmentError(
            f"There is no assignment “{escape_text(name)}”. Check the link, or ask your "
            "teacher for it."
        )
    path = course.folder() / course.current().setting("assignments") / f"{name}.toml"
    try:
        return assignments.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise AssignmentError(
            f"The assignment “{escape_text(name)}” can’t be read. Its file must be UTF-8 text that "
            "the server may open."
        ) from None


def resolve(word: str) -> TaskPosition:
    """Find the task that the word `task` of the address names. Raises AssignmentError.

    Without a number from 1 to 999 it is the first task. A larger number than there are tasks means
    the last task.
    """
    name, mark, number = word.rpartition("~")
    if not mark:
        name, number = word, "1"
    index = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 1
    assignment = find_assignment(name)
    return TaskPosition(name, min(max(index, 1), len(assignment.tasks)) - 1, assignment)
