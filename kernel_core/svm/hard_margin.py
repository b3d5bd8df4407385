"""The hard margin: the widest margin with no point in it (note 001, "summary for separable data").

    minimise ½‖w‖²   subject to   y_i (wᵀφ(x_i) + b) >= 1 for every i

Its dual has a geometric meaning. Weights beta_i >= 0 with the sum 1 in each class define a convex
combination of the positives and one of the negatives; p = Σ y_i beta_i φ(x_i) is their difference.
A line with margin r separates them by at least 2r, so ‖p‖ >= 2r for all weights and all lines. The
nearest convex combinations and the widest margin reach equality, and w is parallel to p. Where p =
0, the two hulls share a point, so no line separates them.

Without b the line goes through the origin, the weights have the sum 1 over all points, and
‖p‖ >= r. In the code, k is the sum of all weights: 2 with b, 1 without.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..decision_function import KernelDecisionFunction
from ..duality_gap import EPS, Certificate
from ..kernels.base import Kernel
from ..kernels.closure_proof import gram_matrix
from ..losses import Hinge
from ..solvers.hull_distance import nearest_hull_points
from ..validation import check_data, check_options

ROUNDING_FACTOR = 50  # a separation counts if it is larger than its rounding error by this factor


@dataclass(frozen=True, eq=False)
class HardMargin(KernelDecisionFunction):
    """The widest margin, or a proof that the classes are not separable, up to rounding.

    If feasible, min_i y_i f(x_i) = 1 and primal = ½‖w‖² >= optimum >= dual. If not, alpha = 0,
    intercept = 0 and primal = inf, and beta is the proof. For a single class with an intercept,
    alpha and beta are 0 and the separation is inf.

    Attributes
    ----------
    X, y, kernel, alpha, intercept
        As in `Solution`.
    feasible : bool
        Whether a line separates the classes by more than rounding errors; see `fit_hard_margin`.
    primal, dual : float
        Bounds of the minimum of ½‖w‖².
    beta : ndarray, shape (m,)
        The weights of the nearest convex combinations, which sum to 1 in each class (without an
        intercept, over all points).
    separation : float
        ‖Σ y_i beta_i φ(x_i)‖, the distance of the two hulls (without an intercept, of the hull of
        all y_i φ(x_i) from the origin).
    radius : float
        max_i ‖φ(x_i)‖, the scale with which to compare the separation.
    iterations : int
        The number of linear systems solved.

    Notes
    -----
    Note 001, "Summary for separable data": min ½‖w‖₂² subject to y_i (wᵀφ(x_i) + b) >= 1, whose
    margin is 1/‖w‖₂ ("Rescaling"). The dual is not in the notes: with an intercept, the widest
    margin is half the distance of the two classes' convex hulls.

    References
    ----------
    K. P. Bennett and E. J. Bredensteiner, Duality and geometry in SVM classifiers, ICML 2000.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = kc.svm.fit_hard_margin([[0.0], [1.0], [2.0]], [1, -1, 1], kc.Linear())
    >>> h.feasible, h.margin
    (False, 0.0)
    """

    feasible: bool
    primal: float
    dual: float
    beta: np.ndarray
    separation: float
    radius: float
    iterations: int

    @property
    def gap(self) -> float:
        """(primal - dual) / primal; inf where no line separates the classes, 0 for a single class
        with an intercept."""
        return Certificate(self.primal, self.dual).gap

    @property
    def margin(self) -> float:
        """1/‖w‖: 0 where no line separates the classes, inf for a single class with an
        intercept."""
        return float(1 / np.sqrt(2 * self.primal)) if self.primal > 0 else np.inf

    @property
    def hull_points(self) -> np.ndarray:
        """The convex combinations of the positives and of the negatives with the weights beta.

        Shape (2, d), in the space of X; the weights are normalised in each class. For the linear
        kernel with an intercept these are the nearest points of the two hulls, or a point that they
        share. The row of a class without weight is NaN.
        """
        weights = np.array([self.beta * (self.y > 0), self.beta * (self.y < 0)])
        with np.errstate(invalid="ignore"):
            return weights @ self.X / weights.sum(axis=1, keepdims=True)


def fit_hard_margin(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    *,
    intercept: bool = True,
    tol: float = 1e-9,
    max_iter: int | None = None,
) -> HardMargin:
    """Compute the widest margin between two classes, or a proof that no line separates them.

    Parameters
    ----------
    X, y, kernel, max_iter
        As in `fit` and `solve`, with labels -1 and +1.
    intercept : bool
        Whether the line has an intercept b; without b it goes through the origin.
    tol : float
        The relative gap to reach (see `HardMargin.gap`), where rounding and max_iter allow; a
        larger gap raises no error.

    Returns
    -------
    HardMargin
        The widest margin, or the proof that there is none; see `feasible`.

    Notes
    -----
    Note 001, "Summary for separable data". Feasible means that the computed line separates the
    points by more than 50 times the rounding error. In terms of K this is a margin of about 1e-7 of
    the largest ‖φ(x_i)‖. A narrower margin counts as 0, since its alpha would be too large for f to
    be accurate.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = kc.svm.fit_hard_margin([[-1.0], [3.0]], [-1, 1], kc.Linear())
    >>> h.feasible, round(h.margin, 9), round(h.intercept, 9)
    (True, 2.0, -0.5)
    """
    X, y = check_data(X, y, Hinge())
    check_options("sum", tol, max_iter, intercept)
    K = gram_matrix(kernel, X)
    root = np.sqrt(np.maximum(K.diagonal(), 0.0))
    radius, zero = float(root.max()), np.zeros(len(y))
    if intercept and (y == y[0]).all():  # b alone suffices for a single class
        return HardMargin(X, y, kernel, zero, float(y[0]), True, 0.0, 0.0, zero, np.inf, radius, 0)
    beta, solves = nearest_hull_points(K, y, intercept, tol=tol, max_iter=max_iter)
    k, p = 2 if intercept else 1, y * beta
    f = K @ p  # pᵀφ(x_i)
    separation, b = _best_line(f, y, intercept)
    norm2, scale = max(float(p @ f), 0.0), float(np.linalg.norm(root * beta))
    dual = _dual_value(norm2 + 2 * EPS * scale**2, k)
    if separation > ROUNDING_FACTOR * 2 * EPS * k * radius * scale:
        primal = 0.5 * k**2 * norm2 / separation**2
        answer = (k / separation * p, k / separation * b, True, primal, min(primal, dual))
    else:
        answer = (zero, 0.0, False, np.inf, dual)
    return HardMargin(X, y, kernel, *answer, beta, float(np.sqrt(norm2)), radius, solves)


def _best_line(f: np.ndarray, y: np.ndarray, intercept: bool) -> tuple[float, float]:
    """Return the separation and b of the line perpendicular to p midway between the classes.

    f_i = pᵀφ(x_i) (m,). separation = k min_i y_i (f_i + b) is above 0 if the line separates the
    classes. Without an intercept b = 0.
    """
    if not intercept:
        return float((y * f).min()), 0.0
    low, high = f[y > 0].min(), f[y < 0].max()
    return float(low - high), float(-(low + high) / 2)


def _dual_value(norm2: float, k: int) -> float:
    """Return the dual value for norm2 = ‖p‖²: the maximum over t of k t - ½ t² ‖p‖²; inf if norm2
    is 0.

    The dual variables are t beta.
    """
    return 0.5 * k**2 / norm2 if norm2 > 0 else np.inf
