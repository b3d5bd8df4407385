"""The soft margin as the notes first write it, with slack variables. 001, "SVM primal formulation".

    minimise ½‖w‖² + C Σ xi_i   subject to   y_i (wᵀφ(x_i) + b) >= 1 - xi_i,   xi_i >= 0

An interior-point method (Mehrotra's predictor and corrector) solves it, knowing nothing of the
hinge loss. It keeps all inequalities strict and makes their products with their multipliers small:

    a_i > 0 is the multiplier of the first constraint, whose excess is g_i = y_i f_i - 1 + xi_i > 0
    C - a_i > 0 is the multiplier of xi_i > 0:   a_i g_i = mu and (C - a_i) xi_i = mu, mu -> 0

and w = Σ a_i y_i φ(x_i), Σ a_i y_i = 0 with an intercept. The dual: Σ a_i - ½‖w‖², 0 <= a_i <= C.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from .active_set import balanced, intercept_bracket
from .certificate import Certificate
from .checks import check_data, check_options, gram_matrix
from .kernels import Kernel
from .linear import solve
from .losses import Hinge
from .machine import Machine
from .trace import Trace

CLOSE = 0.995  # how much of the way to the nearest bound a step may go


@dataclass(frozen=True, eq=False)
class SoftMargin(Machine):
    """The soft margin's answer: alpha_i = y_i a_i, slacks xi (m,), and its proof.

    primal = ½‖w‖² + C Σ xi_i >= optimum >= dual; it is C times the risk Σ L + lam/2 ‖w‖² of the
    hinge form with lam = 1/C, which `fit` minimises with risk="sum". trace has the certificate
    after each iteration.
    """

    C: float
    xi: np.ndarray
    primal: float
    dual: float
    trace: Trace

    @property
    def a(self) -> np.ndarray:
        """The dual variables (m,), between 0 and C."""
        return np.abs(self.alpha)

    @property
    def gap(self) -> float:
        """(primal - dual) / max(1, primal)."""
        return Certificate(self.primal, self.dual).gap

    @property
    def iterations(self) -> int:
        """Steps of the interior-point method."""
        return int(self.trace.iterations[-1])


def soft_margin(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    C: float,
    *,
    intercept: bool = True,
    tol: float = 1e-9,
    max_iter: int = 100,
) -> SoftMargin:
    """Minimise ½‖w‖² + C Σ xi_i under the soft-margin constraints; X (m, d), y (m,) of -1/+1.

    001, soft-margin constraints. It stops at a relative gap of tol, or where rounding allows no
    better, with the honest gap. Meant for a few hundred points. Raises ValueError for bad input.
    """
    X, y = check_data(X, y, Hinge())
    check_options("sum", tol, max_iter)
    if not isinstance(C, Real) or isinstance(C, bool) or not isfinite(C) or not C > 0:
        raise ValueError(f"C must be a finite number above 0; it was {C!r}.")
    K, C = gram_matrix(kernel, X), float(C)
    judge = Judge(K, y, C, intercept)
    if intercept and (y == y[0]).all():  # Σ a_i y_i = 0 leaves a = 0 alone, nothing inside
        answers = [judge.at(np.zeros(len(y)))]
    else:
        answers = _follow(InteriorPoint(K, y, C, intercept), judge, tol, max_iter)
    best = min(answers, key=lambda answer: answer.gap)
    return SoftMargin(
        X,
        y,
        kernel,
        best.alpha,
        best.intercept,
        C,
        best.xi,
        best.primal,
        best.dual,
        Trace.of([(i, answer.primal, answer.dual) for i, answer in enumerate(answers)]),
    )
