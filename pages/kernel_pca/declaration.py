"""The declaration of the page Kernel PCA."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS, NUMBERS_WITHOUT_SLIDER
from lab.scene.scene import Scene, SceneError, replace
from lab.ui.steps.step import Words
from pages.kernel_pca import pre_image, quiz, steps
from pages.kernel_pca.bend.component_scene import of_the_page
from pages.kernel_pca.bend.endpoint import ENDPOINT
from pages.kernel_pca.default_scene import DEFAULT
from pages.kernel_pca.scripts import scripts


def with_slider(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene, with the RBF kernel instead of a kernel without a slider, and a list of
    messages: one about such a change, or none."""
    try:
        return of_the_page(scene), []
    except SceneError as error:
        changes = {"kernel": DEFAULT.kernel, "tau": DEFAULT.tau}
        return of_the_page(replace(scene, **changes)), [
            f"{error} The page shows the kernel {DEFAULT.kernel} instead."
        ]


def scripts_of(scene: Scene, words: Words) -> Words:
    """Return the scripts that compute the components, by the name of the library."""
    with_kernel_core, with_scikit_learn = scripts(scene)
    return {"kernel_core": with_kernel_core, "scikit-learn": with_scikit_learn}


PAGE = PageDeclaration(
    name="kernel_pca",
    title="Kernel PCA",
    summary="Directions of most variance, from inner products alone, and curved components from "
            "a kernel.",
    outcome=(
        "You can find the directions of most variance without labels, and curved components "
        "with a kernel."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    endpoints=(ENDPOINT, pre_image.ENDPOINT),
    quiz=tuple(quiz.QUESTIONS),
    steps=steps.STEPS,
    words=steps.WORDS,
    data_fields=(
        "data", "m", "noise", "seed", "features", "classes", "kernel", *KERNEL_SLIDERS,
        *NUMBERS_WITHOUT_SLIDER,
    ),
    data_steps=("bend",),
    scene_step="bend",
    adapt_scene=with_slider,
    scripts=scripts_of,
    equation=(
        r"$\tilde{K} = K - \mathbf{1}K - K\mathbf{1} + \mathbf{1}K\mathbf{1}$, with $1/m$ for every"
        r" entry of $\mathbf{1}$: the inner products of centred features, from the kernel alone"
        " (lecture notes 001, on the eigenvalues of K)."
    ),
)  # fmt: skip
