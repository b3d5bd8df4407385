"""The points that all polynomial fits share, and the common parts of their pictures."""

import numpy as np

from kernel_core.datasets import NoisyFunction
from lab.course.measured_picture import Tensors
from lab.scene.samples.line_sample import LineSample, line_sample
from lab.scene.scene import Scene
from lab.ui import items

NODES = 121  # number of nodes of a fitted curve
TRUTH_NODES = 361  # number of nodes of the true curve, large since the curve may jump
LINE = ("wave", "steps")  # names of the data sets on a line
TRUTH: items.Series = {
    "tensor": "truth",
    "x": "line",
    "tone": "bayes",
    "dash": [2, 4],
    "width": 1.8,
}


def sample(scene: Scene) -> LineSample:
    """Return the scene's points on the line, with real-valued targets."""
    return line_sample(scene)


def nodes(count: int = NODES) -> np.ndarray:
    """Return Chebyshev nodes (count,) over the interval of the points.

    They are dense at the ends, where polynomials vary fastest.
    """
    turn = np.linspace(0, np.pi, count)
    low, high = NoisyFunction.low, NoisyFunction.high
    return (high + low) / 2 - (high - low) / 2 * np.cos(turn)


def data_tensors(data: LineSample, x: np.ndarray) -> dict[str, tuple[np.ndarray, bool]]:
    """Return the tensors of the data: the nodes x, the true function at its own nodes, and the
    points."""
    points = {"px": (data.X[:, 0], True), "py": (data.targets, True)}
    return {"at": (x, True)} | truth(data) | points


def truth(data: LineSample) -> dict[str, tuple[np.ndarray, bool]]:
    """Return the tensors of the true curve."""
    line = np.linspace(NoisyFunction.low, NoisyFunction.high, TRUTH_NODES)
    return {"line": (line, True), "truth": (data.line.truth(line), True)}


def drawn_fit(scene: Scene, tensors: Tensors, curve: str = "fit") -> Tensors:
    """Return the tensors of the plot in a report: a curve, its nodes, the y range, the points."""
    data = sample(scene)
    return {
        "x": tensors["at"], "y": np.array(data.window[2:]), "fit": tensors[curve],
        "points": np.column_stack([data.X[:, 0], data.targets]),
        "labels": np.zeros(len(data.X)),
    }  # fmt: skip


def fit_curve(
    label: str, data: LineSample, *first: items.Series, tensor: str = "fit"
) -> items.Curve:
    """Build the chart of the points, the dotted truth, and the fit in the tensor `tensor`.

    The curves in `first` are drawn behind the others.
    """
    x0, x1, y0, y1 = data.window
    series: list[items.Series] = [
        *first,
        TRUTH,
        {"tensor": tensor, "tone": "zero", "width": 3, "curved": True},
    ]
    return items.Curve(
        label, "at", series, note="x", tall=True, range=[x0, x1, y0, y1], points=["px", "py"]
    )
