"""The declaration of the page RBF bandwidth."""

from lab.course.page_declaration import PageDeclaration, Word
from pages.rbf_bandwidth import folds, quiz, quiz_variants, setting_choice, steps
from pages.rbf_bandwidth.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="rbf_bandwidth",
    title="RBF bandwidth",
    summary="One kernel and its bandwidth: from an irregular boundary to a nearly straight one.",
    outcome=(
        "You can choose τ and justify your choice: if τ is too small, the boundary follows single "
        "examples; if τ is too large, it may be nearly straight. Both raise the test error."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    scenes_solved_at_start=(DEFAULT,),
    is_solved=True,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    words={
        "show": Word("both", ("both", "fit", "bayes")),
        "point": "",
        "draws": Word("30", stops=(1, 2000)),
        **folds.VIEW,
        **setting_choice.VIEW,
    },
    element="bandwidth",
    figure=True,
    data_fields=("data", "m", "noise", "seed", "features", "classes", "intercept"),
    equation=(
        r"$K(x, z) = \exp\left(-\frac{1}{2\tau^2}\|x - z\|^2\right)$"
        " (lecture notes 000, section 6, eq. (4))."
    ),
)
