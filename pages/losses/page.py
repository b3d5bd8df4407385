"""Losses: what a mistake costs, and what that does to the boundary (rows L1 to L5, E4, E5)."""

from lab.scene.scene import Scene
from lab.ui import page
from lab.ui.steps import walk
from pages.losses import loss_curves, multinomial_logistic
from pages.losses.default_scene import DEFAULT

WORDS = {
    "show": "fit",
    "tool": "move",
    "off": loss_curves.AT_FIRST_HIDDEN,
    "turn": "150",
    "strength": "1",
    "price": "4.25",
    **multinomial_logistic.VIEW,
}


def scene(say: bool) -> Scene:
    return page.scene_of_address(DEFAULT, WORDS, say=say)


walk.draw(
    walk.Walk(
        page="losses",
        element="losses",
        scene=scene,
        words=WORDS,
        figure=True,
        controls=("data", "m", "noise", "seed", "features", "classes", "intercept"),
    )
)
