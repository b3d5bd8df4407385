"""Bias and variance (G5): the same fit on fifty samples, along the degree and along λ."""

from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.bias_variance import (
    SETS,
    BiasVariance,
    bias_variance_along_lam,
    bias_variance_by_degree,
)
from lab import inline, live
from lab.challenges import Challenge, Option, challenges
from lab.inline import nearest, sweep_item
from lab.regularisation import degree
from lab.regularisation.sample import nodes, sample
from lab.scene import Scene

VIEW = {"many": "6", "strength": "0.01"}
POWER = 12  # the degree along λ
LAMS = [float(f"{v:.3g}") for v in np.geomspace(1e-8, 1e4, 25)]
TICKS = [1e-8, 1e-5, 1e-2, 10, 1e4]
_NODES = 49
_DECADES = (-4, 3)

CHALLENGES = (
    Challenge(
        question="Fifty learners, fifty samples. When do they agree with each other, and are all "
        "wrong?",
        options=(
            Option("low degree", (("many", "<=", 3),)),
            Option("high degree", (("many", ">=", 10),)),
        ),
        goal="Find a degree whose bias² is more than a hundred times its variance or one whose "
        "variance is more than a hundred times its bias².",
        conditions=(("ratio", ">=", 100),),
        why="A low degree can say little, so the samples hardly matter: little variance, much "
        "bias. A high degree listens to every point, noise included: little bias, much variance.",
    ),
)


@lru_cache(maxsize=32)
def by_degree(scene: Scene) -> dict[str, Any]:
    """Fifty fits at every degree, and what their spread comes to."""
    line = sample(scene).line
    return _item("many", bias_variance_by_degree(line, scene.m, seed=scene.seed, x=nodes(_NODES)))


@lru_cache(maxsize=32)
def along_lam(scene: Scene) -> dict[str, Any]:
    """The same along λ, at degree 12."""
    line = sample(scene).line
    return _item(
        "strength",
        bias_variance_along_lam(line, scene.m, POWER, LAMS, seed=scene.seed, x=nodes(_NODES)),
    )


def _item(along: str, table: BiasVariance) -> dict[str, Any]:
    stops = np.asarray(table.stops, dtype=float)
    still = {
        "stops": stops, "orders": stops, "at": table.x, "truth": table.truth,
        "all_bias2": table.bias2, "all_variance": table.variance, "all_total": table.total,
        "all_noise": np.full(len(stops), table.noise),
    }  # fmt: skip
    noise = np.full(len(stops), table.noise)
    larger, smaller = (f(table.bias2, table.variance) for f in (np.maximum, np.minimum))
    moving = {
        "fits": table.fits, "mean": table.mean, "bias2": table.bias2, "variance": table.variance,
        "noise": noise, "total": table.total, "ratio": larger / smaller,
    }  # fmt: skip
    tensors = {name: (tensor, True) for name, tensor in still.items()}
    tensors |= {name: (tensor, False) for name, tensor in moving.items()}
    return sweep_item(along, tensors, short=["fits"])


def _curves(along: str, ticks: list[float], note: str, **more: Any) -> dict[str, Any]:
    series = [
        {"tensor": "all_total", "label": "total", "tone": "zero", "at": 0.75},
        {"tensor": "all_variance", "label": "variance", "tone": "negative", "at": 0.4,
         "below": True},
        {"tensor": "all_bias2", "label": "bias²", "tone": "positive", "at": 0.1, "below": True},
        {"tensor": "all_noise", "label": "noise", "tone": "muted", "at": 0.85, "dash": [2, 3],
         "below": True},
    ]  # fmt: skip
    return {
        "kind": "logcurve", "along": along, "x": "orders", "series": series, "ticks": ticks,
        "decades": list(_DECADES), "note": note, "label": "Bias², variance, noise and their sum.",
    } | more  # fmt: skip


def _element(
    name: str, scene: Scene, sweep: dict[str, Any], slider: dict[str, Any], value: float,
    curves: dict[str, Any], *more: dict[str, Any],
) -> None:  # fmt: skip
    x0, x1, y0, y1 = sample(scene).window
    along = slider["along"]
    series = [
        {"tensor": "fits", "tone": "positive", "width": 1, "ink": 0.3, "rows": SETS},
        {"tensor": "truth", "tone": "bayes", "dash": [5, 4], "width": 2},
        {"tensor": "mean", "tone": "zero", "width": 3.2},
    ]
    picture = live.function_curve(
        "Fits on fifty samples, thin, their mean, thick, and the truth, dashed.", "at", series,
        note="x", tall=True, range=[x0, x1, y0, y1])  # fmt: skip
    numbers = live.readouts(
        live.row("bias2", "Bias²", "number", "mean fit to truth"),
        live.row("variance", "Variance", "number", "fits about their mean"),
        live.row("noise", "Noise", "number", "σ², stays"),
        live.row("total", "Their sum", "number", "= expected error"),
    )
    inline.element(name, sweep, at={along: value},
                   main=[picture], side=[slider, curves, numbers, *more])  # fmt: skip


def degree_element(scene: Scene, many: str) -> None:
    """Fifty fits along the degree."""
    slider = degree.slider("many", "degree of all fifty fits")
    _element("spread", scene, by_degree(scene), slider, nearest(degree.STOPS, many),
             _curves("many", degree.TICKS, "M"), challenges(CHALLENGES))  # fmt: skip


def lam_element(scene: Scene, strength: str) -> None:
    """Fifty fits along λ."""
    slider = {
        "kind": "slider", "along": "strength", "symbol": "λ", "label": "ridge, on all fifty fits",
        "low": LAMS[0], "high": LAMS[-1], "stops": LAMS, "ticks": TICKS,
    }  # fmt: skip
    _element("damped", scene, along_lam(scene), slider, nearest(LAMS, strength),
             _curves("strength", [], "λ", xlog=True))  # fmt: skip
