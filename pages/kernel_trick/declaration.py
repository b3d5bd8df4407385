"""What the page Kernel trick declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.kernel_trick import (
    feature_cost,
    feature_lift,
    feature_timing,
    five_learners,
    gallery,
    inner_product,
    quiz,
    quiz_variants,
)
from pages.kernel_trick.default_scene import DEFAULT
from pages.kernel_trick.gallery import challenges as exhibits
from pages.kernel_trick.steps import STEPS

PAGE = PageDeclaration(
    name="kernel_trick",
    title="Kernel trick",
    summary="A sum of similarities, points raised into space, and one number in two ways.",
    scene=DEFAULT,
    first_kinds=(
        "votes",
        "vote",
    ),
    first_sliders=(*KERNEL_SLIDERS, "lam"),
    solved_early=(DEFAULT,),
    always={"learner": "risk", "class_weight": "equal"},
    endpoints=(inner_product.ENDPOINT, gallery.ENDPOINT, feature_timing.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=STEPS,
    words={
        "L": [1.0, 200.0],
        "at": [],
        "clock": ["count", "time"],
        "coords": [1.0, 1024.0],
        "dims": [1.0, 4.0],
        "draw": [1.0, 12.0],
        "exponent": ["2", "3", "4"],
        "factor": ["with", "printed"],
        "firm": [1e-05, 10.0],
        "letter": [0.25, 8.0],
        "lift": [0.0, 1.0],
        "map": ["paraboloid", "cone", "quadratic", "norm", "parabola", "cubic"],
        "order": [1.0, 8.0],
        "piece": ["cosine", "bank", "poly", "taylor", "fourier", "min"],
        "place": [-3.0, 3.0],
        "power": [1.0, 8.0],
        "shift": [0.0, 4.0],
        "show": [],
        "spot": [0.0, 6.0],
        "spread": ["right", "printed"],
        "terms": [1.0, 40.0],
        "theta": [0.0, 6.0],
        "turn": [],
        "waves": [1.0, 2000.0],
        "width": [0.353553, 2.0],
        "x": [],
        "z": [],
    },
    equation=(
        r"$\phi(x)^T\phi(x') = K(x, x')$: a method that asks for inner products alone"
        " never needs the features (000, 001, 004)."
    ),
)
