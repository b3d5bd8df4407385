"""Regularisation: what holds a fit back, and what that is good for (rows G1 to G7)."""

import streamlit as st

from lab.scene.fields import SOURCES
from lab.scene.scene import Scene
from lab.ui import empty_sample, page
from lab.ui.steps import walk
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.guarantees import pac
from pages.regularisation.polynomial_fits import ridge
from pages.regularisation.polynomial_fits.sample import LINE
from pages.regularisation.scripts import scripts
from pages.regularisation.steps import WORDS

OF_THE_PLANE = ("data", "m", "features", "classes", "edits")


def scene(say: bool) -> Scene:
    """The points on the line. A scene of another page may be in the plane: it is left out."""
    elsewhere = OF_THE_PLANE if st.query_params.get("data") in SOURCES else ()
    shown_scene = page.scene_of_address(DEFAULT, (*WORDS, *elsewhere), say=say, sources=LINE)
    trouble = pac.trouble(page.view_of_address(pac.VIEW))
    if say and trouble:
        st.warning(trouble)
    return empty_sample.with_points(shown_scene, say=say)


def new_sample(scene: Scene) -> None:
    """The next seed: other points, other noise."""
    st.query_params["seed"] = str(scene.seed + 1)
    st.rerun()


def scripts_of(scene: Scene) -> dict[str, str]:
    """The ridge fit in code."""
    ours, theirs = scripts(scene, *ridge.read_address(page.view_of_address(ridge.VIEW)))
    return {"kernel_core": ours, "scikit-learn": theirs}


walk.draw(
    walk.Walk(
        page="regularisation",
        element="degree",
        scene=scene,
        words=WORDS,
        scripts=scripts_of,
        actions={"again": new_sample},
        controls=("data", "m", "noise", "seed"),
        sources=LINE,
    )
)
