"""The declaration of the page Kernel ridge."""

from collections.abc import Collection

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import LINES, NUMBERS_WITHOUT_SLIDER, SOURCES
from lab.scene.scene import Scene, points_of
from lab.ui.steps.step import Words
from pages.kernel_ridge import quiz, steps
from pages.kernel_ridge.default_scene import DEFAULT


def in_the_plane(address: Words) -> Collection[str]:
    """Return the words that the page ignores: the name, size, features, classes and edits of a data
    set in the plane, if the address names one; otherwise none."""
    return ("data", "m", "features", "classes", "edits") if address.get("data") in SOURCES else ()


def points(scene: Scene) -> str:
    """Return the query string of the scene's points, without λ, kernel and loss: the steps that do
    not show the page's solution are computed again only if this string changes."""
    return points_of(scene).query()


PAGE = PageDeclaration(
    name="kernel_ridge",
    title="Kernel ridge",
    summary="One linear system for any kernel, and the choice of λ.",
    outcome=(
        "You can fit a curve by solving one linear system, and choose λ by leaving out one "
        "example at a time."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal", "intercept": 0, "loss": "squared"},
    scenes_solved_at_start=(DEFAULT,),
    sources=LINES,
    quiz=tuple(quiz.QUESTIONS),
    steps=steps.STEPS,
    words=steps.WORDS,
    element="one-system",
    data_fields=("data", "m", "noise", "seed", *NUMBERS_WITHOUT_SLIDER),
    foreign_words=in_the_plane,
    needs_points=True,
    step_data_key=points,
    equation=r"$\alpha = (K + \lambda I)^{-1}y$ (lecture notes 003).",
)
