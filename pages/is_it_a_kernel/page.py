"""Is it a kernel? Build one, look for a counterexample, see what goes wrong (rows M1 to M4)."""

from lab.scene.learning_problem import with_formula
from lab.scene.scene import Scene
from lab.scene.scripts import of_query
from lab.ui import page
from lab.ui.steps import walk
from pages.is_it_a_kernel import counterexample_element
from pages.is_it_a_kernel.default_scene import DEFAULT
from pages.is_it_a_kernel.indefinite import indefinite_fit

WORDS = {"tool": "move", "show": "fit", **counterexample_element.VIEW, **indefinite_fit.VIEW}


def scene(say: bool) -> Scene:
    """The scene of the address with its kernel as a formula."""
    return with_formula(page.scene_of_address(DEFAULT, WORDS, say=say))


def words(scene: Scene) -> dict[str, str]:
    """How the pictures are shown. Points take more letters than other words."""
    return page.view_of_address(WORDS, spots=counterexample_element.LONGEST)


walk.draw(
    walk.Walk(
        page="is_it_a_kernel",
        element="builder",
        scene=scene,
        words=words,
        scripts_again=of_query,
    )
)
