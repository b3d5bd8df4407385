"""One problem over θ and over α, each solved by its own method; both give the same function.

There are eight points on a line, and polynomials of increasing degree, so that θ first has fewer
entries than α, then as many, then more.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.datasets import sine
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.embedded_sweep import nearest_stop, sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem.mathematics.primal_fit import fit_primal

POINTS = 8
DEGREES = tuple(range(1, 13))
LOSSES = ("squared", "logistic")
LAM = 0.01
_MAX_F = 3.2  # end of the vertical axis; steep logistic fits are cut off there
HALF_WIDTH = 3.0  # divisor that maps the points into [-1, 1], where powers are small
_NODES = 121
_MARGIN = 0.06  # width beyond the outermost points, small since polynomials diverge there
_TOL = 1e-14  # tolerance below rounding error, so that the solver returns its best solution

CHALLENGES = (
    Challenge(
        question="Raise the degree until θ has more entries than there are points. Which minimum "
        "of the risk is smaller then?",
        options=(
            Option("the one over θ", (("risk_theta", "<=", ["risk_alpha", 1 - 1e-6]),)),
            Option("the one over α", (("risk_alpha", "<=", ["risk_theta", 1 - 1e-6]),)),
            Option("neither", (("risk_theta", ">=", ["risk_alpha", 1 - 1e-9]),
                               ("risk_theta", "<=", ["risk_alpha", 1 + 1e-9]))),
        ),
        answer="neither",
        goal="Choose a degree of 8 or more.",
        conditions=(("features", ">=", ["points", 1, 1]),),
        by=("power", "road_loss"),
        why="Both minima are {risk_alpha:digits}: over {features:whole} entries of θ, and over "
            "{points:whole} entries of α. Eight points span at most eight directions. A part of θ "
            "orthogonal to their span would only add to the penalty, so eight numbers α reach the "
            "same minimum as any number of features.",
    ),
)  # fmt: skip


def problem(loss: str) -> tuple[np.ndarray, np.ndarray]:
    """Return X (8, 1) in [-1, 1], ascending, and y (8,): targets, or their signs for the logistic
    loss.
    """
    X, y = sine().sample(POINTS, seed=1)
    order = np.argsort(X[:, 0])
    X, y = X[order] / HALF_WIDTH, y[order]
    return X, np.where(y >= 0, 1.0, -1.0) if kc.LOSSES[loss].margin_based else y


@lru_cache(maxsize=2)
def sweep(loss: str) -> dict[str, Any]:
    """Compute the fits over θ and over α at every degree: coefficients, functions, risks, duality
    gaps, and the largest difference of the two functions.
    """
    (X, y), L = problem(loss), kc.LOSSES[loss]
    x = np.linspace(X[0, 0] - _MARGIN, X[-1, 0] + _MARGIN, _NODES)
    columns: dict[str, list[Any]] = {}
    for degree in DEGREES:
        kernel = kc.Polynomial(degree, 1.0)
        Phi, features = kernel.features(X), kernel.features(x[:, None])
        over_theta = _best(partial(fit_primal, Phi, y, L, LAM, tol=_TOL))
        over_alpha = _best(partial(kc.fit, X, y, kernel, L, LAM, tol=_TOL))
        f_theta, f_alpha = over_theta.decision(features), over_alpha.decision(x[:, None])
        for name, value in {
            "theta": np.pad(over_theta.theta, (0, DEGREES[-1] + 1 - Phi.shape[1])),
            "features": Phi.shape[1], "points": len(y), "alpha": over_alpha.alpha,
            "f_theta": f_theta, "f_alpha": f_alpha, "apart": np.abs(f_theta - f_alpha).max(),
            "risk_theta": over_theta.primal, "risk_alpha": over_alpha.primal,
            "gap_theta": over_theta.gap, "gap_alpha": over_alpha.gap,
        }.items():  # fmt: skip
            columns.setdefault(name, []).append(value)
    constants = {"stops": np.array(DEGREES), "x": x, "points_x": X[:, 0], "points_y": y}
    tensors = {name: (tensor, True) for name, tensor in constants.items()}
    tensors |= {name: (np.array(values, float), False) for name, values in columns.items()}
    return sweep_item("degree", tensors, exact=("risk_theta", "risk_alpha"))


def _best(solve: Callable[[], Any]) -> Any:
    """Return the solution, or the best solution so far if rounding stops the solver."""
    try:
        return solve()
    except kc.NotConverged as error:
        return error.solution


def picture(degree: str, loss: str) -> Picture:
    """Build the picture of θ and α as bars and of both functions, for each degree and loss."""
    slider = items.stops_slider(
        "power", "degree", "of the polynomial kernel", DEGREES, DEGREES, count=True
    )
    X, _ = problem(LOSSES[0])
    return own_sweeps(
        "roads",
        {name: sweep(name) for name in LOSSES},
        by="road_loss",
        at={
            "power": nearest_stop(DEGREES, degree or "3"),
            "road_loss": loss if loss in LOSSES else LOSSES[0],
        },
        main=[
            items.Curve(
                "The function from θ as a wide line, and the function from α dashed on top of it.",
                "x",
                [
                    {"tensor": "f_theta", "tone": "accent", "width": 9, "ink": 0.45},
                    {"tensor": "f_alpha", "tone": "logistic", "dash": [7, 5], "width": 2.2},
                ],
                note="x",
                tall=True,
                points=["points_x", "points_y"],
                range=[X[0, 0] - _MARGIN, X[-1, 0] + _MARGIN, -_MAX_F, _MAX_F],
            ),
            items.legend(wide="f from θ", dashed="f from α"),
            items.Vector(
                tensor="theta",
                count_of="features",
                tone="accent",
                title="θ: # numbers, one for each feature",
                label="The entries of θ.",
            ),
            items.Vector(
                tensor="alpha",
                tone="logistic",
                title="α: # numbers, one for each point",
                label="The entries of α.",
            ),
        ],
        side=[
            slider,
            embedded_sweep.switch("road_loss", "Loss", {n: items.LOSS_NAMES[n] for n in LOSSES}),
            items.readouts(
                items.row("features", "Features, p", "whole", "entries of θ"),
                items.row("points", "Points, m", "whole", "entries of α"),
                items.row("risk_theta", "J(θ)", "digits"),
                items.row("risk_alpha", "J(α)", "digits", "from K alone"),
                items.row("apart", "Largest difference between the two functions", "power"),
                items.row("gap_theta", "Duality gap over θ", "power", "relative"),
                items.row("gap_alpha", "Duality gap over α", "power", "relative"),
            ),
            challenges(CHALLENGES),
        ],
    )
