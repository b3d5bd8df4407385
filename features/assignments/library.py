"""An assignment as a word of the address.

`task=week-3~2` is the second task of a file in the course's folder of assignments;
`task=z.eNq…~2` carries the whole assignment along, packed.
"""

import re
from dataclasses import dataclass

from features.assignments import assignment as assignments
from features.assignments.assignment import Assignment, AssignmentError
from lab.course import course, packed_text
from lab.course.dates import ASSIGNMENT
from lab.scene.scene import visible

_NAME = re.compile(r"[\w-]{1,80}")


@dataclass(frozen=True)
class TaskPosition:
    """Where in which assignment the address is: `name` as in the address, `at` from 0."""

    name: str
    at: int
    assignment: Assignment

    @property
    def dated(self) -> str:
        """Its name among the course's dates."""
        return ASSIGNMENT + self.name

    @property
    def closed(self) -> str:
        """Why it can't be worked on now, in a sentence; empty where it can."""
        return course.current().dates.closed(self.dated)


def names() -> list[str]:
    """The assignments in the course's folder."""
    folder = course.current().setting("assignments")
    if not folder:
        return []
    found = (course.folder() / folder).glob("*.toml")
    return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))


def find_assignment(name: str) -> Assignment:
    """The assignment of this name, or in this word. Raises AssignmentError in a sentence."""
    if name.startswith(packed_text.PREFIX):
        return assignments.unpack(name)
    if name not in names():
        raise AssignmentError(
            f"There is no assignment “{visible(name)}” here. Ask for the link again."
        )
    path = course.folder() / course.current().setting("assignments") / f"{name}.toml"
    try:
        return assignments.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise AssignmentError(f"The assignment “{visible(name)}” can’t be read.") from None


def resolve(word: str) -> TaskPosition:
    """The place that the address's word names. Raises AssignmentError in sentences."""
    name, mark, number = word.rpartition("~")
    if not mark:
        name, number = word, "1"
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 1
    assignment = find_assignment(name)
    return TaskPosition(name, min(max(at, 1), len(assignment.tasks)) - 1, assignment)
