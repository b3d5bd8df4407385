"""What the page Many classes declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.multiclass import challenges, endpoints, quiz, quiz_variants, steps
from pages.multiclass.default_scenes import DEFAULT, FIRST
from pages.multiclass.method import method_items

PAGE = PageDeclaration(
    name="multiclass",
    title="Many classes",
    summary="Four ways from two classes to ten, on the same points.",
    scene=DEFAULT,
    first_kinds=(
        "challenge",
        "classplane",
        "classlegend",
    ),
    sources=(),
    solved_early=(FIRST,),
    sliders=(*KERNEL_SLIDERS, "lam"),
    steps=steps.STEPS,
    endpoints=endpoints.ENDPOINTS,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    words={
        "at": [],
        "count": [2.0, 64.0],
        "eta": ["0.02", "0.1", "0.5", "2"],
        "example": [],
        "fall": [],
        "fork": [],
        "hand": [],
        "hold": ["w1", "w2", "w3", "all", "x"],
        "loud": [0.0, 3.0],
        "pays": [0.125, 2.0],
        "rule": ["12", "13", "23", "none"],
        "shape": [],
        "share": ["all", "erring"],
        "spot": [],
        "tool": [],
        "w": [],
        "walk": [],
        "wood": ["row", "digits", "page"],
    },
    equation=(
        "One-versus-all, one-versus-one and a tree ask binary learners; softmax learns"
        " all scores at once (004)."
    ),
)
