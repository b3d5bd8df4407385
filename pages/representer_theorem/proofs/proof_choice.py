"""The choice of a proof, and one of its steps: picture, buttons, text and formula."""

from collections.abc import Callable

import streamlit as st

from lab.ui.steps.step import Picture, Words
from pages.representer_theorem.proofs import gradient_proof, span_proof
from pages.representer_theorem.proofs.proof_steps import WORD

WALKS = {"2.1": gradient_proof.walk(), "A.1": span_proof.walk()}


def picture(words: Words) -> Picture:
    """Return the picture of the step that the address names."""
    walk = WALKS[_name(words)]
    return walk.picture(walk.number(words[WORD]))


def draw(words: Words, draw_picture: Callable[[], None]) -> None:
    """Draw the choice of a proof, and one of its steps: picture, buttons, text and formula.

    The address names the proof and the step. The buttons are above the text, so that they do not
    move.
    """
    name = _name(words)
    walk = WALKS[name]
    number = walk.number(words[WORD])
    proof_step, count = walk.steps[number - 1], len(walk.steps)
    st.session_state["proof-choice"] = name
    st.radio(
        "Which proof", list(WALKS), key="proof-choice", horizontal=True, on_change=_choose,
        format_func=lambda name: WALKS[name].title, label_visibility="collapsed",
    )  # fmt: skip
    with st.container(key="columns-proof"):
        left, right = st.columns(2, gap="large")
    with left, st.container(key="proof-picture"):
        draw_picture()
    with right:
        with st.container(horizontal=True, vertical_alignment="center"):
            previous_number, next_number = (number - 2) % count + 1, number % count + 1
            st.button("← Back", key="proof-back", on_click=_go, args=(name, previous_number))
            st.button(
                "Next →", key="proof-next", on_click=_go, args=(name, next_number), type="primary"
            )
            st.caption(f"Step {number} of {count}")
        with st.container(key="proof-step"):
            st.markdown(f"**{proof_step.title}**\n\n{proof_step.text}")
            st.latex(proof_step.formula)


def _name(words: Words) -> str:
    return words["proof"] if words["proof"] in WALKS else next(iter(WALKS))


def _choose() -> None:
    _go(st.session_state["proof-choice"], 1)


def _go(proof: str, step: int) -> None:
    """Go to a step by changing the address."""
    st.query_params["proof"] = proof
    st.query_params[WORD] = str(step)
