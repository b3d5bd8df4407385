"""The kinds of items that only the front page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.ui.challenges import Condition
from lab.ui.items import Item
from lab.ui.items.item import json_field


class StartPlace(TypedDict):
    """A step of a guided start, or a page without steps, for which `page` and `id` are ""."""

    address: str
    title: str
    page: str
    id: str
    challenges: Sequence[str]


class Start(TypedDict):
    """A guided start: a title, a line of text, and its steps; `end` is the text when all steps are
    done."""

    title: str
    line: str
    end: str
    places: Sequence[StartPlace]


class MapStep(TypedDict):
    """A step that visitors may open, with the ids of its challenges and quiz questions."""

    id: str
    challenges: Sequence[str]
    quiz: Sequence[str]


class MapEntry(TypedDict):
    """A page on the map; `closed` is the reason why it is closed, else ""."""

    title: str
    path: str
    question: str
    line: str
    closed: str
    steps: Sequence[MapStep]


class MapGroup(TypedDict):
    """A heading of the map, with the pages below it."""

    title: str
    ways: Sequence[MapEntry]


class Surprise(TypedDict):
    """All fields of a scene, and a text that is shown if the solution of the scene meets the
    conditions."""

    fields: Mapping[str, str]
    text: str
    conditions: Sequence[Condition]


@dataclass(frozen=True)
class Surprises(Item):
    """A button that shows the scenes one after another, each with its statement."""

    kind: ClassVar[str] = "surprises"
    scenes: Sequence[Surprise]


class SceneLink(TypedDict):
    """A page, and its step to open ("" for the first). `when` maps fields of a scene to the values
    that the page can show."""

    title: str
    path: str
    step: str
    when: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class SceneLinks(Item):
    """Links that open the scene on other pages."""

    kind: ClassVar[str] = "scenelinks"
    page_part: ClassVar[str] = "navigation"
    pages: Sequence[SceneLink]
    asks: str = json_field("go")


@dataclass(frozen=True)
class Starts(Item):
    """The guided starts, each with its steps."""

    kind: ClassVar[str] = "starts"
    starts: Sequence[Start]
    asks: str = json_field("go")


@dataclass(frozen=True)
class CourseMap(Item):
    """All pages of the course, by group.

    `cleared_keys` are the keys of features in the browser's storage that “Clear my progress”
    deletes too, each with what the learner loses, or "".
    """

    kind: ClassVar[str] = "coursemap"
    groups: Sequence[MapGroup]
    cleared_keys: Mapping[str, str]
    asks: str = json_field("go")


@dataclass(frozen=True)
class Resume(Item):
    """A link to where the learner stopped.

    `pages` maps the paths of pages to their titles; `drop` lists words of the address that the link
    leaves out.
    """

    kind: ClassVar[str] = "resume"
    pages: Mapping[str, str]
    drop: Sequence[str]
    asks: str = json_field("go")


@dataclass(frozen=True)
class SliderRow(Item):
    """Buttons that choose the visible slider on narrow screens."""

    kind: ClassVar[str] = "sliderrow"
    label: str
