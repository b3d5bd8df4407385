"""What a feature declares of itself. `features/order.py` hands the declarations in; lab names none.

`features/<name>/declaration.py` holds a feature's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lab.course.computer import is_server
from lab.course.page_declaration import SHELL_WORDS

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from lab.course.course import Course
    from lab.course.course_parser import FieldReader
    from lab.scene.fields import Field
    from lab.store.tables import Tables


@dataclass(frozen=True)
class Setting:
    """A key of course.toml. `read` takes the reader of the file and the key."""

    key: str
    default: Any
    read: Callable[[FieldReader, str], Any]


@dataclass(frozen=True)
class Answers:
    """What a feature answers: its routes, and the content policies of pages of its own by the
    names that their paths begin with, those of scripts that run apart from a page by their paths.
    `relieves`: whether its scripts answer where the server is busy; `elsewhere`: where the course
    is, too, when the server is lost."""

    routes: tuple[BaseRoute, ...]
    policies: Mapping[str, str] = field(default_factory=dict)
    workers: Mapping[str, str] = field(default_factory=dict)
    relieves: bool = False
    elsewhere: str = ""


@dataclass(frozen=True)
class Privacy:
    """What a feature stores of its visitors: a paragraph of *What is stored*, and the sentence that
    the foot of every page says of it, if it has to."""

    paragraph: str
    notice: str = ""


@dataclass(frozen=True)
class TakeAway:
    """What a feature brings under *Export and share*, of a page as it is shown
    (`lab.ui.shell.take_away_section`). `sentence`: what it is, "" where there is nothing of this
    page; `buttons`: in a row with those of others; `below`: under that row. `figure`: opens a
    figure of a scene, for which pictures have a button."""

    sentence: Callable[[Any], str]
    buttons: Callable[[Any], None]
    below: Callable[[Any], None] | None = None
    figure: Callable[[Any], None] | None = None


@dataclass(frozen=True)
class Feature:
    """One feature. `name`: its folder. `is_on`: whether a course has it."""

    name: str
    is_on: Callable[[Course], bool]
    needs: tuple[str, ...] = ()  # other features that it imports
    # What it hands to features that it needs, by their names; each of them says what it takes.
    extends: Mapping[str, Any] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    address_words: tuple[str, ...] = ()  # that are its own on every page
    # Those that show one picture over the whole screen, with the value that does; "" for any.
    screen_words: Mapping[str, str] = field(default_factory=dict)
    styles: tuple[str, ...] = ()  # that it may put on any page
    tables: Callable[[], Tables] | None = None
    answers: Callable[[Course, Any], Answers] | None = None  # the store, None where there is none
    scripts: Callable[[], None] | None = None  # puts what its browser's side needs on every page
    privacy: Privacy | None = None
    # Draws what stands beside a page's question, which it is given.
    beside_question: Callable[[str], None] | None = None
    # Draws what stands in the menu *Data*: the scene of the page, or None; its fields; its sources.
    data_menu: Callable[[Any, Mapping[str, Field], Collection[str]], None] | None = None
    # Draws what is offered beside a link: the element's name, the path and query of the link, ""
    # for what the address shows.
    link_button: Callable[[str, str], None] | None = None
    # Runs a page, by the last argument, beside something else, or shows something in its place. The
    # others: the st.Page that there are, and the one to show.
    around_page: Callable[[Sequence[Any], Any, Callable[[], None]], None] | None = None
    # Draws a section of the front page.
    front_page: Callable[[], None] | None = None
    # Draws what comes at the end of every page, unless one picture fills the screen; its name.
    page_end: Callable[[str], None] | None = None
    take_away: TakeAway | None = None


_FEATURES: list[Feature] = []


def declare(features: Iterable[Feature]) -> tuple[Feature, ...]:
    """Make these all the features that there are, in this order. Returns them."""
    _FEATURES[:] = features
    return tuple(_FEATURES)


def features(course: Course) -> list[Feature]:
    """The features that a course has. What stores something needs a server."""
    there = (feature for feature in _FEATURES if is_server() or not feature.tables)
    return [feature for feature in there if feature.is_on(course)]


def shell_words() -> tuple[str, ...]:
    """The words of the address that every page has beside its scene, with those of all features."""
    return (*SHELL_WORDS, *(word for feature in _FEATURES for word in feature.address_words))


def screen_words(course: Course) -> dict[str, str]:
    """Of the features that a course has, the words of the address that show one picture over the
    whole screen: of each the value that does so, "" for any."""
    return {word: value for one in features(course) for word, value in one.screen_words.items()}


def settings() -> dict[str, Setting]:
    """The settings of all features, by their keys."""
    return {setting.key: setting for feature in _FEATURES for setting in feature.settings}
