"""Pages for the tests of lab, in place of the app's, so that these tests name no real page.

`tests/lab/conftest.py` declares them for all tests below `tests/lab`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lab.course import page_declaration
from lab.course.measured_picture import MeasuredPicture
from lab.course.page_declaration import PageDeclaration, Word, declare
from lab.scene.fields import LINES
from lab.scene.scene import Scene
from lab.scene.slider_stops import slider_stops
from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.quiz import Answer, Question, right
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from lab.wire.line_tensors import line_tensors
from tests.lab.scenes import LINEAR, MOONS, PINWHEEL, WAVE

SLIDERS = {
    "tau": items.kernel_slider("tau"),
    "lam": items.lam_slider(),
    "turn": items.stops_slider("turn", "turn", "", range(0, 360, 5), [0]),
}


def _question(text: str, section: str) -> Question:
    answers = (right("Yes.", "So it is."), Answer("No.", "It does."), Answer("Never.", "It can."))
    return Question(text, answers, section=section, note="000")


HEIGHTS = (400, 500, 300)


def _step(name: str, title: str, *sliders: str, **options: Any) -> Step:
    def pictures(scene: Scene, words: Words) -> list[Picture]:
        plane = items.Plane("f over the plane.")
        return [Picture(main=[plane], side=[SLIDERS[along] for along in sliders])]

    return Step(name, title, "Why?", pictures=pictures, **options)


CHALLENGE = Challenge("Where?", (Option("here", ()), Option("there", ())), "Go.", (), "So.")
HOME = PageDeclaration(
    "home",
    "Home",
    Scene(),
    is_solved=True,
    picture=_step("", "", "tau", frame_heights=HEIGHTS, old_names=("home",)),
)
# A page with both sliders, three steps that had other names before, and words of its own.
PLANE = PageDeclaration(
    "plane",
    "Plane",
    Scene(),
    steps=(
        _step("first", "First", "tau", "lam", frame_heights=HEIGHTS, old_names=("plane",)),
        _step("wide", "Wide", "tau", frame_heights=HEIGHTS, old_names=("plane/1",)),
        _step("turn", "Turn", "turn", frame_heights=HEIGHTS, old_names=("angle",)),
    ),
    is_solved=True,
    words={"show": Word(), "turn": Word("0", stops=(0, 355))},
)
# A page with steps, a challenge and a quiz; its risk is always the sum.
WALK = PageDeclaration(
    "walk",
    "Walk",
    LINEAR,
    steps=(
        _step("first", "First", "lam", frame_heights=HEIGHTS, challenges=(CHALLENGE,)),
        _step("second", "Second", frame_heights=HEIGHTS),
        _step("third", "Third", "lam", frame_heights=HEIGHTS),
        take_away(),
        quiz(),
    ),
    is_solved=True,
    fixed_fields={"risk": "sum"},
    words={"reveal": Word("hidden", ("hidden", "widest"))},
    quiz=tuple(_question(f"Does it grow with {name}?", "Second") for name in ("τ", "λ", "m", "C")),
)
CLASSES = PageDeclaration("classes", "Classes", PINWHEEL, is_solved=True)
# The steps of this page declare how their numbers are measured; the server solves no picture.
_MEASURED_PICTURE = MeasuredPicture(
    WAVE, lambda *args: line_tensors(*args)[0], ("lam",), slider_stops
)
MEASURED_PAGE = PageDeclaration(
    "measured",
    "Measured",
    WAVE,
    sources=LINES,
    steps=(
        _step("degree", "The degree", measurement=_MEASURED_PICTURE),
        _step("price", "The price", measurement=_MEASURED_PICTURE),
        _step("noise", "Noise", measurement=_MEASURED_PICTURE),
        _step("zeros", "Zeros"),
        take_away(),
        quiz(),
    ),
)
# A page with a step whose picture plays sweeps from /frames.
SOLVED_STEPS = PageDeclaration(
    "solved_steps",
    "Solved steps",
    MOONS,
    steps=(
        _step("lift", "A lift", frame_heights=HEIGHTS),
        _step(
            "vote",
            "A vote",
            "tau",
            "lam",
            frame_heights=HEIGHTS,
            old_names=("",),
            is_solved=True,
        ),
        _step("more", "More"),
        take_away(),
        quiz(),
    ),
)
GROUPS = {
    "": (HOME,),
    "Of two classes": (PLANE, WALK, SOLVED_STEPS),
    "Of others": (CLASSES, MEASURED_PAGE),
}


@contextmanager
def declare_pages() -> Iterator[None]:
    """Declare these pages in place of the app's, which are restored afterwards."""
    groups, pages = {**page_declaration._GROUPS}, page_declaration.pages()
    listed_pages = [page for group in groups.values() for page in group]
    unlisted = [page for page in pages.values() if page not in listed_pages]
    declare(GROUPS)
    try:
        yield
    finally:
        declare(groups, beside=unlisted)
