"""What the page SVM declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.svm import certificate_endpoint, challenges, margin_by_hand, quiz, quiz_variants, steps
from pages.svm.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="svm",
    title="SVM",
    summary="Draw one by hand, then see the best one proved.",
    scene=DEFAULT,
    first_kinds=("street",),
    solved_early=(DEFAULT,),
    sliders=("lam", *KERNEL_SLIDERS),
    # Slack is the hinge loss, and C = 1/λ of losses that are summed; the last picture has the mean.
    always={"loss": "hinge", "risk": "sum", "learner": "risk"},
    endpoints=(margin_by_hand.ENDPOINT, certificate_endpoint.ENDPOINT),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
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
