"""What the page SVM declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.svm import certificate_endpoint, challenges, margin_by_hand, quiz, quiz_variants, steps
from pages.svm.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="svm",
    title="SVM",
    question="Which line has the widest margin?",
    summary="Draw one by hand, then see the best one proved.",
    scene=DEFAULT,
    first_kinds=("street",),
    solved_early=(DEFAULT,),
    sliders=("lam", *KERNEL_SLIDERS),
    # Slack is the hinge loss, and C = 1/λ of losses that are summed; the last picture has the mean.
    always={"loss": "hinge", "risk": "sum", "learner": "risk"},
    endpoints=(margin_by_hand.ENDPOINT, certificate_endpoint.ENDPOINT),
    challenges=challenges.CHALLENGES,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    frame_heights={
        "by-hand": (450, 520, 430),
        "hard-to-soft": (580, 630, 490),
        "who-holds": (420, 450, 380),
        "no-street": (420, 460, 380),
        "same-line": (320, 370, 320),
        "intercept": (420, 580, 380),
        "class-weights": (370, 490, 350),
        "other-kernels": (540, 680, 490),
        "two-forms": (880, 1050, 610),
        "one-lambda": (580, 670, 610),
    },
    pictures={
        "by-hand": (),
        "hard-to-soft": ("lam",),
        "who-holds": ("lam",),
        "no-street": ("lam",),
        "same-line": ("scale",),
        "intercept": (),
        "class-weights": (),
        "other-kernels": (*KERNEL_SLIDERS, "lam"),
        "two-forms": ("lam",),
        "one-lambda": ("lam",),
    },
    formerly={
        "svm": "by-hand",
        "svm/1": "hard-to-soft",
        "svm/2": "two-forms",
        "svm/3": "one-lambda",
        "rescale": "same-line",
    },
    words={
        "line": [],
        "reveal": ["hidden", "widest"],
        "scale": [0.1, 10.0],
        "show": [],
        "tool": [],
    },
    equation=(
        r"$\min_{w,b}\ \frac12\|w\|^2 + C\sum_i \big[1 - y_i(w^Tx_i + b)\big]_+$,"
        r" with $C = 1/\lambda$ (001, soft margin)."
    ),
)
