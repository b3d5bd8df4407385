"""What the page Representer theorem declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import FIELDS, KERNEL_SLIDERS, LINES, SOURCES
from pages.representer_theorem import (
    challenges,
    gram_editor,
    non_unique_alpha,
    off_span_component,
    quiz,
)
from pages.representer_theorem.default_scene import DEFAULT
from pages.representer_theorem.primal_and_dual import primal_vs_dual
from pages.representer_theorem.steps import STEPS

PAGE = PageDeclaration(
    name="representer_theorem",
    title="Representer theorem",
    summary="A sum of bumps on the data, and why nothing else helps.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal", "intercept": 0},
    first_kinds=(
        "challenge",
        "weights",
        "hill",
        "matrix",
        "fitline",
        "bumps",
    ),
    solved_early=(DEFAULT,),
    sources=(*LINES, *SOURCES),
    sliders=(*KERNEL_SLIDERS, "lam"),
    first_sliders=("lam",),
    endpoints=(gram_editor.ENDPOINT,),
    quiz=tuple(quiz.QUESTIONS),
    steps=STEPS,
    words={
        "clock": ["count", "time"],
        "draws": [1.0, 1000.0],
        "factor": ["with", "without"],
        "known": [],
        "phi": [],
        "power": [1.0, 12.0],
        "proof_step": [1.0, 8.0],
        "r": ["half", "length", "log", "nothing", "step"],
        "ridge": [0.001, 1000.0],
        "rloss": list(FIELDS["loss"].choices),
        "road_loss": ["squared", "logistic"],
        "rseed": [],
        "t": [-2.0, 2.0],
        "tool": [],
        "turn": [],
        "walk": [-2.0, 2.0],
        "way": ["null", "off"],
    },
    equation=(
        r"$\theta = \sum_i \alpha_i x^{(i)}$: the best function is a sum of"
        " bumps on the examples (000, Theorem 2.1)."
    ),
)
