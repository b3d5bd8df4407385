"""A bump outside the span, added to the best function: the norm grows, and no loss changes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.ui import items
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from pages.representer_theorem.mathematics.function_off_span import function_off_span

X = np.array([[-2.2], [-0.9], [0.9], [2.3]])
Y = np.array([0.9, -0.6, 1.1, 0.2])
BETWEEN = np.array([[0.0]])  # centre of the bump outside the span
TAU, LAM = 0.6, 0.02
START = 0.6
_REACH = 3.5
_MOST = 1.5


def best_sum() -> kc.Solution:
    """Return the minimiser of the mean squared loss plus (λ/2)‖f‖²: a sum of bumps at X."""
    return kc.fit(X, Y, kc.RBF(tau=TAU), kc.LOSSES["squared"], lam=LAM, risk="mean")


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """Compute f = s + t u at every stop of t: on a grid, at the examples, and its squared norm."""
    best = best_sum()
    kernel = best.kernel
    unit = function_off_span(kernel, X, BETWEEN[0])
    assert unit is not None  # the examples are far enough from BETWEEN
    stops = np.round(np.linspace(-_MOST, _MOST, 61), 6)
    grid = np.linspace(-_REACH, _REACH, 141)
    # For z = BETWEEN, the value at z of the component of K(z, ·) orthogonal to the span.
    height = 1 / unit.norm2
    s, u = best.decision(grid[:, None]), height * unit(grid[:, None])
    at_examples = best.decision(X) + stops[:, None] * height * unit(X)
    norm2 = float(best.alpha @ kernel(X, X) @ best.alpha) + stops**2 * height
    constants = {"stops": stops, "x": grid, "s": s, "at_x": X[:, 0], "norms": norm2}
    stop_tensors = {
        "t": stops, "f": s + stops[:, None] * u, "part": stops[:, None] * u,
        "at_y": at_examples, "norm2": norm2,
        "change": np.abs(at_examples - best.decision(X)).max(axis=1).round(12),
    }  # fmt: skip
    return sweep_item("outside", flagged_tensors(constants, stop_tensors))


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of f with and without the bump, and of its squared norm against t."""
    content = sweep()
    stops = content["tensors"]["stops"]["data"]
    functions = items.Curve(
        "The best function, and its sum with t times a bump that is 0 at all examples.",
        "x",
        [
            {"tensor": "part", "tone": "squared", "label": "t·u", "at": 0.5, "fill": True},
            {"tensor": "s", "tone": "muted", "label": "sum of bumps", "at": 0.08, "dash": [4, 4]},
            {"tensor": "f", "tone": "zero", "label": "f", "at": 0.92, "width": 2.8},
        ],
        points=("at_x", "at_y"),
        range=(-_REACH, _REACH, -2, 2.4),
        note="x",
        tall=True,
    )
    norms = items.Curve(
        "The squared norm of f against t.",
        "stops",
        [{"tensor": "norms", "tone": "squared", "label": "‖f‖²", "at": 0.85}],
        marks=[["t", "norm2", "squared"]],
        note="t",
    )
    numbers = items.readouts(
        items.row("change", "Largest change at an example", "number"),
        items.row("norm2", "Squared norm of f", "number", "‖f‖²"),
    )
    slider = items.stops_slider("outside", "t", "size of the bump", stops, [-1.5, -1, 0, 1, 1.5])
    return own_sweep(
        "outside-bump", "outside", nearest_stop(stops, view["outside"]), content,
        main=[functions], side=[slider, numbers, norms],
    )  # fmt: skip
