"""The soft margin in its constrained form, with slacks (note 001, "SVM primal formulation").

    minimise ½‖w‖² + C Σ xi_i   subject to   y_i (wᵀφ(x_i) + b) >= 1 - xi_i,   xi_i >= 0

An interior-point method solves this form without the hinge loss. So this method confirms that `fit`
finds the same solution for the hinge loss with risk="sum" and lam = 1/C. With weights, like those
of `WeightedLoss`, the cost of xi_i is w_i C instead of C.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.decision_function import KernelDecisionFunction
from kernel_core.duality_gap import Certificate
from kernel_core.kernels.base import Kernel
from kernel_core.kernels.closure_proof import gram_matrix
from kernel_core.losses import Hinge
from kernel_core.solvers.intercept import midpoint, optimal_intercept_interval
from kernel_core.solvers.linalg import solve_or_lstsq
from kernel_core.validation import check_data, check_number, check_options
from kernel_core.weighted_loss import check_weights
from pages.svm.mathematics.interior_point import InteriorPoint

# Gap at which the method stops, as a share of tol: at a gap of tol the decision values are still
# inexact.
TARGET_GAP = 1e-4
EXACT_GAP = 1e-13  # a gap below this counts as 0
MAX_STEPS = 100
# Once the gap is below tol, the method stops after this many steps in a row that do not halve it.
MAX_STALLED_STEPS = 3


@dataclass(frozen=True, eq=False)
class ConvergenceHistory:
    """The convergence of a solver: the certificate against the number of steps.

    primal is the smallest value found so far and dual the largest, so the gap never increases. The
    first entry is the start, before any step.

    Attributes
    ----------
    iterations : ndarray, shape (R,)
        The number of steps or linear systems so far.
    primal, dual, gap : ndarray, shape (R,)
        The certificate after that many steps.

    Notes
    -----
    The risk is note 000, eq. (2), or in note 001 the "SVM primal formulation"; the notes contain no
    certificate. By weak duality dual <= optimum <= primal at every step, and gap =
    (primal - dual) / max(scale, |primal|), as in `Certificate`.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004. Section 5.5.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = ConvergenceHistory.of([(0, 2.0, 0.0), (1, 1.0, 0.5)])
    >>> h.gap.tolist()
    [1.0, 0.5]
    """

    iterations: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray

    @classmethod
    def of(
        cls, steps: Sequence[tuple[int, float, float]], scale: float = 1.0
    ) -> ConvergenceHistory:
        """Build the history from (iterations, primal, dual) in order of iterations."""
        iterations, primal, dual = map(np.array, zip(*steps, strict=True))
        primal = np.minimum.accumulate(primal)
        dual = np.minimum(np.maximum.accumulate(dual), primal)  # a larger dual is a rounding error
        last = np.diff(iterations, append=np.inf) > 0  # keep the last entry of each step
        iterations, primal, dual = iterations[last], primal[last], dual[last]
        gap = (primal - dual) / np.maximum(scale, np.abs(primal))
        # If the dual is negative, which only rounding can cause, the quotient can increase.
        return cls(iterations, primal, dual, np.minimum.accumulate(gap))


@dataclass(frozen=True, eq=False)
class SoftMargin(KernelDecisionFunction):
    """The solution of the soft margin, alpha_i = y_i a_i, with its slacks and its certificate.

    primal = ½‖w‖² + C Σ w_i xi_i >= optimum >= dual = Σ a_i - ½‖w‖². primal = C J, where J is the
    hinge form Σ w_i L(f_i, y_i) + lam/2 ‖w‖² with lam = 1/C, the `primal` of `fit` with risk="sum".
    Without weights all w_i are 1.

    Attributes
    ----------
    X : ndarray, shape (m, d)
        The points.
    y : ndarray, shape (m,)
        Their labels.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    alpha : ndarray, shape (m,)
        The coefficients.
    intercept : float
        b, or 0.
    C : float
        The price of slack.
    slack : ndarray, shape (m,)
        The slacks.
    primal, dual : float
        An upper and a lower bound of the optimum.
    history : ConvergenceHistory
        The certificate of each iteration.

    Notes
    -----
    Note 001, "SVM primal formulation": min ½‖w‖₂² + C Σ_i ξ_i subject to
    y_i (wᵀφ(x_i) + b) >= 1 - ξ_i and ξ_i >= 0; lam = 1/C by "Equivalent form". The dual, which the
    note names under "Optimization" without writing it, is max Σ_i a_i - ½‖w‖₂² over 0 <= a_i <= C,
    with Σ_i y_i a_i = 0 for an intercept.

    References
    ----------
    C. Cortes and V. Vapnik, Support-vector networks, Machine Learning 20, 1995.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = fit_soft_margin([[-1.0], [1.0]], [-1, 1], kc.Linear(), C=1.0)
    >>> s.gap <= 1e-9
    True
    """

    C: float
    slack: np.ndarray
    primal: float
    dual: float
    history: ConvergenceHistory

    @property
    def dual_variable(self) -> np.ndarray:
        """The dual variables a_i = y_i alpha_i (m,), from 0 to w_i C."""
        return np.abs(self.alpha)

    @property
    def gap(self) -> float:
        """The relative duality gap, (primal - dual) / max(C, primal)."""
        return Certificate(self.primal, self.dual, scale=self.C).gap

    @property
    def iterations(self) -> int:
        """The number of steps of the interior-point method."""
        return int(self.history.iterations[-1])


def fit_soft_margin(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    C: float,
    *,
    weights: ArrayLike = 1.0,
    intercept: bool = True,
    tol: float = 1e-9,
    max_iter: int | None = None,
) -> SoftMargin:
    """Fit the soft margin in its constrained form, with slacks, by an interior-point method.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their labels, -1 and +1.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    C : float
        The price of slack, above 0.
    weights : array_like, shape (m,), or 1.0
        w, above 0: the factor of C for each example.
    intercept : bool
        Whether f has an intercept b.
    tol : float
        The relative gap to reach. The method aims at a gap 10⁴ times smaller, as `fit` does, and
        ends earlier if rounding errors prevent progress.
    max_iter : int, optional
        The maximum number of steps, 100 by default.

    Returns
    -------
    SoftMargin
        The solution, its slacks, and the certificate of each step.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 001, "SVM primal formulation": minimise ½‖w‖² + C Σ xi_i subject to
    y_i (wᵀφ(x_i) + b) >= 1 - xi_i, xi_i >= 0. A step takes time proportional to m³, so the method
    is for a few hundred points at most.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = fit_soft_margin([[-1.0], [3.0]], [-1, 1], kc.Linear(), C=10.0)
    >>> s.alpha.round(6).tolist(), s.slack.round(6).tolist()
    ([-0.125, 0.125], [0.0, 0.0])
    """
    X, y = check_data(X, y, Hinge())
    check_options("sum", tol, max_iter, intercept)
    C, K = check_number(C, "C", "above 0"), gram_matrix(kernel, X)
    w = check_weights(np.ones(len(y)) * np.asarray(weights, dtype=float))
    points = _FeasiblePoints(K, y, C * w, C, intercept)
    answers = [points.at(np.zeros(len(y)))]
    # With an intercept and a single class, the solution is a = 0.
    if not (intercept and (y == y[0]).all()):
        answers += _follow(
            InteriorPoint(K, y, C * w, intercept), points, tol, max_iter or MAX_STEPS
        )
    best = answers[-1]
    history = ConvergenceHistory.of(
        [(i, answer.primal, answer.dual) for i, answer in enumerate(answers)], scale=C
    )
    return SoftMargin(
        X, y, kernel, best.alpha, best.intercept, C, best.xi, best.primal, best.dual, history
    )


def project_to_zero_sum(alpha: np.ndarray) -> np.ndarray:
    """Return alpha (m,) with sum 0: entries with the sign of the sum shrink, the smallest first."""
    excess = alpha.sum()
    heavier = np.flatnonzero(alpha * excess > 0)
    order = heavier[np.argsort(np.abs(alpha[heavier]), kind="stable")]
    size = np.abs(alpha[order])
    left = np.clip(np.cumsum(size) - abs(excess), 0.0, size)
    alpha = alpha.copy()
    alpha[order] = np.sign(excess) * left
    return alpha


def _follow(
    state: InteriorPoint, points: _FeasiblePoints, tol: float, max_iter: int
) -> list[_FeasibleAnswer]:
    """Run the interior-point method, and return the answer after each step.

    The last entry is replaced by the answer of `crossover` if its gap is small, otherwise by the
    answer with the smallest gap.
    """
    answers: list[_FeasibleAnswer] = []
    n_stalled = 0
    with np.errstate(all="ignore"):
        while len(answers) < max_iter and n_stalled < MAX_STALLED_STEPS:
            state.step()
            smallest = min((answer.gap for answer in answers), default=np.inf)
            answers.append(points.at(state.a))
            gap = answers[-1].gap
            n_stalled = n_stalled + 1 if smallest <= tol and gap > smallest / 2 else 0
            if gap <= TARGET_GAP * tol:
                break
        crossover = points.crossover(state)
    best = min(answers, key=lambda answer: answer.gap)
    return [*answers[:-1], crossover if crossover.gap <= max(10 * best.gap, EXACT_GAP) else best]


@dataclass(frozen=True, eq=False)
class _FeasibleAnswer:
    """A point that is feasible in primal and dual, with its objective values."""

    alpha: np.ndarray
    intercept: float
    xi: np.ndarray
    primal: float
    dual: float
    scale: float

    @property
    def gap(self) -> float:
        gap = Certificate(self.primal, self.dual, scale=self.scale).gap
        return gap if np.isfinite(gap) else np.inf


@dataclass(frozen=True, eq=False)
class _FeasiblePoints:
    """The map from dual variables to feasible points, with the best b and the smallest slacks."""

    K: np.ndarray
    y: np.ndarray
    top: np.ndarray  # upper bound of each a_i, shape (m,)
    scale: float
    intercept: bool

    def at(self, a: np.ndarray) -> _FeasibleAnswer:
        """Return the feasible answer for dual variables a (m,), 0 <= a <= top up to rounding."""
        alpha = self.y * np.clip(a, 0.0, self.top)
        if self.intercept:
            alpha = project_to_zero_sum(alpha)
        f, b = self.K @ alpha, 0.0
        if self.intercept:
            box = np.minimum(self.y * self.top, 0.0), np.maximum(self.y * self.top, 0.0)
            b = midpoint(*optimal_intercept_interval(self.y - f, *box))
        xi, half_norm2 = np.maximum(0.0, 1.0 - self.y * (f + b)), alpha @ f / 2
        primal, dual = half_norm2 + self.top @ xi, np.abs(alpha).sum() - half_norm2
        return _FeasibleAnswer(alpha, b, xi, float(primal), float(min(primal, dual)), self.scale)

    def crossover(self, state: InteriorPoint) -> _FeasibleAnswer:
        """Return the answer in which each a_i that goes to a bound is at that bound, and the others
        are computed from y_i (f_i + b) = 1. It is exact if these are the free a_i of the optimum.
        """
        a = np.where(state.to_top, self.top, 0.0)
        F = np.flatnonzero(~(state.to_zero | state.to_top))
        A, r = self.K[np.ix_(F, F)], self.y[F] - self.K[F] @ (self.y * a)
        if self.intercept:  # the system also has the equation Σ y_i a_i = 0
            column = np.full((len(F), 1), self.K.diagonal().mean() or 1.0)
            A, r = (
                np.block([[A, column], [column.T, 0.0]]),
                np.append(r, -column[:1, 0] * (self.y @ a)),
            )
        if len(F):
            a[F] = self.y[F] * solve_or_lstsq(A, r)[: len(F)]
        return self.at(a)
