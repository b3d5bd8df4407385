"""Define what a feature declares: settings, routes, words of the address, parts of the pages.

Each declaration is in `features/<name>/declaration.py`. `features/order.py` lists them; no module
in `lab` names a feature.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
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
    """A setting in course.toml. `read` is called with the file's reader and the key."""

    key: str
    default: Any
    read: Callable[[FieldReader, str], Any]


@dataclass(frozen=True)
class Answers:
    """The routes of a feature, and what the server needs for them.

    `policies`: content security policies of the feature's own pages, by prefix of their paths;
    `workers`: those of worker scripts, also by prefix. `computes_in_browser`: whether scripts of
    the feature can compute answers in the browser while the server is busy. `site_address`: the
    address of the course's static site, for when the server is unreachable. `cross_site`: paths to
    which pages of other sites may send forms. `background`: work that runs while the server is up.
    """

    routes: tuple[BaseRoute, ...]
    policies: Mapping[str, str] = field(default_factory=dict)
    workers: Mapping[str, str] = field(default_factory=dict)
    computes_in_browser: bool = False
    site_address: str = ""
    cross_site: tuple[str, ...] = ()
    background: Callable[[], Awaitable[None]] | None = None


@dataclass(frozen=True)
class Privacy:
    """The description of the data that a feature stores about visitors: a paragraph of the page
    *What is stored*, and an optional sentence for the foot of every page."""

    paragraph: str
    notice: str = ""


@dataclass(frozen=True)
class TakeAway:
    """The parts that a feature draws under *Export and share* (`lab.ui.shell.take_away_section`).

    `sentence` describes what the feature offers for the current page, "" for nothing. `buttons`
    draws its buttons, in a row that all features share. `draw_below` draws under that row. `figure`
    opens the page's scene as a Plotly figure; the section draws the button for it.
    """

    sentence: Callable[[Any], str]
    buttons: Callable[[Any], None]
    draw_below: Callable[[Any], None] | None = None
    figure: Callable[[Any], None] | None = None


@dataclass(frozen=True)
class Feature:
    """The declaration of a feature. `name`: the name of its folder. `is_on`: returns whether a
    course has the feature."""

    name: str
    is_on: Callable[[Course], bool]
    needs: tuple[str, ...] = ()  # names of other features that the feature imports
    # What this feature contributes to features in `needs`, by their names. Each of them defines the
    # type of what it gets.
    extends: Mapping[str, Any] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    address_words: tuple[str, ...] = ()  # words of the address that the feature adds to every page
    # Words of the address that make one picture fill the screen, each with the value that it needs;
    # "" means any value. Why: the shell and the page leave out what surrounds that picture, before
    # the feature draws anything.
    screen_words: Mapping[str, str] = field(default_factory=dict)
    # Words of the address that are always written together with the step and the scene to show.
    # While the address has one of these words, a picture that shows only a part of the scene gets
    # the whole scene too. Why: the rail's links must keep the word, and the feature needs the whole
    # scene to judge what the learner has set in such a picture.
    step_words: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()  # style sheets of the feature that any page may need
    # Prefix, ending in a slash, of the names in [opens] and [closes] that the feature defines. Why:
    # course.toml has one table of dates for pages and features, and refuses unknown names.
    dated_prefix: str = ""
    tables: Callable[[], Tables] | None = None
    # A function that returns the routes of the feature, with what they need; its arguments are the
    # course, and the store or None.
    answers: Callable[[Course, Any], Answers] | None = None
    # Scripts that run on every page of the app, and in every exported HTML file, which shows a
    # picture without the app. Each exports `mount`. Why: such a file has no server that could call
    # `around_page`, so it must know the scripts by name.
    picture_scripts: tuple[str, ...] = ()
    privacy: Privacy | None = None
    # Keys of the browser's storage that are cleared with the learner's progress, each with what the
    # learner loses; "" if this need not be mentioned.
    cleared_keys: Mapping[str, str] = field(default_factory=dict)
    # A function that draws beside a page's question; its argument is the question. Why: the
    # feature's menu stands beside the menu *Data*, inside the page, where `around_page` can't draw.
    beside_question: Callable[[str], None] | None = None
    # A function that draws in the menu *Data* and beside it; its arguments are the page's scene or
    # None, the scene's fields, the page's sources, and the menu's container or None. Why: only the
    # page knows its sources, and only its header has the menu.
    data_controls: Callable[[Any, Mapping[str, Field], Collection[str], Any], None] | None = None
    # A function that draws beside a link; its arguments are a name for the element to draw, and the
    # link's path and query as one text, "" for the current address. Why: several features
    # draw links, and must not import this feature.
    link_button: Callable[[str, str], None] | None = None
    # A function that runs a page inside other content, or draws other content instead; its
    # arguments are all st.Page objects, the current page, and the function that runs the current
    # page.
    around_page: Callable[[Sequence[Any], Any, Callable[[], None]], None] | None = None
    # A function that draws a section of the front page.
    front_page: Callable[[], None] | None = None
    # A function that draws at the end of every page, unless one picture fills the screen; its
    # argument is the page's name.
    page_end: Callable[[str], None] | None = None
    take_away: TakeAway | None = None


_FEATURES: list[Feature] = []


def declare(features: Iterable[Feature]) -> tuple[Feature, ...]:
    """Declare all features, in this order, and return them."""
    _FEATURES[:] = features
    return tuple(_FEATURES)


def features(course: Course) -> list[Feature]:
    """Return the features of a course; without a server, only those that store nothing."""
    usable = (feature for feature in _FEATURES if is_server() or not feature.tables)
    return [feature for feature in usable if feature.is_on(course)]


def shell_words() -> tuple[str, ...]:
    """Return the words that the address of any page can have in addition to its scene."""
    words = (word for feature in _FEATURES for word in feature.address_words)
    return tuple(dict.fromkeys((*SHELL_WORDS, *words)))


def screen_words(course: Course) -> dict[str, str]:
    """Return the words of the address that show one picture over the whole screen, each with the
    value that has this effect; "" means any value."""
    return {
        word: value for feature in features(course) for word, value in feature.screen_words.items()
    }


def step_words() -> tuple[str, ...]:
    """Return the words of the address that are always written together with the step and the scene
    to show."""
    return tuple(word for feature in _FEATURES for word in feature.step_words)


def cleared_keys() -> dict[str, str]:
    """Return the keys of the browser's storage that are cleared with the learner's progress, each
    with what the learner loses. Keys of features that are off are included."""
    return {key: loss for feature in _FEATURES for key, loss in feature.cleared_keys.items()}


def dated_prefixes() -> tuple[str, ...]:
    """Return the prefixes that features declare for names in [opens] and [closes]. Prefixes of
    features that are off are included."""
    return tuple(feature.dated_prefix for feature in _FEATURES if feature.dated_prefix)


def settings() -> dict[str, Setting]:
    """Return the settings of all features by key."""
    return {setting.key: setting for feature in _FEATURES for setting in feature.settings}
