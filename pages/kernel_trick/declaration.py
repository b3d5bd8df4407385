"""The declaration of the page Kernel trick."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.scene import Scene
from lab.ui.steps.step import Words
from pages.kernel_trick import (
    feature_cost,
    feature_lift,
    feature_timing,
    gallery,
    inner_product,
    quiz,
    quiz_variants,
)
from pages.kernel_trick.default_scene import DEFAULT
from pages.kernel_trick.steps import STEPS


def with_gallery(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene unchanged, and messages about invalid words of the gallery."""
    return scene, gallery.of_address(address)[1]


PAGE = PageDeclaration(
    name="kernel_trick",
    title="Kernel trick",
    summary="A sum of similarities, points lifted into space, and one inner product computed in "
    "two ways.",
    outcome=(
        "You can apply a linear method to data with a curved boundary if the method needs only "
        "inner products: K gives them, and no feature is computed."
    ),
    scene=DEFAULT,
    scenes_solved_at_start=(DEFAULT,),
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    endpoints=(inner_product.ENDPOINT, gallery.ENDPOINT, feature_timing.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=STEPS,
    words={
        "at": "",
        "show": "fit",
        **feature_lift.VIEW,
        **inner_product.VIEW,
        **feature_cost.VIEW,
        **gallery.VIEW,
    },
    element="vote",
    adapt_scene=with_gallery,
    equation=(
        r"$\phi(x)^T\phi(x') = K(x, x')$: a method that uses only inner products never needs the "
        r"features (lecture notes 000, 001 and 004)."
    ),
)
