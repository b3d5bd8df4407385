"""Pages of the tests' own, in place of the app's: the tests of shared rooms name no real page.

`tests/lab/conftest.py` declares them for all tests below `tests/lab`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from lab.course import page_declaration
from lab.course.measured_picture import MeasuredPicture
from lab.course.page_declaration import PageDeclaration, declare
from lab.scene.fields import LINES
from lab.scene.scene import Scene
from lab.scene.slider_stops import slider_stops
from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.quiz import Answer, Question, right
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from lab.wire.line_tensors import line_tensors
from tests.lab.scenes import LINEAR, MOONS, PINWHEEL, WAVE


def _pictures(scene: Scene, words: Words) -> list[Picture]:
    return [Picture(main=[items.Plane("f over the plane.")], side=[items.lam_slider()])]


def _question(text: str, section: str) -> Question:
    answers = (right("Yes.", "So it is."), Answer("No.", "It does."), Answer("Never.", "It can."))
    return Question(text, answers, section=section, note="000")


def _steps(*names_and_titles: tuple[str, str], asks: tuple[Challenge, ...] = ()) -> tuple:
    first, *others = [
        Step(name, title, "Why?", pictures=_pictures) for name, title in names_and_titles
    ]
    asking = Step(first.name, first.title, "Why?", pictures=_pictures, challenges=asks)
    return (asking, *others, take_away(), quiz())


CHALLENGE = Challenge("Where?", (Option("here", ()), Option("there", ())), "Go.", (), "So.")
HOME = PageDeclaration(
    "home",
    "Home",
    Scene(),
    sliders=("tau",),
    pictures={"": ("tau",)},
    formerly={"home": ""},
)
# Both sliders, three pictures that were known by other names, and words of its own.
PLANE = PageDeclaration(
    "plane",
    "Plane",
    Scene(),
    sliders=("tau", "lam"),
    pictures={"first": ("tau", "lam"), "wide": ("tau",), "turn": ("turn",)},
    formerly={"plane": "first", "plane/1": "wide", "angle": "turn"},
    words={"show": [], "turn": [0.0, 355.0]},
)
# Steps, a challenge, a quiz; it sums its losses always.
WALK = PageDeclaration(
    "walk",
    "Walk",
    LINEAR,
    sliders=("lam",),
    always={"risk": "sum"},
    pictures={"first": ("lam",), "second": (), "third": ("lam",)},
    words={"reveal": ["hidden", "widest"]},
    steps=_steps(("first", "First"), ("second", "Second"), ("third", "Third"), asks=(CHALLENGE,)),
    challenges=(CHALLENGE,),
    quiz=tuple(_question(f"Does it grow with {name}?", "Second") for name in ("τ", "λ", "m", "C")),
)
CLASSES = PageDeclaration("classes", "Classes", PINWHEEL, sliders=("tau", "lam"))
# No first picture that the server solves, but steps that have numbers of their own.
_MEASURED = MeasuredPicture(WAVE, lambda *given: line_tensors(*given)[0], ("lam",), slider_stops)
MEASURED = PageDeclaration(
    "measured",
    "Measured",
    WAVE,
    sources=LINES,
    measured=dict.fromkeys(("degree", "price", "noise"), _MEASURED),
    steps=_steps(
        ("degree", "The degree"), ("price", "The price"), ("noise", "Noise"), ("zeros", "Zeros")
    ),
)
# A step whose picture plays what /frames answers.
SOLVED_STEPS = PageDeclaration(
    "solved_steps",
    "Solved steps",
    MOONS,
    solved_steps=("vote",),
    pictures={"vote": ("tau", "lam"), "lift": ()},
    steps=_steps(("lift", "A lift"), ("vote", "A vote"), ("more", "More")),
)
GROUPS = {
    "": (HOME,),
    "Of two classes": (PLANE, WALK, SOLVED_STEPS),
    "Of others": (CLASSES, MEASURED),
}


@contextmanager
def declared() -> Iterator[None]:
    """Have these pages in place of the app's, which come back in the end."""
    groups, pages = {**page_declaration._GROUPS}, page_declaration.pages()
    listed = [page for found in groups.values() for page in found]
    beside = [page for page in pages.values() if page not in listed]
    declare(GROUPS)
    try:
        yield
    finally:
        declare(groups, beside=beside)
