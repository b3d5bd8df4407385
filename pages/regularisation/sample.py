"""The points that all fits on a line share, and what every picture of a fit has in common."""

from typing import Any

import numpy as np

from kernel_core.datasets import HIGH, LOW
from lab.scene.samples.line_sample import LineSample, line_sample
from lab.scene.scene import Scene
from lab.ui import items

NODES = 181
LINE = ("wave", "steps")


def sample(scene: Scene) -> LineSample:
    """The scene's points with their targets as numbers."""
    return line_sample(scene)


def nodes(count: int = NODES) -> np.ndarray:
    """Where functions are drawn, (count,): all of the line on which points lie."""
    return np.linspace(LOW, HIGH, count)


def fixed(drawn: LineSample, x: np.ndarray) -> dict[str, tuple[np.ndarray, bool]]:
    """The tensors of the data: the nodes, the truth there, the points."""
    return {
        "at": (x, True), "truth": (drawn.line.truth(x), True),
        "px": (drawn.X[:, 0], True), "py": (drawn.targets, True),
    }  # fmt: skip


def fit_curve(label: str, drawn: LineSample, *first: dict[str, Any], tensor: str = "fit") -> Any:
    """f over the line with its points and the truth, dashed; `first` lies behind."""
    x0, x1, y0, y1 = drawn.window
    series = [
        *first,
        {"tensor": "truth", "tone": "bayes", "dash": [5, 4], "width": 1.8},
        {"tensor": tensor, "tone": "zero", "width": 3},
    ]
    return items.function_curve(
        label, "at", series, note="x", tall=True, range=[x0, x1, y0, y1], points=["px", "py"]
    )
