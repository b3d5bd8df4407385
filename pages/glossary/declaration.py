"""The declaration of the page Glossary."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.scene import DEFAULT
from lab.ui.steps.step import Step

PAGE = PageDeclaration(
    name="glossary",
    title="Glossary",
    picture=Step(
        "",
        "Glossary",
        "What does each term mean?",
        formerly=("What does this word mean?",),
        sliders=(*KERNEL_SLIDERS,),
        frame_heights=(430, 710, 560),
        old_names=("glossary",),
    ),
    summary="A short definition of every term, and a line for every symbol.",
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    sliders=(*KERNEL_SLIDERS, "lam"),
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples"
        " (lecture notes 000, Theorem 2.1)."
    ),
)
