"""Degree: polynomials of degree 0 to 15, fitted to the same noisy points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.scene.fields import Integer
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item, remark
from lab.ui.embedded_sweep import measured_picture, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.polynomial_regression import MAX_DEGREE, fit_by_degree
from pages.regularisation.polynomial_fits.sample import (
    data_tensors,
    drawn_fit,
    fit_curve,
    nodes,
    sample,
)

ORDER = Integer("order", 1, "Degree", "Degree of the polynomial.", "M", low=0, high=MAX_DEGREE)
VIEW = {ORDER.name: Word.of(ORDER)}
STOPS = [float(M) for M in range(MAX_DEGREE + 1)]
TICKS = [0, 3, 6, 9, 12, 15]
_DECADES = (-3, 3)  # exponents of the powers of ten at the ends of the error axis

LOW = Option("below 5", (("M", "<=", 4),))
MIDDLE = Option("5 to 8", (("M", ">=", 5), ("M", "<=", 8)))
HIGH = Option("above 8", (("M", ">=", 9),))

_GOOD_FIT_FACTOR = 1.5  # largest test error of a good fit, relative to the smallest
_UNDERFIT_FACTOR = 2  # smallest training error of an underfit, relative to that of the best degree
_ROUNDING = 1e-20  # a mean square below this counts as 0

CHALLENGES = (
    Challenge(
        question="The dotted line is the truth. Which degree gives the fit closest to it?",
        options=(LOW, MIDDLE, HIGH),
        answer="5 to 8",
        goal="Find the degree with the smallest test error.",
        conditions=(("test", "<=", ["least:test", 1]),),
        why=(
            Statement(
                "At M = {M:whole} the test error is {test:number}, of which {noise:number} is "
                "noise that no fit can predict."
            ),
            Statement(
                "No fit of lower degree is nearer to the points or to the truth.",
                (("M", ">=", 1),),
            ),
            Statement(
                "Every fit of higher degree is at least as near to the points, and none is nearer "
                "to the truth.",
                (("M", "<=", MAX_DEGREE - 1),),
            ),
        ),
        hides=("errors",),
        by=("order",),
        deciding_stop="least:test",
    ),
    Challenge(
        question="From which degree on does the training error no longer fall?",
        options=(
            Option(LOW.label, (("settled", "<=", 4),)),
            Option(MIDDLE.label, (("settled", ">=", 5), ("settled", "<=", 8))),
            Option(HIGH.label, (("settled", ">=", 9),)),
        ),
        answer="above 8",
        goal="Find a degree with the smallest training error. How large is the test error there?",
        conditions=(("train", "<=", ["least:train", 1]),),
        why=(
            Statement(
                "A further power never raises the training error, since its coefficient may be 0.",
            ),
            Statement(
                "There are {m:whole} points. From degree m − 1 on the curve goes through every one "
                "of them, noise included.",
                (("train", "<=", 0), ("m", "<=", MAX_DEGREE + 1)),
            ),
            Statement(
                "At M = {M:whole} the test error is {test:number}; the smallest is "
                "{least:test:number}, at another degree. The training error does not show which "
                "degree that is.",
                (("test", ">=", ["least:test", 1 + 1e-9]),),
            ),
            Statement(
                "Here this degree also has the smallest test error, {test:number}.",
                (("test", "<=", ["least:test", 1]),),
            ),
        ),
        hides=("errors",),
        by=("order",),
    ),
)

_ERRORS = "Training error {train:number}, test error {test:number}."
VERDICTS = (  # exactly one of these statements is shown
    remark(
        f"M = {{M:whole}} underfits: the curve is too stiff to follow the truth. {_ERRORS}",
        ("verdict", "==", -1),
    ),
    remark(
        f"M = {{M:whole}} fits the truth well: its test error is at most {_GOOD_FIT_FACTOR} times "
        f"the smallest. {_ERRORS}",
        ("verdict", "==", 0),
    ),
    remark(
        f"M = {{M:whole}} overfits: the curve follows the points, not the truth. {_ERRORS}",
        ("verdict", "==", 1),
    ),
)


def verdicts(train: np.ndarray, test: np.ndarray) -> np.ndarray:
    """Classify each degree (S,): −1 if it underfits, 1 if it overfits, else 0.

    A degree with a test error well above the smallest underfits if it is lower than the best degree
    and its training error is also well above that of the best degree; otherwise it overfits.
    """
    best, degrees = int(test.argmin()), np.arange(len(test))
    stiff = (degrees < best) & (train >= _UNDERFIT_FACTOR * train[best])
    return np.where(test <= _GOOD_FIT_FACTOR * test[best], 0, np.where(stiff, -1, 1))


@lru_cache(maxsize=32)
def sweep(scene: Scene) -> dict[str, Any]:
    """Fit degrees 0 to 15 and compute training and test errors; the latter are exact, by
    quadrature."""
    data, x = sample(scene), nodes()
    fits = fit_by_degree(data.X, data.targets, data.line)
    train = np.where(fits.train > _ROUNDING, fits.train, 0.0)
    stop_tensors = {
        "fit": fits.curves(x), "train": train, "test": fits.test, "M": fits.stops,
        "largest": np.abs(fits.w).max(axis=1), "verdict": verdicts(train, fits.test),
    }  # fmt: skip
    fixed_tensors = {
        "stops": np.array(STOPS), "orders": np.array(STOPS),
        "trains": fits.train, "tests": fits.test,
        "settled": fits.stops[[train.argmin()]],
        "m": np.array([len(data.X)]),
        "noise": np.array([data.line.s**2]),
    }  # fmt: skip
    tensors = {
        name: (np.asarray(tensor, dtype=float), True) for name, tensor in fixed_tensors.items()
    }
    tensors |= data_tensors(data, x) | {
        name: (tensor, False) for name, tensor in stop_tensors.items()
    }
    return sweep_item("order", tensors)


MEASURED = measured_picture(
    DEFAULT, (ORDER, STOPS), sweep, number="test", picture_tensors=drawn_fit
)


def slider(along: str, label: str = "degree of the polynomial") -> items.Slider:
    return items.stops_slider(along, "M", label, STOPS, TICKS, count=True)


def errors(along: str, *, x: str, ticks: Sequence[float], note: str, **options: Any) -> items.Item:
    """Build the chart of training and test error over all stops, on a logarithmic axis of errors.

    `along` names the slider, `x` the tensor of its stops. A challenge can hide this chart by its
    name, "errors".
    """
    series: list[items.Series] = [
        {"tensor": "tests", "label": "test", "tone": "negative", "at": 0.35},
        {
            "tensor": "trains",
            "label": "training",
            "tone": "positive",
            "at": 0.15,
            "below": True,
            "dash": [8, 3],
        },
    ]
    return name_item("errors", items.LogCurve(
        along=along, x=x, series=series, decades=list(_DECADES),
        ticks=ticks, note=note, label="Training and test error, as mean squared errors.",
        caption="mean squared error", **options,
    ))  # fmt: skip


def picture(scene: Scene, order: str) -> Picture:
    """Build the picture of one fit, with a slider of its degree."""
    return own_sweeps(
        "degree",
        sweep(scene),
        at={"order": nearest_stop(STOPS, order)},
        main=[
            fit_curve(
                "The points, the truth they scatter about, and the fitted polynomial.",
                sample(scene),
            ),
            items.legend(truth="truth, without the noise", fit="fit of degree M"),
        ],
        side=[
            slider("order"),
            errors("order", x="orders", ticks=TICKS, note="M"),
            items.readouts(
                items.row("train", "Training error", "number", "mean square"),
                items.row("test", "Test error", "number", "exact, on new points"),
                items.row("largest", "Largest |coefficient|", "number", "of the powers of x/3"),
            ),
            items.stack(*VERDICTS),
            items.Action(
                "again",
                "Draw a new sample",
                "Use the next seed: other points, other noise",
                changes=["seed"],
            ),
        ],
    )
