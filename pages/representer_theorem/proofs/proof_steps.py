"""A proof in short steps, the form of both proofs of the page (note 000, Theorems 2.1 and A.1).

A step has a short text, a formula, and the names of the parts of one picture in space that show it.
All numbers are computed for a problem of two examples.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from lab.ui import embedded_sweep, items
from lab.ui.items.scene3d import SpacePart

# Name of the address word for the step of the proof; the word `step` is the step of the page.
WORD = "proof_step"


@dataclass(frozen=True)
class PicturedStep:
    """A step of a proof: `shows` names the visible parts of the picture, `description` says in
    words what they show."""

    title: str
    text: str
    formula: str
    shows: tuple[str, ...]
    description: str


@dataclass(frozen=True, eq=False)
class PicturedProof:
    """A proof as steps with one picture.

    `parts` has the parts of the picture by name. The parts refer to tensors by name: `fixed` has
    the tensors that are the same in all steps, one point (3,) or P points (P, 3), and
    `step_tensors` the tensors that differ from step to step, with the steps as an additional first
    axis. `scene` has further arguments of `items.Space`, such as the axes.
    """

    name: str
    title: str
    label: str
    steps: tuple[PicturedStep, ...]
    parts: Mapping[str, SpacePart]
    fixed: Mapping[str, np.ndarray]
    step_tensors: Mapping[str, np.ndarray]
    scene: Mapping[str, Any]

    def number(self, text: str) -> int:
        """Return the number of the step that an address names, or 1."""
        is_number = text.isascii() and text.isdigit() and len(text) < 4
        return int(text) if is_number and 1 <= int(text) <= len(self.steps) else 1

    def sweep(self) -> dict[str, Any]:
        """Compute the picture's tensors at every step."""
        count = len(self.steps)
        visibility = {
            f"on_{name}": np.array([float(name in step.shows) for step in self.steps])
            for name in self.parts
        }
        constants = {"stops": np.arange(1, count + 1)} | dict(self.fixed)
        tensors = {name: (tensor, True) for name, tensor in constants.items()}
        return embedded_sweep.sweep_item(
            WORD,
            tensors
            | {name: (t, False) for name, t in (visibility | dict(self.step_tensors)).items()},
        )

    def element(self, step: int) -> None:
        """Draw the live element with the picture of a step.

        The buttons of the page change the step.
        """
        numbers = list(range(1, len(self.steps) + 1))
        slider = items.stops_slider(WORD, "step", "of the proof", numbers, numbers, count=True)
        picture = items.Space(
            self.label,
            [{**part, "on": f"on_{name}"} for name, part in self.parts.items()],
            description=[f"{step.title}. {step.description}" for step in self.steps],
            **self.scene,
        )
        embedded_sweep.element(self.name, self.sweep(), [picture, slider], at={WORD: step})


def element(walks: Mapping[str, PicturedProof], walk_name: str, step: str) -> None:
    """Draw the choice of a proof, and one of its steps: picture, buttons, text and formula.

    The address names the proof and the step, as `walk_name` and `step`. The buttons are above the
    text, so that they do not move.
    """
    key = walk_name if walk_name in walks else next(iter(walks))
    walk = walks[key]
    number = walk.number(step)
    proof_step, count = walk.steps[number - 1], len(walk.steps)
    st.session_state["proof-choice"] = key
    st.radio(
        "Which proof", list(walks), key="proof-choice", horizontal=True, on_change=_choose,
        format_func=lambda name: walks[name].title, label_visibility="collapsed",
    )  # fmt: skip
    with st.container(key="columns-proof"):
        picture, words = st.columns(2, gap="large")
    with picture, st.container(key="proof-picture"):
        walk.element(number)
    with words:
        with st.container(horizontal=True, vertical_alignment="center"):
            previous_number, next_number = (number - 2) % count + 1, number % count + 1
            st.button("← Back", key="proof-back", on_click=_go, args=(key, previous_number))
            st.button(
                "Next →", key="proof-next", on_click=_go, args=(key, next_number), type="primary"
            )
            st.caption(f"Step {number} of {count}")
        with st.container(key="proof-step"):
            st.markdown(f"**{proof_step.title}**\n\n{proof_step.text}")
            st.latex(proof_step.formula)


def _choose() -> None:
    _go(st.session_state["proof-choice"], 1)


def _go(proof: str, step: int) -> None:
    """Go to a step by changing the address."""
    st.query_params["proof"] = proof
    st.query_params[WORD] = str(step)


def decimal(value: float, digits: int = 2) -> str:
    """Format a number for a formula: −0.40."""
    return f"{value + 0.0:.{digits}f}".replace("-", "−")


def vector(values: np.ndarray, digits: int = 2) -> str:
    """Format numbers for a formula: (0.60, −0.40)."""
    return f"({', '.join(decimal(value, digits) for value in values)})"
