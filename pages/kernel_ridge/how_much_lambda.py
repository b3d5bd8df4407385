"""The choice of λ by the leave-one-out error, in closed form for all λ and τ."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from lab.course.measured_picture import Tensors
from lab.course.page_declaration import Word
from lab.scene.fields import Choice, Number
from lab.scene.samples.line_sample import counts_of
from lab.scene.scene import Scene, points_of
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import (
    flagged_tensors,
    measured_picture,
    nearest_stop,
    sweep_item,
    switch,
)
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_ridge.default_scene import DEFAULT
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeFits, RidgeSpectrum
from pages.kernel_ridge.samples import (
    LABELS,
    TRUTH,
    Sample,
    repetition_remark,
    sample_of,
    sample_remarks,
)

LAMS = [float(f"{v:.3g}") for v in np.geomspace(1e-5, 1e3, 25)]
TAUS = [0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8, 1.1, 1.6, 2.3, 3.2]
WEIGHT = Number("weight", 0.001, "Penalty", "The weight of ‖w‖².", "λ", low=LAMS[0], high=LAMS[-1])
WIDTH = Choice(
    "width",
    "0.4",
    "Bandwidth",
    "The kernel’s bandwidth.",
    "τ",
    choices=tuple(f"{tau:g}" for tau in TAUS),
)
SAMPLE = Choice("sample", "line", "Data", "The data that are fitted.", choices=tuple(LABELS))
VIEW = {
    WEIGHT.name: Word.of(WEIGHT),
    WIDTH.name: Word(WIDTH.default, stops=TAUS),
    SAMPLE.name: Word.of(SAMPLE),
}
_TICKS = [1e-5, 1e-3, 0.1, 10, 1000]
_NODES = 61
_DECADES = (-3, 1)
_MIN_POINTS = 3  # with a single point the leave-one-out error is the same for every λ
_GOOD_FIT_FACTOR = 1.05  # largest error of a good fit, relative to the smallest error

CHALLENGES = (
    Challenge(
        question="Each example is left out once, and predicted from all others. For which λ is the "
                 "error of these predictions smallest?",
        options=(
            Option("the smallest", (("best", "<=", LAMS[0]),)),
            Option("one in between", (("best", ">=", LAMS[1]), ("best", "<=", LAMS[-2]))),
            Option("the largest", (("best", ">=", LAMS[-1]),)),
        ),
        answer="one in between",
        goal="Drag λ until the leave-one-out error is within 5\u00a0% of its minimum on this "
             "slider.",
        conditions=(("loo", "<=", ["least:loo", _GOOD_FIT_FACTOR]),),
        by=("weight",), holds={"m": _MIN_POINTS, "distinct_errors": 2},
        hides=("errors", "map"),
        why=(
            Statement(
                "The smallest leave-one-out error is {least:loo:number}, at λ = {best:setting}. "
                "The training error is always smallest at the smallest λ."
            ),
            Statement(
                "To three significant digits, {equal:whole} values of λ on this slider give this "
                "error.",
                (("equal", ">=", 2),),
            ),
            Statement(
                "At λ = {weight:setting} the test error is {test:number}; its minimum on this "
                "slider is {least:test:number}. Leave-one-out uses no new data, so the two errors "
                "can be smallest at different λ."
            ),
        ),
        certificate="",
    ),
)  # fmt: skip


@lru_cache(maxsize=64)
def fits_of(scene: Scene, name: str, tau: float) -> tuple[RidgeFits, np.ndarray]:
    """Fit the sample `name` at every λ, with the RBF kernel of bandwidth `tau`. Return the fits and
    their test errors (S,)."""
    data, kernel = sample_of(scene, name), kc.RBF(tau)
    fits = RidgeSpectrum(kernel(data.X, data.X), data.y).fits(LAMS)
    return fits, data.test_error(fits.alpha @ kernel(data.X, data.new_X))


@lru_cache(maxsize=64)
def sweep(scene: Scene, name: str, tau: float) -> dict[str, Any]:
    """Compute the sweep over λ for the sample `name` and the bandwidth `tau`."""
    data, (fits, test) = sample_of(scene, name), fits_of(scene, name, tau)
    x = np.linspace(*data.window[:2], _NODES)
    best = LAMS[int(np.nanargmin(fits.leave_one_out))]
    rounded_errors = [f"{error:.3g}" for error in fits.leave_one_out]
    equal = rounded_errors.count(rounded_errors[LAMS.index(best)])
    fixed_tensors = {
        "stops": np.array(LAMS), "lams": np.array(LAMS), "at": x, "px": data.X[:, 0], "py": data.y,
        "y": np.array(data.window[2:]),
        "loos": fits.leave_one_out, "trains": fits.train, "tests": test, "best": np.array([best]),
        "equal": np.array([float(equal)]), "m": np.array([float(len(data.y))]),
        "distinct_errors": np.array([float(len(set(rounded_errors)))]),
        **{key: np.array([count]) for key, count in counts_of(data.X, data.y).items()},
    }  # fmt: skip
    if data.is_known:
        fixed_tensors |= {"line": data.new_X[:, 0], "truth": data.new_y}
    stop_tensors = {
        "fit": fits.alpha @ kc.RBF(tau)(data.X, x[:, None]), "loo": fits.leave_one_out,
        "train": fits.train, "test": test, "freedom": fits.degrees_of_freedom,
    }  # fmt: skip
    return sweep_item(
        "weight",
        flagged_tensors(fixed_tensors, stop_tensors),
        half_precision=["fit", "truth"] if data.is_known else ["fit"],
    )


def drawn_fit(scene: Scene, tensors: Tensors) -> Tensors:
    """Return the additional tensors with which a report plots a fit: x, points and labels."""
    points = np.column_stack([tensors["px"], tensors["py"]])
    return {"x": tensors["at"], "points": points, "labels": np.zeros(len(points))}


MEASURED = measured_picture(
    DEFAULT,
    (WEIGHT, LAMS),
    lambda scene, width, sample: sweep(points_of(scene), sample, float(width)),
    WIDTH,
    SAMPLE,
    number="loo",
    picture_tensors=drawn_fit,
)


def table(scene: Scene, name: str) -> list[list[float]]:
    """Return the leave-one-out errors of the sample `name`: a row for each τ, a column for each
    λ."""
    rows = (fits_of(scene, name, tau)[0].leave_one_out for tau in TAUS)
    return [[float(f"{value:.4g}") for value in row] for row in rows]


def _curve(data: Sample, name: str) -> items.Item:
    note, ynote = ("sepal length, cm", "petal length − mean, cm") if name == "iris" else ("x", "")
    fit: items.Series = {"tensor": "fit", "tone": "zero", "width": 3, "curved": True}
    curve = items.Curve(
        "The fitted curve and the examples.", "at",
        [*([TRUTH] if data.is_known else []), fit],
        note=note, ynote=ynote, tall=True, range=list(data.window), points=["px", "py"],
    )  # fmt: skip
    return items.only_where(curve, sample=(name,))


def picture(scene: Scene, view: Mapping[str, str]) -> Picture:
    """Build the picture of the fit, its errors against λ, and the map of leave-one-out errors."""
    points = points_of(scene)
    name = view["sample"] if view["sample"] in LABELS else VIEW["sample"]
    errors = items.LogCurve(
        "Leave-one-out, training and test error against λ.", "weight", "lams", "λ",
        [{"tensor": "tests", "label": "test", "tone": "negative", "at": 0.9},
         {"tensor": "loos", "label": "leave one out", "tone": "accent", "at": 0.1},
         {"tensor": "trains", "label": "training", "tone": "positive", "at": 0.3, "below": True}],
        _DECADES, _TICKS, xlog=True,
    )  # fmt: skip
    maps = items.ErrorMap(
        "The leave-one-out error over λ and τ.", "weight", "width", LAMS, TAUS, "sample",
        {key: table(points, key) for key in LABELS},
    )  # fmt: skip
    return own_sweeps(
        "how-much-lambda",
        {(f"{tau:g}", key): sweep(points, key, tau) for key in LABELS for tau in TAUS},
        by=("width", "sample"),
        at={
            "weight": nearest_stop(LAMS, view["weight"]),
            "width": nearest_stop(TAUS, view["width"]),
            "sample": name,
        },
        main=[
            *(_curve(sample_of(points, key), key) for key in LABELS),
            switch("sample", "Data", LABELS),
            name_item("errors", errors),
        ],
        side=[
            items.stops_slider("weight", "λ", "regularisation", LAMS, _TICKS),
            items.stops_slider("width", "τ", "bandwidth", TAUS, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2]),
            name_item("map", maps),
            items.readouts(
                items.row("loo", "Leave-one-out error", "number", "on the examples"),
                items.row("test", "Test error", "number", "on new examples"),
                items.row("train", "Training error", "number"),
                items.row("freedom", "Degrees of freedom", "number", "tr H"),
            ),
            *(
                items.only_where(note, sample=("line",))
                for note in (*sample_remarks("f"), repetition_remark("f"))
            ),
        ],
    )
