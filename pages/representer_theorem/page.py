"""Representer theorem: a sum of bumps on the data, and nothing else (rows R1 to R8, E1)."""

import streamlit as st

from lab.scene.fields import LINES, NUMBERS_WITHOUT_SLIDER, SOURCES
from lab.scene.scene import MAX_QUERY, Scene
from lab.ui import page
from lab.ui.steps import walk
from lab.ui.steps.step import Words
from pages.representer_theorem import (
    off_span_component,
    off_span_excess,
)
from pages.representer_theorem.default_scene import DEFAULT
from pages.representer_theorem.proofs import gradient_proof, proof_steps, span_proof
from pages.representer_theorem.steps import features

DATA = (*LINES, *SOURCES)
WORDS = {
    "tool": "move", "factor": "with", "t": f"{off_span_component.START:g}", "turn": "",
    "draws": "1000", "r": "half", "rloss": "logistic", "rseed": "0", "power": "", "road_loss": "",
    "clock": "", "ridge": "", "walk": "", "way": "", "known": "", "phi": "",
}  # fmt: skip
PROOF = {"proof": "2.1", proof_steps.WORD: ""}


def scene(say: bool) -> Scene:
    if say and (wrong := features(matrix())[1]):
        st.warning(page.escape_markdown(wrong))
    return page.scene_of_address(DEFAULT, {**WORDS, **PROOF}, say=say, sources=DATA)


def words(scene: Scene) -> Words:
    """Of the address; Φ may be longer than a word."""
    return page.view_of_address(WORDS) | matrix()


def matrix() -> dict[str, str]:
    """Φ as the address has it, however long it is."""
    return page.view_of_address({"phi": ""}, phi=MAX_QUERY)


def proofs() -> None:
    """Theorems 2.1 and A.1, step by step."""
    view = page.view_of_address(PROOF)
    before = page.view_of_address({"step": ""})["step"]  # as links had it
    walks = {"2.1": gradient_proof.walk(), "A.1": span_proof.walk()}
    proof_steps.element(walks, view["proof"], view[proof_steps.WORD] or before)


def draw_again(scene: Scene) -> None:
    """Other random θ."""
    seed = off_span_excess.seed_of(page.view_of_address({"rseed": ""})["rseed"])
    st.query_params["rseed"] = str(seed + 1)
    st.rerun(scope="fragment")


walk.draw(
    walk.Walk(
        page="representer_theorem",
        element="bumps",
        scene=scene,
        words=words,
        drawn={"proofs": proofs},
        actions={"again": draw_again},
        controls=("data", "m", "noise", "seed", "features", "classes", *NUMBERS_WITHOUT_SLIDER),
        sources=DATA,
    )
)
