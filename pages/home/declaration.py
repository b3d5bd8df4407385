"""The declaration of the front page."""

from lab.course.page_declaration import PageDeclaration, Word
from lab.scene.fields import KERNEL_SLIDERS
from lab.ui.steps.step import Step
from pages.home.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="home",
    title="Kernel methods, live",
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    first_kinds=("resume", "sliderrow", "surprises", "scenelinks"),
    words={"show": Word("both", ("both", "fit", "bayes"))},
    sliders=(*KERNEL_SLIDERS, "lam"),
    picture=Step(
        "",
        "",
        "",
        sliders=(*KERNEL_SLIDERS, "lam"),
        frame_heights=(1080, 1500, 1090),
        old_names=("home",),
    ),
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples"
        " (lecture notes 000, Theorem 2.1)."
    ),
)
