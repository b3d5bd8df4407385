"""What the page Losses declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.losses import challenges, quiz, quiz_variants, steps
from pages.losses.default_scene import DEFAULT
from pages.losses.loss_table import TITLE

PAGE = PageDeclaration(
    name="losses",
    title="Losses",
    question="What should a mistake cost?",
    summary=f"{TITLE} over the margin, and what each does to the line.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    first_kinds=(
        "remark",
        "oncurve",
    ),
    solved_early=(DEFAULT,),
    sliders=(*KERNEL_SLIDERS, "lam"),
    challenges=challenges.CHALLENGES,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    frame_heights={
        "over-margin": (540, 1110, 500),
        "forgotten": (450, 580, 410),
        "too-right": (360, 490, 340),
        "outlier": (410, 600, 550),
        "mistakes": (520, 520, 440),
        "how-sure": (370, 480, 370),
        "squared-loss": (410, 510, 390),
        "perceptron": (300, 310, 300),
        "prices": (400, 460, 380),
        "classes": (560, 500, 510),
        "table": (390, 620, 390),
        "missing-log": (300, 310, 300),
    },
    every_loss=True,
    pictures={
        "over-margin": (*KERNEL_SLIDERS,),
        "forgotten": (*KERNEL_SLIDERS, "lam"),
        "too-right": (*KERNEL_SLIDERS, "lam"),
        "outlier": (),
        "mistakes": ("turn",),
        "how-sure": ("lam",),
        "squared-loss": ("lam",),
        "perceptron": ("strength",),
        "prices": ("price",),
        "classes": ("score", "second", "third"),
        "table": (),
        "missing-log": ("lam",),
    },
    formerly={
        "losses": "over-margin",
        "losses/1": "outlier",
        "losses/2": "how-sure",
        "losses/3": "squared-loss",
        "turn": "mistakes",
        "ray": "perceptron",
        "price": "prices",
        "score": "classes",
    },
    words={
        "off": [],
        "price": [0.0, 10.0],
        "score": [0.0, 8.0],
        "second": [0.0, 6.0],
        "show": [],
        "strength": [],
        "third": [0.0, 6.0],
        "tool": [],
        "turn": [0.0, 355.0],
    },
    equation=(
        r"$\min_f\ \sum_i L\big(f(x_i), y_i\big) + \frac{\lambda}{2}\|f\|^2$, one"
        r" problem for each loss $L$ (000, 002)."
    ),
)
