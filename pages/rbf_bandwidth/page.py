"""RBF bandwidth: Figures 2 to 5 of note 000 under the thumb (rows B1 to B5, E2, E3)."""

from lab.scene.scene import Scene
from lab.ui import page
from lab.ui.steps import walk
from pages.rbf_bandwidth.default_scene import DEFAULT

WORDS = {"show": "both", "point": "", "draws": "30"}


def scene(say: bool) -> Scene:
    return page.scene_of_address(DEFAULT, WORDS, say=say)


walk.draw(
    walk.Walk(
        page="rbf_bandwidth",
        element="bandwidth",
        scene=scene,
        words=WORDS,
        figure=True,
        controls=("data", "m", "noise", "seed", "features", "classes", "intercept"),
    )
)
