"""SVM: the widest margin, from hard to soft, and its support vectors."""

import streamlit as st

from lab.scene.fields import KERNEL_PARAMETERS
from lab.scene.scene import Scene, SceneError
from lab.ui import page
from lab.ui.steps import walk
from pages.svm import margin_by_hand
from pages.svm.default_scene import DEFAULT

VIEW = {"line": "", "reveal": "hidden", "tool": "move", "show": "fit", "scale": "1"}


def scene(say: bool) -> Scene:
    shown_scene = page.scene_of_address(DEFAULT, VIEW, say=say)
    if say:
        try:
            margin_by_hand.read_line(_view(shown_scene)["line"])
        except SceneError as error:
            st.warning(page.escape_markdown(str(error)))
    return shown_scene


def words(scene: Scene) -> dict[str, str]:
    """How the picture is shown; a line that can't be drawn is not drawn."""
    view = _view(scene)
    try:
        margin_by_hand.read_line(view["line"])
    except SceneError:
        view["line"] = margin_by_hand.first_line(scene)
    return view


def _view(scene: Scene) -> dict[str, str]:
    return page.view_of_address(VIEW | {"line": margin_by_hand.first_line(scene)})


walk.draw(
    walk.Walk(
        page="svm",
        element="svm",
        scene=scene,
        words=words,
        figure=True,
        controls=(
            "data", "m", "noise", "seed", "features", "classes",
            "kernel", "formula", *KERNEL_PARAMETERS, "intercept",
        ),
    )
)  # fmt: skip
