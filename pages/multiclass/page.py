"""Many classes: four ways to more than two, side by side (rows C1 to C8 and E8)."""

import streamlit as st

from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.scene.class_fields import CLASS_FIELDS, DRAWN, TAKEN
from lab.scene.class_scene import ClassScene, parse
from lab.scene.fields import FIELDS, LINES, NUMBERS_WITHOUT_SLIDER, SOURCES
from lab.scene.scene import replace
from lab.ui import page
from lab.ui.steps import walk
from pages.multiclass import section_texts
from pages.multiclass.default_scenes import DEFAULT
from pages.multiclass.method import method_items
from pages.multiclass.scripts import scripts
from pages.multiclass.sgd_section import LONGEST

VIEW = {"at": "", **method_items.VIEW, **section_texts.VIEW}
SAMPLE = ("m", "noise", "seed", *NUMBERS_WITHOUT_SLIDER, "formula", "risk", "intercept")
OF_THE_PLANE = ("data", "m", "noise", "classes", "edits")
SETTLED = "classes-settled"  # in the session's state: the scene that the steps below compute for


def scene_here(say: bool = False) -> ClassScene:
    """The scene of many classes. What the address says of a binary scene is left out."""
    return page.scene_of_address(DEFAULT, (*VIEW, *_elsewhere()), say=say)


def _elsewhere() -> set[str]:
    """What in the address speaks of two classes, or of points on a line."""
    address = st.query_params
    binary = {*SOURCES, *LINES} - {*DRAWN, *TAKEN}
    strange = {name for name in FIELDS if name not in CLASS_FIELDS}
    if address.get("data") in binary or "," in address.get("classes", ""):
        strange |= {*OF_THE_PLANE} - ({"data"} if address.get("data") in TAKEN else set())
    elif "features" in address:
        strange |= {"classes", "edits"}
    if (
        address.get("loss") in FIELDS["loss"].choices
        and address["loss"] not in CLASS_FIELDS["loss"].choices
    ):
        strange.add("loss")
    return strange


def words(scene: ClassScene) -> dict[str, str]:
    """How the pictures are shown. A walk of many steps takes more letters than other words."""
    return page.view_of_address({**VIEW, "walk": ""}, walk=LONGEST)


def without_classifier(scene: ClassScene) -> ClassScene:
    """The scene with no classifier singled out."""
    return replace(scene, inside="")


def data_and_learner(scene: ClassScene) -> str:
    """Data and learner, wherever their sliders stand."""
    usual = {name: CLASS_FIELDS[name].default for name in scene.sliders}
    return replace(scene, inside="", **usual).query()


def solved_scene(scene: ClassScene) -> ClassScene:
    """The scene as it was when its data or its learner last changed: a slider moves nothing of
    what is solved apart."""
    settled = st.session_state.get(SETTLED)
    if settled is None or data_and_learner(settled) != data_and_learner(scene):
        settled = st.session_state[SETTLED] = scene
    return settled


def scripts_of(scene: ClassScene) -> dict[str, str]:
    """The four fits in code."""
    scene = without_classifier(scene)
    return dict(zip(("kernel_core", "scikit-learn"), scripts(scene), strict=True))


st.session_state.pop(SETTLED, None)
walk.draw(
    walk.Walk(
        page="multiclass",
        element="four",
        scene=scene_here,
        words=words,
        scripts=scripts_of,
        scripts_again=lambda query: scripts_of(parse(query)[0]),
        controls=SAMPLE,
        fields=CLASS_FIELDS,
        frames=CLASS_SWEEP_ENDPOINT.path,
        stops=ClassScene.stops,
        shared=without_classifier,
        settled=solved_scene,
    )
)
