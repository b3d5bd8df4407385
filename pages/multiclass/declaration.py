"""What the page Many classes declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.multiclass import challenges, endpoints, quiz, quiz_variants, steps
from pages.multiclass.default_scenes import DEFAULT, FIRST
from pages.multiclass.method import method_items

PAGE = PageDeclaration(
    name="multiclass",
    title="Many classes",
    question="How do two-class learners tell many classes apart?",
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
    challenges=(
        *method_items.CHALLENGES,
        *challenges.SCORES,
        *challenges.BILL,
        *challenges.TREES,
        *challenges.CHANCE,
        *challenges.LIKELIHOOD,
        *challenges.STEP,
    ),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    frame_heights={
        "four": (670, 1020, 620),
        "ask": (1410, 1230, 720),
        "inside": (420, 620, 420),
        "trees": (770, 940, 770),
        "scores": (460, 610, 440),
        "softmax": (570, 790, 530),
        "likelihood": (450, 550, 410),
        "sgd": (590, 800, 590),
        "two-classes": (300, 300, 300),
        "bill": (1000, 1220, 580),
        "erring": (540, 610, 480),
    },
    pictures={
        "four": (*KERNEL_SLIDERS, "lam"),
        "ask": (*KERNEL_SLIDERS, "lam"),
        "inside": (*KERNEL_SLIDERS, "lam"),
        "trees": (),
        "scores": (),
        "softmax": (*KERNEL_SLIDERS, "lam"),
        "likelihood": ("loud",),
        "sgd": (),
        "two-classes": ("pays",),
        "bill": ("count",),
        "erring": (),
    },
    formerly={"walk": "sgd", "pair": "two-classes"},
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
