"""What the page RBF bandwidth declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.rbf_bandwidth import challenges, quiz, quiz_variants, steps
from pages.rbf_bandwidth.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="rbf_bandwidth",
    title="RBF bandwidth",
    question="How far does one example’s influence reach?",
    summary="One kernel, its bandwidth, from irregular to nearly straight.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    solved_early=(DEFAULT,),
    sliders=(*KERNEL_SLIDERS, "lam"),
    challenges=challenges.CHALLENGES,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    frame_heights={
        "bumps": (620, 800, 550),
        "one-bump": (370, 570, 350),
        "too-narrow-too-wide": (780, 860, 550),
        "best-there-is": (390, 600, 370),
        "price": (750, 850, 690),
        "six-bandwidths": (1230, 830, 590),
        "random-waves": (360, 430, 360),
    },
    pictures={
        "bumps": (*KERNEL_SLIDERS, "lam"),
        "one-bump": (*KERNEL_SLIDERS,),
        "too-narrow-too-wide": (*KERNEL_SLIDERS,),
        "best-there-is": (*KERNEL_SLIDERS,),
        "price": ("lam", *KERNEL_SLIDERS),
        "six-bandwidths": (*KERNEL_SLIDERS, "lam"),
        "random-waves": ("draws",),
    },
    formerly={
        "bandwidth": "bumps",
        "bandwidth/1": "six-bandwidths",
        "bandwidth/2": "one-bump",
        "footnote": "random-waves",
    },
    words={"draws": [1.0, 2000.0], "point": [], "show": ["both", "fit", "bayes"]},
    equation=(
        r"$K(x, z) = \exp\left(-\frac{1}{2\tau^2}\|x - z\|^2\right)$"
        " (000, section 6, eq. (4))."
    ),
)
