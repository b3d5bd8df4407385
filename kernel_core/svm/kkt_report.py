"""The KKT conditions of a fitted SVM: dual variables, slacks, categories, the intercept's interval.

In the notation of note 001 (soft-margin constraints), with C = c/lam, where c is 1 for the summed
risk and 1/m for the mean:

    a_i = y_i alpha_i in [0, C],   xi_i = max(0, 1 - y_i f_i),   the objective ½‖w‖² + C Σ xi_i

At the optimum every example satisfies the KKT conditions of one of three categories:

    0  OUTSIDE   a_i = 0        y_i f_i >= 1: beyond or on the margin; not a support vector
    1  FREE      0 < a_i < C    y_i f_i = 1: on the margin
    2  BOUND     a_i = C        y_i f_i <= 1: on or within the margin, misclassified if xi_i > 1

If the examples have weights w_i (`WeightedLoss`), w_i C replaces C.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..duality_gap import risk_weight
from ..losses import Hinge
from ..solution import Solution
from ..solution_path import Sweep
from ..solvers.box_qp import SNAP
from ..solvers.intercept import optimal_intercept_interval

OUTSIDE, FREE, BOUND = 0, 1, 2


@dataclass(frozen=True, eq=False)
class KKTReport:
    """The KKT conditions of one solution, or of S stops; the first axis then runs over the stops.

    dual_variable, slack and kkt_category (m,) have a_i, xi_i and the category (int8) of each
    example. C is the weight of the slack: a_i <= w_i C. half_norm2 is ½‖w‖²; half_norm2 + C Σ w_i
    xi_i is the regularised risk divided by lam. low and high bound the optimal intercepts for this
    alpha (one of them is infinite for a single class). violation is the largest violation of a
    category's condition on y_i f_i. C and the numbers after it have the shape () or (S,).
    """

    dual_variable: np.ndarray
    kkt_category: np.ndarray
    slack: np.ndarray
    C: np.ndarray
    half_norm2: np.ndarray
    low: np.ndarray
    high: np.ndarray
    violation: np.ndarray

    @property
    def margin(self) -> np.ndarray:
        """1/‖w‖, half the width of the margin band; inf where w = 0."""
        with np.errstate(divide="ignore"):
            return 1.0 / np.sqrt(2.0 * self.half_norm2)

    @property
    def counts(self) -> np.ndarray:
        """The number of examples in each category, shape (3,) or (S, 3): outside, free, at the
        bound."""
        categories = (OUTSIDE, FREE, BOUND)
        return np.stack([(self.kkt_category == k).sum(axis=-1) for k in categories], axis=-1)


def report_kkt(solution: Solution | Sweep) -> KKTReport:
    """Report the KKT conditions of each example, for a solution or all stops of a sweep.

    Parameters
    ----------
    solution : Solution or Sweep
        A solution for the hinge loss, weighted or not, with lam > 0.

    Returns
    -------
    KKTReport
        Each example's dual variable, slack and category (0 OUTSIDE, 1 FREE, 2 BOUND); the parts of
        the objective; the interval of optimal intercepts.

    Raises
    ------
    ValueError
        For another loss, or lam = 0.

    Notes
    -----
    Note 001, "SVM primal formulation", with C = c / lam. The category is determined by a_i,
    which is compared with 0 and w_i C up to rounding.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.fit([[0.0], [9.0]], [-1, 1], kc.RBF(1.0), kc.Hinge(), 0.1, risk="sum")
    >>> report = kc.svm.report_kkt(s)
    >>> report.dual_variable.round(6).tolist(), report.counts.tolist()
    ([1.0, 1.0], [0, 2, 0])
    """
    loss = solution.loss
    if not isinstance(loss.unweighted, Hinge):
        raise ValueError(
            f"Margin and slack belong to the hinge loss; this solution has the {loss.name} loss."
        )
    if isinstance(solution, Sweep):
        f, lam = solution.decision, solution.lams
    else:
        f, lam = solution.decision(solution.X), np.array(solution.lam)
    if not (lam > 0).all():
        raise ValueError("With lam = 0 the bound C = c/lam is infinite: use lam > 0.")
    y = solution.y
    return report_kkt_from_arrays(
        y,
        solution.alpha,
        f,
        np.asarray(solution.intercept),
        risk_weight(solution.risk, len(y)) / lam,
        loss.example_weights,
    )


def report_kkt_from_arrays(
    y: np.ndarray,
    alpha: np.ndarray,
    f: np.ndarray,
    intercept: np.ndarray,
    C: np.ndarray,
    weights: ArrayLike = 1.0,
) -> KKTReport:
    """Report the KKT conditions from labels y (m,), alpha and f (..., m), b and C (...), and
    weights (m,).

    a_i is compared with 0 and w_i C up to rounding.
    """
    intercept, C = np.asarray(intercept, dtype=float), np.asarray(C, dtype=float)
    w = np.asarray(weights, dtype=float)
    a, excess, top = y * alpha, y * f - 1.0, C[..., None] * w
    rounding = SNAP * top
    bound_or_free = np.where(a >= top - rounding, BOUND, FREE)
    category = np.where(a <= rounding, OUTSIDE, bound_or_free)
    xi = np.maximum(-excess, 0.0)
    violation = np.choose(category, [xi, np.abs(excess), np.maximum(excess, 0.0)])
    without_b = f - intercept[..., None]
    box = w * np.minimum(y, 0.0), w * np.maximum(y, 0.0)
    low, high = optimal_intercept_interval(y - without_b, *box)
    return KKTReport(
        dual_variable=a,
        kkt_category=category.astype(np.int8),
        slack=xi,
        C=C,
        half_norm2=np.maximum((alpha * without_b).sum(axis=-1) / 2, 0.0),
        low=low,
        high=high,
        violation=violation.max(axis=-1, initial=0.0),
    )
