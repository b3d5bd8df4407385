"""Leaving the span: θ moves off the span of two examples in space (note 000, Theorem A.1)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

import numpy as np

import kernel_core as kc
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Remark, challenges, name_item, remark
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.items import scene3d
from lab.ui.steps.step import Picture, own_sweep
from pages.representer_theorem.mathematics.regularisers import (
    HalfSquaredNorm,
    LogNormRegulariser,
    NormRegulariser,
    Regulariser,
    StepRegulariser,
    ZeroRegulariser,
)
from pages.representer_theorem.mathematics.span import (
    orthogonal_split,
    regularised_risk,
    span_bases,
)

X = np.array([[2.0, 0.0, 1.0], [1.0, 2.0, 0.0]])
Y = np.array([1.0, -1.0])
ALPHA = np.array([0.6, -0.4])
LOSS = kc.Logistic()
START = 1.4
# Azimuth and elevation of the view in degrees, chosen so that θ clearly leaves the plane.
FIRST_VIEW = (-120, 25)
_LAM = 0.25
_MAX_T = 2.0
_STEP_LENGTH = 1.75  # length ‖θ‖ at which the step penalty jumps
_CORNER_LENGTH = 0.17  # side of the right-angle mark

# Each penalty r, with the tone of its line and the text and position of its label.
_LINES: dict[str, tuple[Regulariser, str, dict[str, Any]]] = {
    "half": (HalfSquaredNorm(_LAM), "hinge", {"label": "(λ/2)‖θ‖²", "at": 0.7, "align": "right"}),
    "length": (NormRegulariser(), "logistic", {"label": "‖θ‖", "at": 0.7, "align": "right"}),
    "log": (LogNormRegulariser(), "squared", {"label": "log(1 + ‖θ‖)", "at": 0.42}),
    "nothing": (ZeroRegulariser(), "zero", {"label": "0", "at": 0.5, "below": True}),
    "step": (
        StepRegulariser(_STEP_LENGTH),
        "exponential",
        {"label": "step", "at": 0.04, "below": True},
    ),
}


CHALLENGES = (
    Challenge(
        question=f"The penalty “step” is 0 up to ‖θ‖ = {_STEP_LENGTH:g}, and 1 beyond. When does J "
        "with this penalty rise?",
        stored_id="c4ca1df64",
        options=(
            Option("as soon as θ leaves the plane", (("now_step", ">=", 1),)),
            Option("only at some distance from the plane", (("now_step", "<=", 0.5),)),
        ),
        answer="only at some distance from the plane",
        goal="Drag t until θ is as far from the plane as possible while the penalty “step” is "
        "still 0.",
        conditions=(("state", "==", 1), ("off", ">=", 1.09)),
        by=("t",),
        why="A non-decreasing r may be constant on an interval. Up to the step the penalty of θ "
        "equals that of its part in the plane. So the theorem says “no larger”, not “smaller”.",
        hides=("risks", "told"),
    ),
)


def unit_off_span() -> np.ndarray:
    """Return the unit vector u (3,) that is orthogonal to both examples, with u₃ > 0."""
    u = span_bases(X).u[:, 0]
    return u * np.sign(u[2])


def sheet(points: np.ndarray, margin: float = 0.3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a rectangle around 0 and the rows of `points` (P, 3), in the plane of the first two.

    The results are its centre and the vectors from the centre to the middles of two adjacent
    sides, (3,) each.
    """
    first = points[0] / np.linalg.norm(points[0])
    second = points[1] - (points[1] @ first) * first
    e = np.stack([first, second / np.linalg.norm(second)])
    plane_coordinates = np.vstack([points, np.zeros(3)]) @ e.T
    low, high = plane_coordinates.min(axis=0) - margin, plane_coordinates.max(axis=0) + margin
    u, v = (high - low)[:, None] / 2 * e
    return (low + high) / 2 @ e, u, v


