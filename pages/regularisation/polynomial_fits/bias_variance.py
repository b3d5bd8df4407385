"""Bias and variance: the same fit on fifty samples, for each degree and for each λ."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor, log10
from typing import Any

import numpy as np

from lab.course.measured_picture import Tensors
from lab.course.page_declaration import Word
from lab.scene.fields import Integer, Number
from lab.scene.powers import power_of_ten
from lab.scene.scene import Scene
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item, remark
from lab.ui.embedded_sweep import measured_picture, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.bias_variance import (
    N_DATA_SETS,
    BiasVariance,
    bias_variance_along_lam,
    bias_variance_by_degree,
)
from pages.regularisation.mathematics.polynomial_regression import MAX_DEGREE
from pages.regularisation.polynomial_fits import polynomial_degree
from pages.regularisation.polynomial_fits.sample import TRUTH, drawn_fit, nodes, sample, truth

MANY = Integer("many", 6, "Degree", "Degree of all fifty fits.", "M", low=0, high=MAX_DEGREE)
STRENGTH = Number("strength", 0.01, "Penalty", "The weight of ‖w‖².", "λ", low=1e-8, high=1e4)
VIEW = {field.name: Word.of(field) for field in (MANY, STRENGTH)}
DEGREE_ALONG_LAM = 12
LAMS = [float(f"{v:.3g}") for v in np.geomspace(1e-8, 1e4, 25)]
TICKS = [1e-8, 1e-5, 1e-2, 10, 1e4]
_NODES = 65
# Share of the noise variance below which a part of the error hardly changes the sum.
VISIBLE_SHARE = 0.01
MAX_RATIO = 100.0  # largest upper end of the error axis, relative to the error of the flattest fit
# Positions of the labels along the curves, as shares of the axis, in the two charts.
_AT_DEGREE = {"total": 0.75, "variance": 0.07, "bias2": 0.5, "sample": 0.63, "below": True}
_AT_LAM = {"total": 0.75, "variance": 0.88, "bias2": 0.08, "sample": 0.13, "below": False}

CHALLENGES = (
    Challenge(
        question="Fifty samples, fifty fits. For which degree do the fits agree with each other "
        "but all lie far from the truth?",
        options=(
            Option("low degree", (("many", "<=", 3),)),
            Option("high degree", (("many", ">=", 10),)),
        ),
        answer="low degree",
        goal="Find the degree at which bias² has the largest share of bias² + variance.",
        conditions=(("share", ">=", ["most:share", 1, -0.01]),),
        why=(
            Statement(
                "At M = {many:whole}, bias² is {bias2:power} and the variance {variance:power}."
            ),
            Statement(
                "The fits are nearer to each other than to the truth.",
                (("bias2", ">=", ["variance", 1]),),
            ),
            Statement(
                "A fit of low degree depends less on its sample. A high degree follows more of the "
                "noise. The largest variance at any M is {most:variance:power}."
            ),
        ),
        hides=("errors",),
        by=("many",),
        deciding_stop="most:share",
    ),
)


@lru_cache(maxsize=32)
def table_by_degree(scene: Scene) -> BiasVariance:
    """Compute fifty fits at every degree, with their bias and variance."""
    return bias_variance_by_degree(sample(scene).line, scene.m, seed=scene.seed, x=nodes(_NODES))


@lru_cache(maxsize=32)
def table_along_lam(scene: Scene) -> BiasVariance:
    """Compute fifty fits of degree 12 at every λ, with their bias and variance."""
    return bias_variance_along_lam(
        sample(scene).line, scene.m, DEGREE_ALONG_LAM, LAMS, seed=scene.seed, x=nodes(_NODES)
    )


@lru_cache(maxsize=32)
def by_degree(scene: Scene) -> dict[str, Any]:
    """Return the sweep of the fifty fits over the degree."""
    return _item("many", table_by_degree(scene), scene)


@lru_cache(maxsize=32)
def along_lam(scene: Scene) -> dict[str, Any]:
    """Return the sweep of the fifty fits over λ."""
    return _item("strength", table_along_lam(scene), scene)


def _item(along: str, table: BiasVariance, scene: Scene) -> dict[str, Any]:
    stops = np.asarray(table.stops, dtype=float)
    fixed_tensors = {
        "stops": stops, "orders": stops, "at": table.x,
        "all_bias2": table.bias2, "all_variance": table.variance, "all_total": table.total,
        "all_noise": np.full(len(stops), table.noise), "all_sample": table.sample_bias2,
    }  # fmt: skip
    noise = np.full(len(stops), table.noise)
    stop_tensors = {
        "fits": table.fits, "mean": table.mean, "expected": table.expected,
        "bias2": table.bias2, "variance": table.variance, "noise": noise, "total": table.total,
        "sample_bias2": table.sample_bias2, "leftover": table.leftover,
        "share": table.bias2 / (table.bias2 + table.variance),
    }  # fmt: skip
    tensors = truth(sample(scene)) | {
        name: (tensor, True) for name, tensor in fixed_tensors.items()
    }
    tensors |= {name: (tensor, False) for name, tensor in stop_tensors.items()}
    return sweep_item(along, tensors, half_precision=["fits"])


def _plot_tensors(scene: Scene, tensors: Tensors) -> Tensors:
    """Return the tensors of the plot in a report: the expected fit, without points."""
    no_points = {"points": np.empty((0, 2)), "labels": np.empty(0)}
    return drawn_fit(scene, tensors, "expected") | no_points


MEASURED = measured_picture(
    DEFAULT, (MANY, polynomial_degree.STOPS), by_degree,
    number="total", picture_tensors=_plot_tensors,
)  # fmt: skip
MEASURED_ALONG_LAM = measured_picture(
    DEFAULT, (STRENGTH, LAMS), along_lam, number="total", picture_tensors=_plot_tensors
)


def error_axis(table: BiasVariance) -> tuple[list[int], str]:
    """Return the exponents of the powers of ten at the ends of the error axis, and a text about the
    values that the axis cuts off, "" if there are none.

    Parts of the error below the axis are at most 1 % of the noise, and so of the sum. Errors above
    the axis are at least 100 times the smaller of the two errors at the ends of the slider. This is
    usually the error of the flattest fit, which has degree 0 or the largest λ. On a side where
    no part reaches the bound, the axis ends earlier.
    """
    parts = np.array([table.total, table.variance, table.bias2, table.sample_bias2])
    flattest = min(table.total[0], table.total[-1])
    low = floor(log10(max(VISIBLE_SHARE * table.noise, parts.min())))
    high = ceil(log10(min(MAX_RATIO * flattest, parts.max())))
    sentences = []
    if parts.min() < 10.0**low:
        sentences.append(
            f"The error axis begins at {power_of_ten(low)}: smaller parts of the error are below "
            "1\u00a0% of the noise."
        )
    if parts.max() > 10.0**high:
        sentences.append(
            f"The error axis ends at {power_of_ten(high)}: larger errors are more than 100 times "
            "the error of the flattest fit."
        )
    return [low, high], " ".join(sentences)


def _curves(
    table: BiasVariance, along: str, ticks: Sequence[float], note: str, at: dict[str, float],
    **options: Any,
) -> tuple[items.Item, list[items.Item]]:  # fmt: skip
    """Build the chart of the parts of the error over all stops; `at` places the labels.

    The second value has a remark if the axis of the chart cuts a part off.
    """
    ends, explanation = error_axis(table)
    series: list[items.Series] = [
        {"tensor": "all_total", "label": "total", "tone": "zero", "at": at["total"]},
        {"tensor": "all_variance", "label": "variance", "tone": "negative", "at": at["variance"],
         "below": True},
        {"tensor": "all_bias2", "label": "bias²", "tone": "positive", "at": at["bias2"],
         "below": True},
        {"tensor": "all_sample", "label": "estimate of bias²", "tone": "positive",
         "at": at["sample"], "below": bool(at["below"]), "dash": [5, 4]},
        {"tensor": "all_noise", "label": "noise", "tone": "muted", "at": 0.85, "dash": [2, 3],
         "below": True},
    ]  # fmt: skip
    chart = items.LogCurve(
        along=along, x="orders", series=series, ticks=ticks, decades=ends, note=note,
        label="Bias², variance, noise and their sum, and bias² estimated from the fifty fits.",
        **options,
    )  # fmt: skip
    remarks: list[items.Item] = [name_item("errors", remark(explanation))] if explanation else []
    return name_item("errors", chart), remarks


def _picture(
    name: str, scene: Scene, sweep: dict[str, Any], slider: items.Slider, value: float,
    curves: items.Item, remarks: list[items.Item],
) -> Picture:  # fmt: skip
    x0, x1, y0, y1 = sample(scene).window
    series: list[items.Series] = [
        {"tensor": "fits", "tone": "positive", "width": 1, "ink": 0.3, "rows": N_DATA_SETS},
        {"tensor": "mean", "tone": "accent", "width": 2.2},
        {"tensor": "expected", "tone": "zero", "width": 3.2},
    ]
    fits = items.Curve(
        "Thin: the fits on fifty samples. Thicker: their mean. Thickest: the expected fit. Dotted: "
        "the truth.",
        "at", [*(items.Series(**{**curve, "curved": True}) for curve in series), TRUTH],
        note="x", tall=True, range=[x0, x1, y0, y1])  # fmt: skip
    marks = items.legend(
        single="one of fifty fits",
        average="mean of the fifty fits",
        fit="expected fit",
        truth="truth",
    )
    numbers = items.readouts(
        items.row("bias2", "Bias²", "number", "from the expected fit to the truth"),
        items.row("variance", "Variance", "number", "of the fits about the expected fit"),
        items.row("share", "Share of bias²", "percent", "of bias² + variance"),
        items.row("noise", "Noise", "number", "σ², the same for every fit"),
        items.row("total", "Bias² + variance + noise", "number", "= expected error"),
        items.row("sample_bias2", "Bias², estimated", "number", "from the mean fit to the truth"),
        items.row(
            "leftover",
            "Mean excess of the estimate",
            "number",
            "from the noise left in the mean fit",
        ),
    )
    return own_sweeps(
        name,
        sweep,
        at={slider.along: value},
        main=[fits, marks],
        side=[slider, curves, numbers],
        below=remarks,
    )


def degree_picture(scene: Scene, many: str) -> Picture:
    """Build the picture of fifty fits, with a slider of their degree."""
    table = table_by_degree(scene)
    curves, remarks = _curves(table, "many", polynomial_degree.TICKS, "M", _AT_DEGREE)
    return _picture(
        "spread",
        scene,
        by_degree(scene),
        polynomial_degree.slider("many", "degree of all fifty fits"),
        nearest_stop(polynomial_degree.STOPS, many),
        curves,
        remarks,
    )


def lam_picture(scene: Scene, strength: str) -> Picture:
    """Build the picture of fifty fits, with a slider of λ."""
    slider = items.stops_slider("strength", "λ", "weight of ‖w‖² in all fits", LAMS, TICKS)
    table = table_along_lam(scene)
    curves, remarks = _curves(table, "strength", TICKS, "λ", _AT_LAM, xlog=True)
    value = nearest_stop(LAMS, strength)
    return _picture("damped", scene, along_lam(scene), slider, value, curves, remarks)
