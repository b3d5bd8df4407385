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
    question="What does the best function look like?",
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
    challenges=(
        *challenges.CHALLENGES,
        *off_span_component.CHALLENGES,
        *primal_vs_dual.CHALLENGES,
        *non_unique_alpha.CHALLENGES,
        *gram_editor.CHALLENGES,
    ),
    quiz=tuple(quiz.QUESTIONS),
    steps=STEPS,
    frame_heights={
        "bumps": (1040, 1080, 560),
        "silent": (720, 780, 590),
        "wasted": (560, 820, 500),
        "slopes": (410, 400, 320),
        "fifty-features": (580, 600, 510),
        "proofs": (1010, 1050, 480),
        "roads": (670, 840, 570),
        "race": (480, 520, 320),
        "identity": (400, 370, 300),
        "others": (810, 980, 680),
        "gram": (720, 870, 490),
        "gram-table": (450, 470, 380),
        "lost-factor": (300, 390, 300),
    },
    pictures={
        "bumps": ("lam", *KERNEL_SLIDERS),
        "silent": ("lam",),
        "wasted": ("t",),
        "slopes": ("lam",),
        "fifty-features": ("draws",),
        "proofs": ("proof_step",),
        "roads": ("power",),
        "race": (),
        "identity": ("ridge",),
        "others": ("walk",),
        "gram": (),
        "gram-table": (),
        "lost-factor": (),
    },
    formerly={
        "bumps/1": "slopes",
        "regret": "fifty-features",
        "proof-gradient": "proofs",
    },
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
