"""Maximum likelihood for softmax: the likelihood of the labels as all scores are scaled (note 004).

    P(s) = Π_n e^{s f_y(x_n)} / Σ_k e^{s f_k(x_n)},   -ln P(s) = Σ_n cross-entropy of s f(x_n)

With the penalty, -ln P(s) is the regularised risk (for averaged losses, m times the risk) along a
ray through the fit f, so its minimum is at s = 1. The likelihood alone has its maximum at a larger
s, or none: if at every point the class of its label has the largest score, the likelihood grows
with s and has no maximum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.duality_gap import primal_objective, risk_weight
from kernel_core.multiclass import MultiSolution, cross_entropy, softmax

MAX_SCALE = 1e6  # largest s that is searched, since beyond it rounding errors exceed the slope


@dataclass(frozen=True, eq=False)
class Likelihood:
    """The likelihood of the labels as a function of s, the factor of all scores.

    Attributes
    ----------
    s : ndarray, shape (S,)
        The factors.
    by_example : ndarray, shape (S, m)
        P(y_n | x_n).
    minus_log : ndarray, shape (S,)
        -ln P(s), in nats.
    objective : ndarray, shape (S,)
        The risk with its penalty.
    top : float
        The s of the largest likelihood; inf if the likelihood grows for every s.
    gap : float
        The duality gap of the solution.

    Notes
    -----
    Note 004, "Applying MLE again": P(W) = Π_n P(y_n | x_n; W) and F(W) = -ln P(W), here at sW:
    P(y_n | x_n) = softmax(sWx_n)_{y_n}. `objective` is the risk of note 000, eq. (2), at sW, with
    the penalty s² lam/2 Σ_k ‖w_k‖².

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [1.0]], [0, 1], kc.Logistic())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "softmax")
    >>> scaled_likelihood(s, [1.0]).top
    inf
    """

    s: np.ndarray
    by_example: np.ndarray
    minus_log: np.ndarray
    objective: np.ndarray
    top: float
    gap: float


def scaled_likelihood(solution: MultiSolution, s: ArrayLike) -> Likelihood:
    """Compute the likelihood of the labels as all scores of a softmax solution are scaled.

    Parameters
    ----------
    solution : MultiSolution
        A solution of softmax.
    s : array_like, shape (S,)
        The factors of the scores.

    Returns
    -------
    Likelihood
        The probabilities, the negative log-likelihood and the objective at each s.

    Notes
    -----
    Note 004, "Applying MLE again": P(W) = Π_n P(y_n | x_n; W) at sW. Its logarithm is concave in s,
    with the slope Σ_n (f_{y_n}(x_n) - Σ_k P(k | x_n; sW) f_k(x_n)). If at every point the class of
    its label has the largest score, the slope stays above 0, and P(sW) goes to 1 as s grows.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [1.0]], [0, 1], kc.Logistic())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "softmax")
    >>> scaled_likelihood(s, [1.0, 2.0]).by_example.shape
    (2, 2)
    """
    s = np.asarray(s, dtype=float)
    F = solution.values(solution.X).T
    Y = np.eye(F.shape[1])[solution.k]
    probabilities = np.array([np.vecdot(softmax(factor * F), Y) for factor in s])
    losses = np.array([cross_entropy(factor * F, Y) for factor in s])
    c = risk_weight(solution.risk, len(F))
    norm2 = np.vdot(solution.alpha.T, F - solution.intercept)
    objective = primal_objective(losses, s**2 * norm2, solution.lam, c)
    minus_log, gap = losses.sum(axis=1), solution.worst_gap
    return Likelihood(s, probabilities, minus_log, objective, _top(F, Y), gap)


def _top(F: np.ndarray, Y: np.ndarray) -> float:
    """Find the s at which Σ_n f_y(x_n) - Σ_k P(k | x_n; s) f_k(x_n), the slope of ln P(s), is 0.

    Return inf if at every point the class of its label has the largest score.
    """

    def slope(s: float) -> float:
        return float(np.vdot(Y - softmax(s * F), F))

    low, high = 0.0, 1.0
    own_scores, best_other = np.vecdot(F, Y), np.where(Y > 0, -np.inf, F).max(axis=1)
    if (own_scores > best_other).all():
        return np.inf
    while slope(high) > 0 and high < MAX_SCALE:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return (low + high) / 2
