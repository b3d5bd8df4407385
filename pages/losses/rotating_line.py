"""Why the number of mistakes is not minimised: the risks of three losses as a line turns."""

from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import NO_POINTS, Sample, sample_of
from lab.scene.scene import Scene, points_of
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from lab.wire.sweep_payload import names_of

_ANGLE_STEP = 5  # step of the slider, in degrees
_NODES = 11  # number of grid nodes along a side of the plane, enough for a linear f
_NORM = 1.5  # fixed value of ‖w‖: f is ±1 at the distance 2/3 from the line
_TICKS = [0, 90, 180, 270, 360]  # ticks of the chart, and all but the last of the slider
_LOSSES = ("zero-one", "hinge", "logistic")


def stops() -> np.ndarray:
    """Return the stops of the slider: angles of w in degrees."""
    return np.arange(0, 360, _ANGLE_STEP)


@lru_cache(maxsize=64)
def sweep(scene: Scene) -> dict[str, Any]:
    """Compute f = wᵀ(x - mean) with a fixed ‖w‖, and the means and slopes of three losses, for each
    angle of w.
    """
    sample, turns = sample_of(scene), stops()
    x, y = sample.grid(_NODES)
    centre, w = sample.X.mean(axis=0), _ways(turns)
    nodes = np.stack(np.meshgrid(x, y), axis=-1) - centre
    constants = {"stops": turns, "x": x, "y": y, "points": sample.X, "labels": sample.y,
             "angle": np.arange(0, 360.5, 0.5)}  # fmt: skip
    stop_tensors = {
        "field": np.einsum("jid,sd->sji", nodes, w), "decision": w @ (sample.X - centre).T,
        "alpha": np.zeros((len(turns), len(sample.y))),
    }  # fmt: skip
    for name in _LOSSES:
        constants[f"risk_{name}"] = risks(sample, name, constants["angle"])
        stop_tensors[f"now_{name}"], stop_tensors[f"slope_{name}"] = (
            risks(sample, name, turns),
            slopes(sample, name, turns),
        )
    tensors = flagged_tensors(constants, stop_tensors)
    tensors["now"] = (turns.astype(float), False)
    return sweep_item("turn", tensors, **names_of(sample))


def risks(sample: Sample, name: str, angles: np.ndarray) -> np.ndarray:
    """Compute the mean (S,) of the loss `name` over the points, for angles (S,) of w in degrees."""
    return kc.LOSSES[name].value(_decision(sample, _ways(angles)), sample.y).mean(axis=1)


def slopes(sample: Sample, name: str, angles: np.ndarray) -> np.ndarray:
    """Compute the derivative (S,) of `risks` with respect to the angle, per degree.

    For the zero-one loss it is 0 wherever it exists.
    """
    if name == "zero-one":
        return np.zeros(len(angles))
    w = _ways(angles)
    turning = _decision(sample, np.stack([-w[:, 1], w[:, 0]], axis=1))
    slope = kc.LOSSES[name].derivative(_decision(sample, w), sample.y)
    return np.radians(1) * (slope * turning).mean(axis=1)


def _ways(angles: np.ndarray) -> np.ndarray:
    return _NORM * np.stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))], axis=1)


def _decision(sample: Sample, w: np.ndarray) -> np.ndarray:
    return w @ (sample.X - sample.X.mean(axis=0)).T


def picture(scene: Scene, turn: str) -> Picture:
    """Build the picture of the line and three risks, with the slider for the angle; without points,
    a picture with a message."""
    if not len(sample_of(scene, empty=True).y):
        return Picture(main=(), empty_text=NO_POINTS)
    turns = [float(angle) for angle in stops()]
    slider = items.stops_slider(
        "turn", "∠w", "angle of the normal w, in degrees", turns, _TICKS[:-1], count=True
    )
    labels = {"zero-one": "mistakes", "hinge": "hinge", "logistic": "logistic"}
    at = {"zero-one": 0.5, "hinge": 0.66, "logistic": 0.56}
    series: list[items.Series] = [
        {"tensor": f"risk_{name}", "label": labels[name], "tone": name.replace("-", "_"),
         "at": at[name], "below": name == "logistic", "jumps": name == "zero-one"}
        for name in _LOSSES
    ]  # fmt: skip
    curve = items.Curve(
        "The means of three losses, against the angle of w.", "angle", series, note="∠w",
        tall=True, xticks=_TICKS,
        marks=[["now", f"now_{name}", name.replace("-", "_")] for name in _LOSSES])  # fmt: skip
    numbers = items.readouts(
        items.row("now_zero-one", "Mistakes", "percent", "mean zero-one loss"),
        items.row(
            "slope_zero-one",
            "Slope of the zero-one loss",
            "number",
            "per degree, between two jumps",
        ),
        items.row("slope_hinge", "Slope of the hinge loss", "number", "per degree"),
        items.row("slope_logistic", "Slope of the logistic loss", "number", "per degree"),
    )
    plane = items.Plane("A line through the mean of the points.")
    return own_sweep(
        "turn", "turn", nearest_stop(turns, turn), sweep(points_of(scene)),
        main=[plane], side=[slider, curve, numbers],
    )  # fmt: skip
