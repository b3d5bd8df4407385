"""What the page Regularisation declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import LINES
from pages.regularisation import implicit_regularisation, quiz, quiz_variants, steps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.guarantees import pac, sparse_recovery
from pages.regularisation.penalties import norm_ball, shrinkage_curves
from pages.regularisation.polynomial_fits import (
    bias_variance,
    polynomial_degree,
    ridge,
    ridge_prior,
)

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
    sources=LINES,
    endpoints=(norm_ball.ENDPOINT, pac.ENDPOINT, sparse_recovery.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    words={
        "belief": [1e-08, 10000.0],
        "beta": [0.1, 3.0],
        "constant": [0.2, 2.0],
        "cut": [0.0, 4.0],
        "delta": [],
        "entry": [],
        "eps": [],
        "examples": [],
        "hat": [],
        "kind": [],
        "many": [0.0, 15.0],
        "order": [0.0, 15.0],
        "penalty": [1e-08, 10000.0],
        "power": ["3", "9", "15"],
        "shape": ["tilted", "long", "round"],
        "size": [],
        "start": ["zero", "left", "right", "above"],
        "steps": [0.0, 40.0],
        "strength": [1e-08, 10000.0],
    },
    equation=r"$w = (X^TX + \lambda I)^{-1}X^Ty$ (001).",
)
