"""Ridge: polynomial fits of a fixed degree with the penalty λ‖w‖², and their coefficients."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.scene.fields import Choice, Number
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement
from lab.ui.embedded_sweep import measured_picture, nearest_stop, sweep_item, switch
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.polynomial_regression import fit_along_lam
from pages.regularisation.polynomial_fits.polynomial_degree import errors
from pages.regularisation.polynomial_fits.sample import (
    data_tensors,
    drawn_fit,
    fit_curve,
    nodes,
    sample,
)

DEGREES = {"3": "M = 3", "9": "M = 9", "15": "M = 15"}
PENALTY = Number("penalty", 0.01, "Penalty", "The weight of ‖w‖².", "λ", low=1e-8, high=1e4)
POWER = Choice("power", "15", "Degree", "Degree of the polynomial.", choices=tuple(DEGREES))
VIEW = {field.name: Word.of(field) for field in (PENALTY, POWER)}
STOPS = [float(f"{v:.3g}") for v in np.geomspace(1e-8, 1e4, 37)]
TICKS = [1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4]
REACH = 6.0  # largest |coefficient| on the axis of the bars

_GOOD_FIT_FACTOR = 1.05  # largest test error of a good fit, relative to the smallest
_ERROR_TOL = 1e-6  # test errors with a smaller relative difference count as equal

CHALLENGES = (
    Challenge(
        question="With M = {M:whole} there are {coefficients:whole} coefficients for {m:whole} "
        "points. At which λ is the test error smallest?",
        options=(
            Option("at the smallest λ", (("best", "<=", STOPS[0]),)),
            Option("in between", (("best", ">=", STOPS[1]), ("best", "<=", STOPS[-2]))),
            Option("at the largest λ", (("best", ">=", STOPS[-1]),)),
        ),
        answer="in between",
        goal="Drag λ until the test error is within 5\u00a0% of the smallest for this degree.",
        conditions=(("test", "<=", ["least:test", _GOOD_FIT_FACTOR]),),
        why=(
            Statement(
                "The smallest test error is {least:test:number}; at the smallest λ it is "
                "{first:number}, at the largest {last:number}."
            ),
            Statement(
                "A curve that swings needs large coefficients of opposite signs. At λ = "
                "{best:number}, where the test error is smallest, ‖w‖² is smaller than at the "
                "smallest λ, and the curve swings less.",
                (("first", ">=", ["least:test", _GOOD_FIT_FACTOR]),),
            ),
            Statement(
                "Even at the smallest λ the test error is hardly larger, so here a larger penalty "
                "is of little use.",
                (("first", "<=", ["least:test", _GOOD_FIT_FACTOR, -1e-9]),),
            ),
            Statement(
                "With a large λ, f is close to 0 and no longer has the shape of the truth.",
                (("last", ">=", ["least:test", _GOOD_FIT_FACTOR]),),
            ),
            Statement(
                "Even with f close to 0 the test error is hardly larger: these points contain "
                "little information about the truth.",
                (("last", "<=", ["least:test", _GOOD_FIT_FACTOR, -1e-9]),),
            ),
        ),
        hides=("errors",),
        by=("penalty",),
    ),
)


@lru_cache(maxsize=32)
def sweep(scene: Scene, M: int) -> dict[str, Any]:
    """Compute the fit of degree M and its coefficients at every λ."""
    data, x = sample(scene), nodes()
    fits = fit_along_lam(data.X, data.targets, data.line, M, STOPS)
    best = STOPS[int(np.argmax(fits.test <= (1 + _ERROR_TOL) * fits.test.min()))]
    stop_tensors = {
        "fit": fits.curves(x), "w": fits.w, "train": fits.train, "test": fits.test,
        "norm2": np.square(fits.w).sum(axis=1),
        "freedom": fits.degrees_of_freedom, "beyond": (np.abs(fits.w) > REACH).sum(axis=1),
    }  # fmt: skip
    fixed_tensors = {
        "stops": np.array(STOPS), "penalties": np.array(STOPS), "trains": fits.train,
        "tests": fits.test, "M": np.array([M]), "m": np.array([len(data.X)]),
        "coefficients": np.array([M + 1]), "best": np.array([best]),
        "first": fits.test[:1], "last": fits.test[-1:],
    }  # fmt: skip
    tensors = data_tensors(data, x) | {
        name: (tensor, True) for name, tensor in fixed_tensors.items()
    }
    return sweep_item("penalty", tensors | {name: (t, False) for name, t in stop_tensors.items()})


MEASURED = measured_picture(
    DEFAULT, (PENALTY, STOPS), lambda scene, power: sweep(scene, int(power)), POWER,
    number="test", picture_tensors=drawn_fit,
)  # fmt: skip


def read_address(view: Mapping[str, str]) -> tuple[int, float]:
    """Return the degree in an address, by default 15, and the slider's stop nearest to its λ."""
    M = view["power"] if view["power"] in DEGREES else VIEW["power"]
    return int(M), nearest_stop(STOPS, view["penalty"])


def slider(along: str, label: str) -> items.Item:
    return items.stops_slider(along, "λ", label, STOPS, TICKS)


def picture(scene: Scene, view: Mapping[str, str]) -> Picture:
    """Build the picture of a ridge fit, with a slider of λ; `view` has the words in `VIEW`."""
    M, lam = read_address(view)
    coefficients = items.Vector(
        tensor="w", tone="accent", first=0, reach=REACH,
        title="Coefficients w₀, w₁, …", label="The coefficients of the fit.",
    )  # fmt: skip
    return own_sweeps(
        "ridge",
        {degree: sweep(scene, int(degree)) for degree in DEGREES},
        by="power",
        at={"penalty": lam, "power": str(M)},
        main=[
            fit_curve("The points, the truth, and the ridge fit.", sample(scene)),
            switch("power", "The degree of the polynomial", DEGREES),
            coefficients,
        ],
        side=[
            slider("penalty", "weight of ‖w‖²"),
            errors("penalty", x="penalties", ticks=TICKS[::2], note="λ", xlog=True),
            items.readouts(
                items.row("norm2", "‖w‖²", "number"),
                items.row(
                    "beyond", f"Coefficients beyond ±{REACH:g}", "whole", "cut off in the chart"
                ),
                items.row("train", "Training error", "number"),
                items.row("test", "Test error", "number"),
            ),
        ],
    )
