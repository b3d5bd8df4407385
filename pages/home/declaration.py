"""What the page home page declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.home.default_scene import DEFAULT

PAGE = PageDeclaration(
    name="home",
    title="Kernel methods, live",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    first_kinds=("resume",),
    sliders=(*KERNEL_SLIDERS, "lam"),
    frame_heights={
        "": (570, 780, 530),
    },
    pictures={"": (*KERNEL_SLIDERS,)},
    formerly={"home": ""},
    words={},
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples (000, Theorem 2.1)."
    ),
)
