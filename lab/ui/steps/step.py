"""Define the steps of a page as data, independent of Streamlit: each is one idea on one screen.

`lab.ui.steps.walk` draws the steps; exports and tests read them too.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from lab.course.measured_picture import MeasuredPicture
from lab.course.open_parts import QUIZ
from lab.ui.challenges import AskedChallenge, Challenge, Challenges, challenges, short_id
from lab.ui.embedded_sweep import element_data
from lab.ui.items import Item, Slider, flatten, only_where

Depth = Literal["core", "deeper", "notes", "end"]
Words = Mapping[str, str]  # the words of the address that are not in the scene
# Markdown, or a function that returns Markdown with computed numbers
Text = str | Callable[[], str]

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
TAKE_AWAY = "take-away"


@dataclass(frozen=True)
class Picture:
    """The live element of a step: its items and their places.

    By default it shows the page's scene, and its controls change all pictures of that scene. With
    `scene` it shows another scene; with `data` it shows its own sweeps, or those of another
    endpoint. In both cases its controls change this picture alone or, if the data have a "group",
    the pictures of that group; `written_words` are the words that it writes into the address.
    `name`: the element's name, where that is not the step's. `empty_text`: the text in place of the
    element, where the picture can't be drawn.
    """

    main: Sequence[Item]
    side: Sequence[Item] = ()
    below: Sequence[Item] = ()
    wide: bool = False
    name: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    written_words: frozenset[str] = frozenset()
    scene: Any = None
    empty_text: str = ""

    @property
    def items(self) -> list[Item]:
        """All items, including nested ones."""
        return flatten([*self.main, *self.side, *self.below])

    @property
    def is_shared(self) -> bool:
        """Whether the picture shows the page's scene."""
        own = self.data or self.empty_text or self.scene is not None
        return not own or "group" in self.data

    def has_live_slider(self, scene: Any) -> bool:
        """Return whether a slider of the picture can also work in an exported file, without a
        server: it sets a field of the page's scene, or is a slider of the picture's own data."""
        items = flatten([*self.main, *self.side])
        sliders = {item.along for item in items if isinstance(item, Slider)}
        if "sweeps" in self.data or "group" in self.data or self.data.get("frames"):
            return bool(sliders)
        return self.is_shared and not sliders.isdisjoint(scene.sliders)


@dataclass(frozen=True)
class Tab:
    """Blocks of Python side by side, each under its heading, with a text."""

    name: str
    code: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True)
class Fold:
    """A folded part at the end of a step: a text, blocks of Python, and further blocks in tabs."""

    title: str
    text: Text
    code: tuple[str, ...] = ()
    tabs: tuple[Tab, ...] = ()


@dataclass(frozen=True)
class Step:
    """A step of a page. `name` is in the address, `title` in the rail; `question` is its heading.

    `challenges` are drawn last beside its first picture, or below that picture if nothing is beside
    it; challenges that are among a picture's items stay there. `challenge_fields`: the fields of
    the scene, and their values, for which the challenges are drawn. `wrap_challenges` wraps the
    item with the challenges, if their goals depend on more than the frame.

    `own_words`: words of the address that only the pictures of this step change. If there are any,
    all these pictures have their own data, and are computed when they are drawn, not with the first
    picture of the page. `draw_around`: draws other parts around the pictures, which its second
    argument draws. `tables`: Markdown with numbers computed for the scene. `mathematics`: one text,
    or two side by side. `formerly`: former headings of the step, which stored positions may still
    name. `old_names`: names of its picture in older links, an element or element/part; "" is the
    first picture. `frame_heights`: the heights of frames of 600, 400 and 900 pixels width that show
    it without scrolling; None for a step that no frame shows. `measurement`: how the numbers of its
    own picture are computed. `is_solved`: whether its picture shows a sweep from the server, while
    the page's first picture does not.
    """

    name: str
    title: str
    question: str
    lead: str = ""
    depth: Depth = "core"
    pictures: Callable[[Any, Words], Sequence[Picture]] | None = None
    challenges: tuple[Challenge, ...] = ()
    challenge_fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wrap_challenges: Callable[[Item], Item] | None = None
    own_words: tuple[str, ...] = ()
    draw_around: Callable[[Words, Callable[[], None]], None] | None = None
    tables: Callable[[Any, Words], str] | None = None
    mathematics: tuple[Text, ...] = ()
    folded: tuple[Fold, ...] = ()
    formerly: tuple[str, ...] = ()
    old_names: tuple[str, ...] = ()
    frame_heights: tuple[int, int, int] | None = None
    measurement: MeasuredPicture | None = None
    is_solved: bool = False

    def build_pictures(self, scene: Any, words: Words) -> list[Picture]:
        """Return the pictures of the step; the first gets the challenges that no picture
        contains."""
        pictures = list(self.pictures(scene, words)) if self.pictures else []
        placed = {
            challenge["id"] for picture in pictures for challenge in _challenges_inside(picture)
        }
        left = [challenge for challenge in self.challenges if challenge.id not in placed]
        if left and pictures:
            item = challenges(left)
            question_item = only_where(
                self.wrap_challenges(item) if self.wrap_challenges else item,
                **self.challenge_fields,
            )
            first = pictures[0]
            pictures[0] = (
                replace(first, side=[*first.side, question_item])
                if first.side
                else replace(first, below=[*first.below, question_item])
            )
        return pictures

    def items(self, scene: Any, words: Words) -> list[Item]:
        """Return all items of its pictures, including nested ones."""
        return [item for picture in self.build_pictures(scene, words) for item in picture.items]

    def link(self, page: str) -> dict[str, Any]:
        """Return the step's entry in the rail of a page."""
        return {
            "name": self.name,
            "title": self.title,
            "depth": self.depth,
            "id": short_id("s", page, self.name),
            "challenges": [challenge.id for challenge in self.challenges],
            "formerly": [self.question, *self.formerly],
        }


