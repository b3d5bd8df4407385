"""A learning problem (checked points, labels, loss and risk), and warm starts for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .base_loss import Loss
from .duality_gap import SolverResult, risk_weight
from .kernels.base import Kernel
from .validation import check_data, check_options

if TYPE_CHECKING:
    from .solution import Solution


@dataclass(frozen=True, eq=False)
class Problem:
    """The checked data, loss and risk of note 000, eq. (2), without kernel and lam.

    Parameters
    ----------
    X, y, loss, risk, intercept
        As in `fit`.

    Notes
    -----
    c Σ L(f(x_i), y_i) + lam/2 ‖θ‖², note 000 eq. (2), with c = 1/m, or c = 1 as in note 000 section
    6.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem([[-1.0], [1.0]], [-1, 1], kc.Hinge(), risk="sum")
    >>> kc.solve(problem, kc.Linear(), 0.1).gap <= 1e-6, problem.c
    (True, 1.0)
    """

    X: np.ndarray
    y: np.ndarray
    loss: Loss
    risk: str = "mean"
    intercept: bool = False

    def __init__(
        self, X: ArrayLike, y: ArrayLike, loss: Loss, risk: str = "mean", intercept: bool = False
    ) -> None:
        X, y = check_data(X, y, loss)
        check_options(risk, intercept=intercept)
        for name, value in zip(self.__match_args__, (X, y, loss, risk, intercept), strict=True):
            object.__setattr__(self, name, value)

    @property
    def c(self) -> float:
        """The weight of each loss: 1/m for the mean risk, 1 for the sum."""
        return risk_weight(self.risk, len(self.y))


def check_start(start: Solution | None, problem: Problem) -> None:
    """Raise ValueError unless `start` is a solution for as many points as the problem has."""
    m = len(problem.y)
    if start is not None and start.alpha.shape != (m,):
        raise ValueError(
            f"The start must be a solution for {m} points; it has {len(start.y)} points."
        )


def warm_start_from(
    start: Solution, X: np.ndarray, kernel: Kernel, K: np.ndarray, C: float
) -> SolverResult:
    """Return a warm start for a new problem: points X, `kernel` with matrix K (m, m), and C = c /
    lam.

    The warm start has the values f of the solution `start`, and its alpha, scaled by the ratio of
    the new C to the old one. Both are good approximations if points and kernel have changed little.
    """
    start_C = risk_weight(start.risk, len(start.y)) / start.lam if start.lam > 0 else C
    is_same_problem = start.kernel == kernel and np.array_equal(start.X, X)
    f = K @ start.alpha + start.intercept if is_same_problem else start.decision(start.X)
    return SolverResult(start.alpha, start.intercept, f, 0).rescale(C / start_C)
