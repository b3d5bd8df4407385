"""Stochastic gradient: learning one example at a time (rows T1 to T5)."""

from typing import Any

import streamlit as st

from lab.scene.fields import NUMBERS_WITHOUT_SLIDER
from lab.scene.scene import Scene, SceneError, replace
from lab.scene.scripts import with_scikit_learn
from lab.ui import empty_sample, page
from lab.ui.steps import walk
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import run_request, scripts
from pages.stochastic_gradient.steps import WORDS, run_of


def scene(say: bool) -> Scene:
    """The scene that the address names, as Figure 1 has it."""
    shown_scene = page.scene_of_address(DEFAULT, (*WORDS, *run_request.OWN, "t"), say=say)
    shown_scene = empty_sample.with_points(shown_scene, say=say)
    _, trouble = run_here()
    if say and trouble:
        st.warning("  \n".join(map(page.escape_markdown, trouble)))
    try:
        return run_request.of_the_page(shown_scene)
    except SceneError as error:
        if say:
            st.warning(page.escape_markdown(f"{error} You see {run_request.MAX_POINTS}."))
        return run_request.of_the_page(replace(shown_scene, m=run_request.MAX_POINTS))


def run_here() -> tuple[dict[str, Any], list[str]]:
    """How the address has the steps taken, and what it asks in vain."""
    words_of_address = {name: text for name, text in st.query_params.items() if name != "step"}
    return run_request.of_address(words_of_address)


def words(shown: Scene) -> dict[str, str]:
    """How the picture is shown, and how the steps are taken."""
    own, _ = run_here()
    steps = {name: field.text(own[name]) for name, field in run_request.OWN.items()}
    return page.view_of_address(WORDS) | steps


def scripts_of(run: run_request.Run) -> dict[str, str]:
    """The run in code, and the optimum that it comes near."""
    ours, printed = scripts.scripts(run)
    optimum = with_scikit_learn(run.scene)
    return {"kernel_core": ours, "Figure 1, line by line": printed, "scikit-learn": optimum}


def keep_older_link() -> None:
    """In older links the step of the run is `step`, which now is a step of the page."""
    if (text := st.query_params.get("step", "")).isdigit():
        rest = {name: one for name, one in st.query_params.items() if name != "step"}
        st.query_params.from_dict(rest | {"t": text})


keep_older_link()
walk.draw(
    walk.Walk(
        page="stochastic_gradient",
        element="sgd",
        scene=scene,
        words=words,
        scripts=lambda shown: scripts_of(run_of(shown, words(shown))),
        scripts_again=lambda query: scripts_of(run_request.read_request(query).scene),
        controls=(
            "data", "m", "noise", "seed", "features", "classes", "kernel", "formula",
            *NUMBERS_WITHOUT_SLIDER,
        ),
    )
)  # fmt: skip
