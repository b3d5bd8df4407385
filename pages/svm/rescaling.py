"""The step that multiplies (w, b) by a factor: the line and its margin stay the same."""

from functools import lru_cache
from typing import Any

import numpy as np

from lab.scene.learning_problem import NO_POINTS, sample_of
from lab.scene.scene import Scene, SceneError
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from lab.wire.sweep_payload import names_of
from pages.svm.margin_by_hand import read_line
from pages.svm.mathematics.hyperplane import GeometricMargin, geometric_margin, line_through

_GRID_NODES = 25


def stops() -> np.ndarray:
    """Return the factors from a tenth to ten, evenly spaced on a log scale, with 1 among them."""
    return np.array([float(f"{s:.6g}") for s in np.geomspace(0.1, 10, 21)])


@lru_cache(maxsize=64)
def sweep(scene: Scene, line: str) -> dict[str, Any]:
    """Compute s (wᵀx + b), ‖sw‖, and the functional and geometric margins at every factor s.

    If the line separates the classes, the functional margin is 1 at s = 1.
    """
    sample, factors = sample_of(scene), stops()
    try:
        w, b = line_through(*np.reshape(read_line(line), (2, 2)))
    except SceneError:
        w, b = np.array([1.0, 0.0]), 0.0
    plane = max((geometric_margin(s * w, s * b, sample.X, sample.y) for s in (1, -1)), key=_margin)
    w, b = plane.canonical_form or (plane.w, plane.b)
    x, y = sample.grid(_GRID_NODES)
    field = w[0] * x[None, :] + w[1] * y[:, None] + b
    f = sample.X @ w + b
    streets = [geometric_margin(s * w, s * b, sample.X, sample.y) for s in factors]
    constants = {"stops": factors, "x": x, "y": y, "points": sample.X, "labels": sample.y}
    stop_tensors = {
        "field": factors[:, None, None] * field, "decision": factors[:, None] * f,
        "alpha": np.zeros((len(factors), len(f))),
        "functional": np.array([street.functional for street in streets]),
        "margin": np.array([street.margin for street in streets]),
        "norm": np.array([np.hypot(*street.w) for street in streets]),
        "inverse_norm": np.array([1 / np.hypot(*street.w) for street in streets]),
    }  # fmt: skip
    return sweep_item("scale", flagged_tensors(constants, stop_tensors), **names_of(sample))


def _margin(plane: GeometricMargin) -> float:
    return plane.margin


def picture(scene: Scene, line: str, scale: str) -> Picture:
    """Build the picture of the user's line, with the slider of the factor and four read-outs."""
    if not len(sample_of(scene, empty=True).y):
        return Picture(main=(), empty_text=NO_POINTS)
    content = sweep(scene, line)
    # The slider must have the same rounded stops as the sweep.
    factors = content["tensors"]["stops"]["data"]
    slider = items.stops_slider("scale", "s", "factor of (w, b)", factors, [0.1, 0.32, 1, 3.2, 10])
    numbers = items.readouts(
        items.row("functional", "Smallest y(wᵀx + b)", "number", "changes with s"),
        items.row("norm", "‖w‖", "number", "changes with s"),
        items.row("inverse_norm", "1/‖w‖", "number", "the margin, if the smallest y(wᵀx + b) is 1"),
        items.row("margin", "Margin", "number", "smallest y(wᵀx + b) ÷ ‖w‖, does not change"),
    )
    plane = items.Plane("Your line, with f(x) = ±1 dashed.")
    marks = items.legend(
        positive="positive", negative="negative", zero="your line", margin="f(x) = ±1"
    )
    return own_sweep(
        "rescale", "scale", nearest_stop(factors, scale), content, main=[plane, marks],
        side=[slider, numbers],
    )  # fmt: skip
