"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.ui.items import Item
from lab.ui.items.item import written


@dataclass(frozen=True)
class Starts(Item):
    """Ways to begin the course, each with its places."""

    kind: ClassVar[str] = "starts"
    starts: Sequence[Any]
    asks: str = written("go")


@dataclass(frozen=True)
class CourseMap(Item):
    """All pages of the course by their groups."""

    kind: ClassVar[str] = "coursemap"
    groups: Sequence[Any]
    asks: str = written("go")


@dataclass(frozen=True)
class Resume(Item):
    """The way back to where the learner was. `pages`: titles by path; `drop`: words that the
    address loses."""

    kind: ClassVar[str] = "resume"
    pages: Mapping[str, str]
    drop: Sequence[str]
    asks: str = written("go")
