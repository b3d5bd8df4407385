"""Degree (G1): polynomials of degree 0 to 15 through the same noisy points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.learners import MAX_DEGREE, fit_by_degree
from lab.scene.fields import Integer
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, name_item
from lab.ui.embedded_sweep import measured_picture, nearest, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.polynomial_fits.sample import (
    data_tensors,
    drawn_fit,
    fit_curve,
    nodes,
    sample,
)

ORDER = Integer("order", 1, "Degree", "Degree of the polynomial.", "M", low=0, high=MAX_DEGREE)
VIEW = {ORDER.name: ORDER.text(ORDER.default)}
STOPS = [float(M) for M in range(MAX_DEGREE + 1)]
TICKS = [0, 3, 6, 9, 12, 15]
_DECADES = (-3, 3)  # of the errors' axis

LOW = Option("below 5", (("M", "<=", 4),))
MIDDLE = Option("5 to 8", (("M", ">=", 5), ("M", "<=", 8)))
HIGH = Option("above 8", (("M", ">=", 9),))

CHALLENGES = (
    Challenge(
        question="The dotted line is the truth. Which degree comes closest to it?",
        options=(LOW, MIDDLE, HIGH),
        answer="5 to 8",
        goal="Find the degree whose test error is at most 0.1.",
        conditions=(("test", "<=", 0.1),),
        why="A straight line cannot bend as often as the truth does, so it misses nearly "
        "everywhere. A few powers more and it can. Part of what is then left is the noise, which "
        "nobody can foresee.",
        hides=("errors",),
    ),
    Challenge(
        question="Where is the error on the training points smallest?",
        options=(LOW, MIDDLE, HIGH),
        answer="above 8",
        goal="Find a fit with a training error of at most 0.01 and a test error above 100.",
        conditions=(("train", "<=", 0.01), ("test", ">=", 100)),
        why="No further power can raise the training error. With m points, from degree m − 1 on "
        "the curve goes through every one of them, noise included, and swings in between. The "
        "training error does not see that; new points do.",
        hides=("errors",),
    ),
)


@lru_cache(maxsize=32)
def sweep(scene: Scene) -> dict[str, Any]:
    """The fits of degree 0 to 15 with both errors; test errors are exact, by quadrature."""
    drawn, x = sample(scene), nodes()
    fits = fit_by_degree(drawn.X, drawn.targets, drawn.line)
    moving = {
        "fit": fits.curves(x), "train": fits.train, "test": fits.test, "M": fits.stops,
        "largest": np.abs(fits.w).max(axis=1),
    }  # fmt: skip
    tensors = {"stops": (np.array(STOPS), True), "orders": (np.array(STOPS), True)}
    tensors |= {"trains": (fits.train, True), "tests": (fits.test, True)}
    tensors |= data_tensors(drawn, x) | {name: (tensor, False) for name, tensor in moving.items()}
    return sweep_item("order", tensors)


MEASURED = measured_picture(DEFAULT, (ORDER, STOPS), sweep, number="test", drawn=drawn_fit)


def slider(along: str, label: str = "degree of the polynomial") -> dict[str, Any]:
    return items.stops_slider(along, "M", label, STOPS, TICKS, count=True)


def errors(along: str, *, x: str, ticks: Sequence[float], note: str, **more: Any) -> dict[str, Any]:
    """Training and test error over all stops of a slider, on log axes; a challenge can hide it."""
    series = [
        {"tensor": "tests", "label": "test", "tone": "negative", "at": 0.35},
        {"tensor": "trains", "label": "training", "tone": "positive", "at": 0.15, "below": True},
    ]
    return name_item("errors", {
        "kind": "logcurve", "along": along, "x": x, "series": series, "decades": list(_DECADES),
        "ticks": ticks, "note": note, "label": "Training and test error, mean squares.",
        "caption": "mean square error",
    } | more)  # fmt: skip


def picture(scene: Scene, order: str) -> Picture:
    """The points and the fit along the degree."""
    return own_sweeps(
        "degree",
        sweep(scene),
        at={"order": nearest(STOPS, order)},
        main=[
            fit_curve(
                "The points, the truth they scatter about, and the fitted polynomial.",
                sample(scene),
            ),
            items.legend(truth="truth, without the noise", zero="fit of degree M"),
        ],
        side=[
            slider("order"),
            errors("order", x="orders", ticks=TICKS, note="M"),
            items.readouts(
                items.row("train", "Training error", "number", "mean square"),
                items.row("test", "Test error", "number", "exact, new points"),
                items.row("largest", "Largest coefficient", "number", "of the powers of x/3"),
            ),
            items.action(
                "again", "New sample", "The next seed: other points, other noise", changes=["seed"]
            ),
        ],
    )
