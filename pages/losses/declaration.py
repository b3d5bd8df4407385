"""The declaration of the page Losses."""

from lab.course.page_declaration import PageDeclaration, Word
from pages.losses import loss_curves, multinomial_logistic, quiz, quiz_variants, steps
from pages.losses.default_scene import DEFAULT
from pages.losses.loss_table import TITLE

PAGE = PageDeclaration(
    name="losses",
    title="Losses",
    summary=f"{TITLE} as functions of the margin, and the boundaries of fitted classifiers.",
    outcome=(
        "You can choose a loss and predict its consequences: which examples drop out of f, and how "
        "far one outlier pulls the line."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    scenes_solved_at_start=(DEFAULT,),
    is_solved=True,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    every_loss=True,
    words={
        "show": "fit",
        "tool": "move",
        "off": loss_curves.AT_FIRST_HIDDEN,
        "turn": Word("150", stops=(0, 355)),
        "strength": "1",
        "price": Word("4.25", stops=(0, 10)),
        **multinomial_logistic.VIEW,
    },
    element="losses",
    figure=True,
    data_fields=("data", "m", "noise", "seed", "features", "classes", "intercept"),
    equation=(
        r"$\min_f\ \sum_i L\big(f(x_i), y_i\big) + \frac{\lambda}{2}\|f\|^2$, one"
        r" problem for each loss $L$ (lecture notes 000 and 002)."
    ),
)
