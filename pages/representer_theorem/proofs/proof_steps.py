"""A proof in short steps, the form of both proofs of the page (note 000, Theorems 2.1 and A.1).

A step has a short text, a formula, and the names of the parts of one picture in space that show it.
All numbers are computed for a problem of two examples.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.ui import embedded_sweep, items
from lab.ui.items.scene3d import SpacePart
from lab.ui.steps.step import Picture, own_sweeps

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

    def picture(self, step: int) -> Picture:
        """Return the picture of a step. The buttons of the page change the step."""
        numbers = list(range(1, len(self.steps) + 1))
        slider = items.stops_slider(WORD, "step", "of the proof", numbers, numbers, count=True)
        space = items.Space(
            self.label,
            [{**part, "on": f"on_{name}"} for name, part in self.parts.items()],
            description=[f"{step.title}. {step.description}" for step in self.steps],
            **self.scene,
        )
        return own_sweeps(self.name, self.sweep(), main=[space, slider], at={WORD: step})


def decimal(value: float, digits: int = 2) -> str:
    """Format a number for a formula: −0.40."""
    return f"{value + 0.0:.{digits}f}".replace("-", "−")


def vector(values: np.ndarray, digits: int = 2) -> str:
    """Format numbers for a formula: (0.60, −0.40)."""
    return f"({', '.join(decimal(value, digits) for value in values)})"
