"""What the page Glossary declares of itself."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from lab.scene.scene import DEFAULT

PAGE = PageDeclaration(
    name="glossary",
    title="Glossary",
    question="What does this word mean?",
    summary="Every term in one sentence, every symbol in a line.",
    scene=DEFAULT,
    always={"learner": "risk", "class_weight": "equal"},
    sliders=(*KERNEL_SLIDERS, "lam"),
    frame_heights={
        "": (380, 540, 360),
    },
    pictures={"": (*KERNEL_SLIDERS,)},
    formerly={"glossary": ""},
    words={},
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples (000, Theorem 2.1)."
    ),
)
