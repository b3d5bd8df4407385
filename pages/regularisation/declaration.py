"""The declaration of the page Regularisation."""

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
    """Return the words that the page ignores: those of the data set, if the address names one in
    the plane."""
    return ("data", "m", "features", "classes", "edits") if address.get("data") in SOURCES else ()


def with_bound(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene, and a list with a message if the words of the PAC bound are invalid."""
    warning = pac.setting_error(address)
    return scene, [warning] if warning else []


def new_sample(scene: Scene, words: Words) -> Words:
    """Return the word to change in the address: the next seed, for other points and other noise."""
    return {"seed": str(scene.seed + 1)}


def scripts_of(scene: Scene, words: Words) -> Words:
    """Return the scripts of the ridge fit, by the library that they use."""
    with_kernel_core, with_scikit_learn = scripts(scene, *ridge.read_address(words))
    return {"kernel_core": with_kernel_core, "scikit-learn": with_scikit_learn}


PAGE = PageDeclaration(
    name="regularisation",
    title="Regularisation",
    summary="Polynomial degree, ridge and ℓ₁ penalties; bias and variance.",
    outcome=(
        "You can trade off bias against variance with one number, and explain which penalty sets "
        "coefficients exactly to 0."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    sources=LINE,
    endpoints=(norm_ball.ENDPOINT, pac.ENDPOINT, sparse_recovery.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    words=steps.WORDS,
    element="degree",
    data_fields=("data", "m", "noise", "seed"),
    foreign_words=in_the_plane,
    needs_points=True,
    adapt_scene=with_bound,
    scripts=scripts_of,
    actions={"again": new_sample},
    equation=r"$w = (X^TX + \lambda I)^{-1}X^Ty$ (lecture notes 001).",
)
