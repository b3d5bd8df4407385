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
    question="How much should a fit be allowed to bend?",
    summary="Degree, ridge, diamond and disc; bias and variance.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    first_kinds=(
        "challenge",
        "logcurve",
    ),
    sources=LINES,
    measured={
        "degree": polynomial_degree.MEASURED,
        "price": ridge.MEASURED,
        "fifty-fits": bias_variance.MEASURED,
        "belief": ridge_prior.MEASURED,
        "fifty-fits-at-a-price": bias_variance.MEASURED_ALONG_LAM,
    },
    endpoints=(norm_ball.ENDPOINT, pac.ENDPOINT, sparse_recovery.STREAM),
    challenges=(
        *polynomial_degree.CHALLENGES,
        *ridge.CHALLENGES,
        *norm_ball.CHALLENGES,
        *shrinkage_curves.CHALLENGES,
        *sparse_recovery.CHALLENGES,
        *bias_variance.CHALLENGES,
        *implicit_regularisation.CHALLENGES,
    ),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    frame_heights=(460, 570, 600),
    pictures={
        "degree": ("order",),
        "price": ("penalty",),
        "diamond-and-disc": ("beta",),
        "fifty-fits": ("many",),
        "one-coefficient": ("cut",),
        "belief": ("belief",),
        "fifty-fits-at-a-price": ("strength",),
        "right-zeros": ("constant",),
        "gradient-descent": ("steps",),
        "enough-examples": (),
    },
    formerly={
        "ridge": "price",
        "prior": "belief",
        "ball": "diamond-and-disc",
        "shrink": "one-coefficient",
        "recovery": "right-zeros",
        "spread": "fifty-fits",
        "damped": "fifty-fits-at-a-price",
        "implicit": "gradient-descent",
        "pac": "enough-examples",
    },
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
