"""The declaration of the page Glossary."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.scene import DEFAULT, Scene
from lab.ui import items
from lab.ui.steps.step import Picture, Step, Words


def pictures(scene: Scene, words: Words) -> list[Picture]:
    """Return a classifier with the legend of the marks."""
    plane = items.Plane("A classifier learned from these points, with the legend’s marks.")
    controls = [items.single_slider(scene.kernel), items.readouts(*items.basic_rows())]
    return [Picture(main=[plane, items.plane_legend()], side=controls)]


PAGE = PageDeclaration(
    name="glossary",
    title="Glossary",
    picture=Step(
        "",
        "Glossary",
        "What does each term mean?",
        formerly=("What does this word mean?",),
        pictures=pictures,
        frame_heights=(430, 710, 560),
        old_names=("glossary",),
    ),
    summary="A short definition of every term, and a line for every symbol.",
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    is_solved=True,
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples"
        " (lecture notes 000, Theorem 2.1)."
    ),
)