def _challenges_inside(picture: Picture) -> list[AskedChallenge]:
    """Return the challenges inside a picture."""
    return [
        challenge
        for item in picture.items
        if isinstance(item, Challenges)
        for challenge in item.challenges
    ]


def own_sweeps(
    name: str,
    sweep: Mapping[Any, Any],
    *,
    main: Sequence[Item],
    side: Sequence[Item] = (),
    below: Sequence[Item] = (),
    at: Mapping[str, float | str] | None = None,
    by: str | tuple[str, ...] = "",
    view: Words | None = None,
) -> Picture:
    """Build a picture with embedded sweeps: one for each option of the switch `by`, or a single
    one.

    For `at`, `by` and `view` see `lab.ui.embedded_sweep`.
    """
    data = element_data(sweep, at=at, by=by, view=view)
    moved_words = frozenset({*(at or {}), *(view or {})})
    return Picture(
        main=main, side=side, below=below, name=name, data=data, written_words=moved_words
    )


def own_sweep(
    name: str,
    along: str,
    value: float,
    sweep: Mapping[str, Any],
    *,
    main: Sequence[Item],
    side: Sequence[Item] = (),
    view: Words | None = None,
) -> Picture:
    """Build a picture with one embedded sweep.

    `value` is the value of its slider `along`.
    """
    return own_sweeps(name, sweep, main=main, side=side, at={along: value}, view=view)


def take_away() -> Step:
    """Return the step *Export and share*, the second-to-last of every page with steps."""
    return Step(TAKE_AWAY, "Export and share", "Export and share", depth="end")


def quiz() -> Step:
    """Return the quiz step, the last of every page with steps."""
    return Step(QUIZ, "Quiz", "Test yourself", depth="end")


def text_of(text: Text) -> str:
    return text() if callable(text) else text


def faults(steps: Sequence[Step]) -> list[str]:
    """List the errors in the steps of a page, as sentences."""
    names = [step.name for step in steps]
    sentences = [
        f"“{name}” is the name of two steps." for name in {*names} if names.count(name) > 1
    ]
    if [step.depth for step in steps[:3]] != ["core"] * 3:
        sentences.append("The first three steps must be core steps.")
    if names[-2:] != [TAKE_AWAY, QUIZ]:
        sentences.append("The last two steps must be “Export and share” and the quiz.")
    order = ("core", "deeper", "notes", "end")
    places = [order.index(step.depth) for step in steps]
    if places != sorted(places):
        sentences.append("Core steps come first, then deeper steps, then notes, then the end.")
    sentences += [
        f"“{name}” is not a valid name of a step: use lower-case words, joined by hyphens."
        for name in names
        if not _NAME.match(name)
    ]
    sentences += [f"“{step.name}” has no question." for step in steps if not step.question]
    return sentences
