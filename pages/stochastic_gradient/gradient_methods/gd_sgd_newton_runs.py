"""The runs of GD, SGD and Newton's method on one risk, by steps and by work."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core import Logistic
from lab.ui.embedded_sweep import flagged_tensors, sweep_item
from pages.stochastic_gradient.mathematics.gradient_methods import (
    OptimisationRun,
    StepRule,
    gradient_descent,
    gradient_rule,
    newton_descent,
    newton_rule,
    stochastic_descent,
    stochastic_rule,
)
from pages.stochastic_gradient.mathematics.objectives import LinearRisk

STEPS = 40
_TERMS, _SEED, _LAM, _C = 40, 1, 0.1, 1.0
MAX_GRADIENTS = STEPS * _TERMS  # the work of STEPS steps of GD
WINDOW = [-3.0, 3.0, -2.5, 3.5]  # the ranges of w₁ and w₂ in the picture
_GRID_NODES = 61
_MIN_EXCESS = 1e-13  # an excess over the minimum risk below this counts as 0
_NEAR_EXCESS = 0.01  # relative excess at which a method counts as near the minimum risk
STOPS = [float(t) for t in range(STEPS + 1)]
BUDGETS = sorted(
    {round(b) for b in np.geomspace(1, MAX_GRADIENTS, 44)} | {39, 40, 80, 120, 240, 400}
)
NAMES = {"gd": "GD", "sgd": "SGD", "newton": "Newton"}


@dataclass(frozen=True)
class DescentStart:
    """The start of all methods, and the step size of GD in units of 1/(largest curvature)."""

    button: str
    w: tuple[float, float]
    eta: float


STARTS = {
    "near": DescentStart("From nearby", (-0.6, 2.6), 1.0),
    "far": DescentStart("From far away", (-1.5, -1.5), 1.0),
    "long": DescentStart("GD with long steps", (-0.6, 2.6), 4.0),
}


@lru_cache(maxsize=1)
def linear_risk() -> LinearRisk:
    """Return the logistic risk of 40 examples; their coordinate x₁ varies more than x₂."""
    rng = np.random.default_rng(_SEED)
    y = np.where(np.arange(_TERMS) % 2 == 0, 1.0, -1.0)
    X = rng.standard_normal((_TERMS, 1)) * [1.6, 0.0] + np.outer(y, [0.8, 0.35])
    X[:, 1] += 0.5 * rng.standard_normal(_TERMS)
    return LinearRisk(X, y, Logistic(), _LAM)


@lru_cache(maxsize=len(STARTS))
def paths(start: str) -> dict[str, OptimisationRun]:
    """Run the three methods from a start, for as many steps as the pictures show."""
    begin, risk = STARTS[start], linear_risk()
    return {
        "gd": gradient_descent(risk, begin.w, begin.eta / risk.largest_curvature(), STEPS),
        "sgd": stochastic_descent(risk, begin.w, _C, MAX_GRADIENTS, seed=_SEED),
        "newton": newton_descent(risk, begin.w, STEPS),
    }


def rules(start: str) -> dict[str, StepRule]:
    """Return the step rule of each method, for timing."""
    risk = linear_risk()
    return {
        "gd": gradient_rule(risk, STARTS[start].eta / risk.largest_curvature()),
        "sgd": stochastic_rule(risk, _C, seed=_SEED),
        "newton": newton_rule(risk),
    }


@lru_cache(maxsize=2 * len(STARTS))
def sweep(start: str, along: str) -> dict[str, Any]:
    """Compute the sweep of the three methods over the steps (along "stride") or the work (along
    "budget")."""
    risk, (best, proof) = linear_risk(), linear_risk().optimum()
    counts = np.array(STOPS if along == "stride" else BUDGETS, dtype=float)
    x0, x1, y0, y1 = WINDOW
    gx, gy = np.linspace(x0, x1, _GRID_NODES), np.linspace(y0, y1, _GRID_NODES)
    table = np.column_stack([np.tile(gx, _GRID_NODES), np.repeat(gy, _GRID_NODES)])
    fixed_tensors = {
        "stops": counts, "counts": counts, "x": gx, "y": gy, "best": best,
        "field": (risk.values(table) - proof.primal).reshape(_GRID_NODES, _GRID_NODES),
    }  # fmt: skip
    stop_tensors = {"start": np.full(len(counts), list(STARTS).index(start))}
    is_near: dict[str, np.ndarray] = {}
    for name, path in paths(start).items():
        work = path.work if along == "budget" else np.arange(len(path.w))
        indices = np.searchsorted(work, counts, side="right") - 1
        excess = (path.risk - proof.primal)[indices]
        excess[excess < _MIN_EXCESS] = 0
        is_near[name] = path.risk[indices] <= (1 + _NEAR_EXCESS) * proof.primal
        fixed_tensors |= {
            name: path.w[: indices.max() + 1],
            f"all_{name}": excess,
            f"lowest_{name}": excess[-1:],
        }
        stop_tensors |= {
            f"upto_{name}": indices, f"e_{name}": excess, f"near_{name}": is_near[name],
            f"work_{name}": path.work[indices],
        }  # fmt: skip
    arrival = np.cumsum(np.any(list(is_near.values()), axis=0)) == 1
    stop_tensors |= {"first": arrival, "floor": np.full(len(counts), proof.primal)}
    tensors = flagged_tensors(fixed_tensors, stop_tensors)
    return sweep_item(along, tensors, half_precision=["field"])


def place_sweep(start: str) -> dict[str, Any]:
    """Return a sweep with one stop, which contains the index of the start in STARTS."""
    place = np.array([float(list(STARTS).index(start))])
    return sweep_item("", {"stops": (np.zeros(1), True), "start": (place, False)})


def steps_to_near(start: str, name: str) -> int | None:
    """Return the number of steps after which a method stays within 1 % of the minimum risk, or None
    if there is none."""
    _, proof = linear_risk().optimum()
    return paths(start)[name].steps_to((1 + _NEAR_EXCESS) * proof.primal)
