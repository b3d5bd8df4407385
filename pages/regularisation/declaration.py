"""What the page Regularisation declares of itself."""

from collections.abc import Collection

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import SOURCES
from lab.scene.scene import Scene
from lab.ui.steps.step import Words
from pages.regularisation import quiz, quiz_variants, steps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.guarantees import pac, sparse_recovery
from pages.regularisation.penalties import norm_ball
from pages.regularisation.polynomial_fits import (
    ridge,
)
from pages.regularisation.polynomial_fits.sample import LINE
from pages.regularisation.scripts import scripts


def in_the_plane(address: Words) -> Collection[str]:
    """A scene of another page may be in the plane: what it says of that is left out."""
    return ("data", "m", "features", "classes", "edits") if address.get("data") in SOURCES else ()


def with_bound(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """What of the bound's setting can't be used is told."""
    trouble = pac.trouble(address)
    return scene, [trouble] if trouble else []


def new_sample(scene: Scene, words: Words) -> Words:
    """The next seed: other points, other noise."""
    return {"seed": str(scene.seed + 1)}


def scripts_of(scene: Scene, words: Words) -> Words:
    """The ridge fit in code."""
    with_kernel_core, with_scikit_learn = scripts(scene, *ridge.read_address(words))
    return {"kernel_core": with_kernel_core, "scikit-learn": with_scikit_learn}


PAGE = PageDeclaration(
    name="regularisation",
    title="Regularisation",
    summary="Degree, ridge, diamond and disc; bias and variance.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    first_kinds=(
        "challenge",
        "logcurve",
    ),
    sources=LINE,
    endpoints=(norm_ball.ENDPOINT, pac.ENDPOINT, sparse_recovery.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    words=steps.WORDS,
    element="degree",
    data_fields=("data", "m", "noise", "seed"),
    elsewhere=in_the_plane,
    needs_points=True,
    adapted=with_bound,
    scripts=scripts_of,
    actions={"again": new_sample},
    equation=r"$w = (X^TX + \lambda I)^{-1}X^Ty$ (001).",
)
