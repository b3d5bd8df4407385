"""The picture of Nyström and random Fourier features for large m, with their errors and costs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.datasets import REGRESSION_SOURCES
from kernel_core.learners import ridge_primal
from lab.course.page_declaration import Word
from lab.ui import items
from lab.ui.challenges import Challenge, Option, Statement, name_item
from lab.ui.embedded_sweep import flagged_tensors, nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweep
from pages.kernel_ridge.mathematics.low_rank import (
    feature_multiplications,
    fourier_features,
    nystroem_features,
    system_multiplications,
)

POINTS, TAU, LAM = 1000, 0.5, 1.0
RANKS = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]
# Largest root mean square difference from the exact curve that counts as small.
SMALL_ERROR = 0.01
VIEW = {"rank": Word("8", stops=RANKS)}
_TICKS = [2, 4, 8, 16, 32, 64, 128]
_NODES = 61
_DRAWN_STRIDE = 10  # every tenth example is plotted
_DECADES = (-10, 0)

CHALLENGES = (
    Challenge(
        question="With p features instead of the kernel, 1,000 equations become p. For large p, "
        "which features give the smaller difference from the exact curve?",
        stored_id="c7493f4d5",
        options=(
            Option(
                "features from p of the examples", (("far_nystroem", "<=", ["far_fourier", 1]),)
            ),
            Option("p random waves", (("far_fourier", "<=", ["far_nystroem", 1]),)),
        ),
        answer="features from p of the examples",
        goal="Find a p for which one of the two approximate curves differs from the exact curve by "
        "at most 0.01 (root mean square).",
        conditions=(("nearest", "<=", SMALL_ERROR),),
        by=("rank",),
        hides=("errors",),
        certificate="",
        why=(
            Statement(
                "With p = {rank:whole}, the difference from the exact curve is "
                "{far_nystroem:power} for Nyström and {far_fourier:power} for the random waves. "
                "The eigenvalues of this K decrease fast, so a few columns determine K almost "
                "completely. Random waves do not depend on the data, and their inner products "
                "approximate K with an error of order 1/√p."
            ),
            Statement(
                "The exact system takes {exact_work:whole} multiplications, the system with p "
                "features {work:whole}."
            ),
        ),
    ),
)


def sample() -> tuple[np.ndarray, np.ndarray]:
    """Return the examples X (m, 1) and their targets (m,)."""
    return REGRESSION_SOURCES["wave"](1.0).sample(POINTS, 0)


@lru_cache(maxsize=1)
def sweep() -> dict[str, Any]:
    """Compute the exact fit and, for each p, the fits with Nyström and with Fourier features, their
    differences from the exact fit, and their cost."""
    line, (X, y) = REGRESSION_SOURCES["wave"](1.0), sample()
    kernel = kc.RBF(TAU)
    x = np.linspace(line.low, line.high, _NODES)
    exact = kc.fit(X, y, kernel, kc.Squared(), LAM, risk="sum").decision(x[:, None])
    order = np.random.default_rng(0).permutation(POINTS)
    rows: dict[str, list[Any]] = {"nystroem": [], "fourier": []}
    for p in RANKS:
        nystroem, fourier = nystroem_features(kernel, X[order[:p]]), fourier_features(TAU, p, 1, 0)
        for name, Phi, at_x in (
            ("nystroem", nystroem(X), nystroem(x[:, None])),
            ("fourier", fourier(X), fourier(x[:, None])),
        ):
            rows[name].append(at_x @ ridge_primal(Phi, y, LAM, risk="sum").theta)
    far = {name: [_distance(fit, exact) for fit in fits] for name, fits in rows.items()}
    work = np.array([float(feature_multiplications(POINTS, p)) for p in RANKS])
    exact_work = float(system_multiplications(POINTS))
    fixed_tensors = {
        "stops": RANKS, "ranks": RANKS, "at": x, "exact": exact, "exact_work": [exact_work],
        "px": X[::_DRAWN_STRIDE, 0], "py": y[::_DRAWN_STRIDE],
        "far_n": far["nystroem"], "far_f": far["fourier"],
    }  # fmt: skip
    stop_tensors = {
        **rows, "far_nystroem": far["nystroem"], "far_fourier": far["fourier"],
        "nearest": np.minimum(far["nystroem"], far["fourier"]),
        "work": work, "times_less": exact_work / work, "rank": np.array(RANKS, dtype=float),
    }  # fmt: skip
    return sweep_item(
        "rank",
        flagged_tensors(fixed_tensors, stop_tensors),
        exact=("work", "exact_work", "times_less"),
        half_precision=("nystroem", "fourier", "exact"),
    )


def _distance(fit: np.ndarray, exact: np.ndarray) -> float:
    return float(np.sqrt(np.square(fit - exact).mean()))


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of the exact and two approximate curves, with their errors and costs."""
    curve = items.Curve(
        "The exact curve, wide; the Nyström curve, dashed; the curve of random waves; and 100 "
        "of the examples.",
        "at",
        [{"tensor": "exact", "tone": "accent", "width": 8, "ink": 0.45, "curved": True},
         {"tensor": "fourier", "tone": "positive", "width": 1.6, "ink": 0.7, "curved": True},
         {"tensor": "nystroem", "tone": "logistic", "width": 2.2, "dash": [5, 4], "curved": True}],
        note="x", tall=True, range=list(REGRESSION_SOURCES["wave"](1.0).window),
        points=["px", "py"],
    )  # fmt: skip
    errors = items.LogCurve(
        "The difference from the exact curve against p.", "rank", "ranks", "p",
        [{"tensor": "far_f", "label": "random waves", "tone": "positive", "at": 0.75},
         {"tensor": "far_n", "label": "Nyström", "tone": "logistic", "at": 0.35, "below": True}],
        _DECADES, _TICKS, xlog=True,
    )  # fmt: skip
    return own_sweep(
        "large-n", "rank", nearest_stop(RANKS, view["rank"]), sweep(),
        main=[curve, items.legend(wide="exact", dashed="Nyström", single="random waves")],
        side=[
            items.stops_slider("rank", "p", "features", RANKS, _TICKS, count=True),
            items.readouts(
                items.row("far_nystroem", "Nyström: difference", "power", "root mean square"),
                items.row("far_fourier", "Random waves: difference", "power"),
                items.row("exact_work", "Multiplications, exact", "whole", "1,000 equations"),
                items.row("work", "Multiplications, p features", "whole"),
                items.row("times_less", "Multiplications, exact ÷ p features", "number"),
            ),
            name_item("errors", errors),
        ],
    )  # fmt: skip