def corner(at: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the right-angle mark at a point between two directions: three points (3, 3)."""
    a, b = (_CORNER_LENGTH * way / np.linalg.norm(way) for way in (first, second))
    return np.stack([at + a, at + a + b, at + b])


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """Compute θ = θ^(α) + t u at every stop of t: its predictions, its length, and its J_r."""
    stops = np.round(np.linspace(-_MAX_T, _MAX_T, 81), 6)
    u = unit_off_span()
    theta = ALPHA @ X + stops[:, None] * u
    parts = [orthogonal_split(first, X) for first in theta]
    in_span = parts[len(parts) // 2].in_span
    ups = np.where(stops < 0, -1.0, 1.0)
    # The curve of the step penalty needs a point just before and just after each jump.
    jump = np.sqrt(_STEP_LENGTH**2 - in_span @ in_span)
    edges = [side * jump + offset for side in (-1, 1) for offset in (-1e-9, 1e-9)]
    along = np.sort(np.concatenate([stops, edges]))
    at, first, second = sheet(np.vstack([X, in_span]))
    constants = {
        "stops": stops, "along": along, "x1": X[0], "x2": X[1], "inside": in_span,
        "at": at, "one": first, "other": second,
    }  # fmt: skip
    stop_tensors = {
        "theta": theta,
        "corner": np.stack([corner(in_span, -in_span, height * u) for height in ups]),
        "square": (np.abs(stops) > 1.5 * _CORNER_LENGTH).astype(float),
        "p1": theta @ X[0],
        "p2": theta @ X[1],
        "norm2": np.square(theta).sum(axis=1),
        "off": np.array([np.linalg.norm(part.off_span) for part in parts]),
        "t": stops,
    }
    for name, (r, _, _) in _LINES.items():
        constants[f"J_{name}"] = regularised_risk(ALPHA @ X + along[:, None] * u, X, Y, LOSS, r)
        stop_tensors[f"now_{name}"] = regularised_risk(theta, X, Y, LOSS, r)
    has_stepped = np.linalg.norm(theta, axis=1) > _STEP_LENGTH
    stop_tensors["state"] = np.where(stops == 0, 0, np.where(has_stepped, 2, 1))
    return sweep_item("t", flagged_tensors(constants, stop_tensors))


def scene() -> items.Space:
    """Build the three-dimensional plot: two examples, their plane, θ and its projection."""
    return items.Space(
        "Two examples in space, the plane they span, and θ.",
        [
            scene3d.patch("one", "other", "accent", at="at"),
            scene3d.arrow("x1", "x⁽¹⁾", "positive", width=2),
            scene3d.arrow("x2", "x⁽²⁾", "negative", width=2),
            scene3d.curve("corner", "muted", width=1.4, on="square"),
            scene3d.arrow("inside", "θ⁽ᵅ⁾", "accent", width=5),
            scene3d.arrow("theta", "t·u", "squared", start="inside", middle_label=True),
            scene3d.arrow("theta", "θ", "zero", width=2.8),
        ],
        axes=scene3d.axes(("x₁", "x₂", "x₃"), (-0.6, -0.6, -0.6), (2, 2, 2)),
        home=FIRST_VIEW,
        zoom=1.25,
        description="x⁽¹⁾ and x⁽²⁾ span a plane. θ ends {off} away from it; θ⁽ᵅ⁾ is its part in "
        "the plane. J is {now_half} for r = (λ/2)‖θ‖², {now_length} for ‖θ‖, {now_log} for "
        "log(1 + ‖θ‖), {now_nothing} for r = 0 and {now_step} for the step.",
        turn="turn",
    )


def risks() -> items.Curve:
    """Build the chart of J_r against t for the five penalties r, each with a marker."""
    series = [
        cast(items.Series, {"tensor": f"J_{name}", "tone": tone} | place)
        for name, (_, tone, place) in _LINES.items()
    ]
    marks = [["t", f"now_{name}", tone] for name, (_, tone, _) in _LINES.items()]
    return items.Curve(
        "The risk Jᵣ(θ) against t, for five penalties r.",
        "along",
        series,
        marks=marks,
        note="t",
        tall=True,
    )


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of θ in space and its risks; `view` has the words `t` and `turn`."""
    content = sweep()
    stops = content["tensors"]["stops"]["data"]
    slider = items.stops_slider("t", "t", "factor of u", stops, [-2, -1, 0, 1, 2])
    numbers = items.readouts(
        items.row("p1", "θᵀx⁽¹⁾", "number", "does not change"),
        items.row("p2", "θᵀx⁽²⁾", "number", "does not change"),
        items.row("norm2", "‖θ‖²", "number", "= ‖θ⁽ᵅ⁾‖² + t²"),
    )
    sentences = [name_item("told", sentence) for sentence in (
        _remark(
            "θ lies in the span: each of the five risks has its minimum over t at t = 0. Drag t to "
            "leave the span.", 0),
        _remark(
            "J has risen for (λ/2)‖θ‖², ‖θ‖ and log(1 + ‖θ‖). J is the same as in the span for r = "
            "0, and for the step penalty, whose step is farther out.", 1),
        _remark(
            f"‖θ‖ is beyond {_STEP_LENGTH:g}, so the step penalty has risen too. Only with r = 0 "
            "does J stay the same, in the span and outside it.", 2),
    )]  # fmt: skip
    value = nearest_stop(stops, view["t"])
    words = {"turn": view["turn"]}
    return own_sweep(
        "wasted", "t", value, content, main=[scene(), *sentences],
        side=[slider, numbers, name_item("risks", risks()), challenges(CHALLENGES)], view=words,
    )  # fmt: skip


def _remark(text: str, state: int) -> Remark:
    """Return a remark that is shown in one state: 0 where θ lies in the span, 2 where θ is longer
    than the length at which the step penalty jumps, 1 in between.
    """
    return remark(text, ("state", "==", state))
