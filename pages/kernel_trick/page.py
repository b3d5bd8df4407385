"""The kernel trick: votes, lift, identity, learners and gallery (rows K1 to K10, E3, E6, E7)."""

import streamlit as st

from lab.scene.scene import Scene
from lab.ui import page
from lab.ui.steps import walk
from pages.kernel_trick import feature_cost, feature_lift, gallery, inner_product
from pages.kernel_trick.default_scene import DEFAULT

WORDS = {
    "at": "",
    "show": "fit",
    **feature_lift.VIEW,
    **inner_product.VIEW,
    **feature_cost.VIEW,
    **gallery.VIEW,
}


def scene(say: bool) -> Scene:
    if say and (trouble := gallery.of_address(st.query_params)[1]):
        st.warning("  \n".join(map(page.escape_markdown, trouble)))
    return page.scene_of_address(DEFAULT, WORDS, say=say)


walk.draw(
    walk.Walk(
        page="kernel_trick",
        element="vote",
        scene=scene,
        words=WORDS,
    )
)
