"""The dual of the soft margin with multipliers for more and more of its constraints.

With c_i the price of slack of example i and alpha_i = y_i a_i, the dual (note 001, soft margin) is

    maximise Σ a_i - ½ alphaᵀK alpha,   0 <= a_i <= c_i,   and Σ alpha_i = 0 with an intercept.

Set a_i = 0 for some examples: this is the dual of the problem without their constraints. So its
maximum is a lower bound of the soft margin's optimum, and it never falls if an example is added.
With the f and the slacks of its solution,

    ½‖w‖² + Σ c_i xi_i - bound = Σ a_i (y_i f(x_i) - 1 + xi_i) + Σ (c_i - a_i) xi_i.

The terms of the examples that have a multiplier are 0; the next multiplier goes to the largest of
the others. If the multiplier of one example is kept at a value that is not optimal, the terms of
all others still go to 0: the gap that remains is the term of that example.

J. E. Kelley, The cutting-plane method for solving convex programs, 1960.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernel_core.solvers.box_qp import BoxQP
from kernel_core.solvers.intercept import InterceptSearch
from kernel_core.svm.kkt_report import report_kkt_from_arrays

TARGET_GAP = 1e-12  # relative gap of each dual
CLOSED_TERM = 1e-9  # a term of the gap is 0 if it is at most this share of the primal
# One multiplier is added at a time; later one for each GROWTH multipliers, for fewer stages.
GROWTH = 6
SOLVES_PER_EXAMPLE, LEAST_SOLVES = 50, 500  # limits of linear systems, as in `solve_box`


@dataclass(frozen=True, eq=False)
class GrowingDual:
    """The dual at S stages, each with more examples whose multiplier may be above 0.

    Attributes
    ----------
    order : ndarray, shape (n,)
        These examples, without the one whose multiplier is kept, in the order in which they are
        added.
    counts : ndarray, shape (S,)
        How many of them have been added.
    alpha, decision : ndarray, shape (S, m)
        The coefficients, and f at the examples.
    intercept : ndarray, shape (S,)
        b, or 0.
    kkt_category : ndarray, shape (S, m)
        As in `kernel_core.svm.KKTReport`: 0 for a_i = 0, 1 between, 2 for a_i = c_i.
    primal, bound : ndarray, shape (S,)
        ½‖w‖² + Σ c_i xi_i with the smallest feasible slacks, and the value of the dual.
    """

    order: np.ndarray
    counts: np.ndarray
    alpha: np.ndarray
    decision: np.ndarray
    intercept: np.ndarray
    kkt_category: np.ndarray
    primal: np.ndarray
    bound: np.ndarray

    @property
    def newest(self) -> np.ndarray:
        """The example that was added last, or the first of several, shape (S,)."""
        return self.order[np.append(0, self.counts[:-1])]


def grow_dual(
    K: np.ndarray,
    y: np.ndarray,
    c: np.ndarray,
    *,
    intercept: bool,
    fixed_multiplier: tuple[int, float] | None = None,
) -> GrowingDual:
    """Add multipliers, at first one at a time, until all other terms of the gap are 0.

    The first example is the nearest to the other class. With an intercept Σ alpha_i = 0, so a
    single multiplier is 0.

    Parameters
    ----------
    K : ndarray, shape (m, m)
        The Gram matrix.
    y : ndarray, shape (m,)
        The labels, -1 and +1.
    c : ndarray, shape (m,)
        The price of slack of each example.
    intercept : bool
        Whether f has an intercept b.
    fixed_multiplier : tuple of int and float, optional
        An example, and the value at which its multiplier is kept at all stages. Above 0, it is at
        most every c_i, so that one example of the other class can balance it.

    Returns
    -------
    GrowingDual
        One row for each stage.

    Examples
    --------
    >>> K, y = np.array([[1.0, -3.0], [-3.0, 9.0]]), np.array([-1.0, 1.0])
    >>> dual = grow_dual(K, y, np.full(2, 10.0), intercept=True)
    >>> dual.bound.round(6).tolist(), dual.alpha[-1].round(6).tolist()
    ([0.0, 0.125], [-0.125, 0.125])
    """
    alpha, b, primal = np.zeros(len(y)), 0.0, 0.0
    distance = _distance_to_other_class(K, y)
    terms, is_free = c.copy(), np.ones(len(y), dtype=bool)
    if fixed_multiplier is not None:
        i, value = fixed_multiplier
        alpha[i], is_free[i] = y[i] * value, False
        if value and intercept:
            terms[y == y[i]] = 0.0
    members, rows = np.empty(0, dtype=int), []
    while True:
        is_open = is_free & (terms > CLOSED_TERM * max(c.max(), primal))
        is_open[members] = False
        candidates = np.flatnonzero(is_open)
        if not len(candidates):
            break
        # The first terms are equal except for rounding, so the distance decides.
        ranks = np.lexsort((distance[candidates], -np.round(terms[candidates] / c.max(), 9)))
        added = candidates[ranks[: max(1, len(members) // GROWTH)]]
        members = np.append(members, added)
        alpha, b = _maximise(
            K, y, c, members, alpha, b, intercept=intercept, fixed_multiplier=fixed_multiplier
        )
        f = K @ alpha + b
        terms = c * np.maximum(0.0, 1.0 - y * f)
        primal = float(alpha @ (f - b) / 2 + terms.sum())
        rows.append((len(members), alpha, f, b))
    if not rows:  # the only example is kept
        rows.append((0, alpha, K @ alpha, 0.0))
    counts, alphas, decision, intercepts = (np.array(column) for column in zip(*rows, strict=True))
    report = report_kkt_from_arrays(y, alphas, decision, intercepts, np.ones(len(rows)), c)
    return GrowingDual(
        members, counts, alphas, decision, intercepts, report.kkt_category,
        report.half_norm2 + report.slack @ c,
        report.dual_variable.sum(axis=1) - report.half_norm2,
    )  # fmt: skip


def _distance_to_other_class(K: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return each example's squared distance in feature space to the nearest of the other class."""
    squared = K.diagonal()[:, None] + K.diagonal() - 2 * K
    return np.where(y[:, None] != y, squared, np.inf).min(axis=1)


def _maximise(
    K: np.ndarray,
    y: np.ndarray,
    c: np.ndarray,
    members: np.ndarray,
    alpha: np.ndarray,
    b: float,
    *,
    intercept: bool,
    fixed_multiplier: tuple[int, float] | None,
) -> tuple[np.ndarray, float]:
    """Maximise the dual over the multipliers of `members`, from alpha and b. All others stay."""
    active, low, high = members, np.zeros(len(members)), c[members]
    if fixed_multiplier is not None:
        i, value = fixed_multiplier
        active = np.append(members, i)
        low, high = np.append(low, value), np.append(high, value)
    signs, block = y[active], K[np.ix_(active, active)]
    edges = signs * low, signs * high
    qp = BoxQP(block, signs, np.minimum(*edges), np.maximum(*edges))
    search = InterceptSearch(qp) if intercept else None
    qp.warm_start(alpha[active])
    if search is not None:
        search.move_to(b)
    limit = SOLVES_PER_EXAMPLE * len(active) + LEAST_SOLVES
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        (search or qp).minimise(TARGET_GAP, float(c.max()), limit)
    solution = np.zeros(len(y))
    solution[active] = qp.alpha
    return solution, 0.0 if search is None else search.best_intercept(block @ qp.alpha)
