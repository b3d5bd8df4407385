"""Softmax, its loss, and its dual problem, which gives a certificate (note 004).

The problem has one function f_k = K alpha_k + b_k for each of C classes. It is note 000, eq. (2)
with the multiclass loss of its §1, or note 004's F(W) with a penalty:

    primal  c Σ_i log Σ_k e^{f_ik - f_iy} + lam/2 Σ_k alpha_kᵀK alpha_k,    y = y_i

c is 1/m for the mean risk, 1 for the sum. Y (m, C) has the one-hot labels. For an example of weight
w, its row of Y has w in place of 1, and c w replaces c.

The loss of one example, as a function of its C scores, is log-sum-exp minus f_y. Log-sum-exp is the
conjugate of the negative entropy: log Σ_k e^{f_k} = max_q Σ_k (q_k f_k - q_k log q_k) over
probabilities q, and softmax(f) is the q that attains it. Insert this for each example, with q_i as
row i of Q, and exchange min and max. The minimum over alpha is that of a quadratic, at alpha_k =
(c/lam)(Y_k - Q_k); the minimum over an intercept is -inf unless Σ_i Q_ik = Σ_i Y_ik for each class.
This gives

    dual    c Σ_i H(q_i) - lam/2 Σ_k alpha_kᵀK alpha_k,    alpha = (c/lam)(Y - Q),
            H(q) = -Σ_k q_k log q_k, the entropy of example i's probabilities

Any such Q gives a lower bound of every primal value. Both values are equal where Q = softmax(f):
the representer theorem, with alpha_ik = (c/lam)([k = y_i] - P(k | x_i)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..duality_gap import EPS, Certificate, primal_objective
from ..solvers.linalg import solve_or_lstsq

MAX_ROUNDS = 60  # largest number of rounds of Newton's method for the intercepts
# Step of the intercepts below which Newton's method ends; it converges quadratically.
LAST_CHANGE = 1e-7
MAX_CHANGE = 10.0  # largest change of an intercept in one round of Newton's method


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return e^{s_k} / Σ_l e^{s_l}, the probability of each class from the scores.

    Parameters
    ----------
    scores : ndarray, of any shape, such as (n, C)
        The score of each class.
    axis : int
        The axis of the classes.

    Returns
    -------
    ndarray, of the same shape
        The probabilities, which sum to 1 along the axis.

    Notes
    -----
    Note 004, "Naturally, for multiclass". Only differences of scores matter, so the largest is
    subtracted first to avoid overflow.

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> kc.multiclass.softmax(np.array([0.0, 0.0])).tolist()
    [0.5, 0.5]
    """
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    e /= e.sum(axis=axis, keepdims=True)
    return e


def cross_entropy(scores: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Return -log softmax(s)_y = log Σ_k e^{s_k - s_y}.

    Parameters
    ----------
    scores : ndarray, shape (n, C)
        The score of each class at each point.
    Y : ndarray, shape (n, C)
        1 at each point's class, else 0; or the weight of the point in place of 1.

    Returns
    -------
    ndarray, shape (n,)
        The loss of each point, in nats, times its weight.

    Notes
    -----
    Note 004, "Generalization of cross-entropy loss". For two classes it is the logistic loss of
    note 000 §1, at the margin s_y - s_k, where k is the other class.

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> kc.multiclass.cross_entropy(np.zeros((1, 2)), np.array([[1.0, 0.0]])).round(6).tolist()
    [0.693147]
    """
    weights = Y.sum(axis=1)
    deficits = scores - (np.vecdot(scores, Y) / weights)[:, None]
    top = deficits.max(axis=1)
    return weights * (top + np.log(np.exp(deficits - top[:, None]).sum(axis=1)))


def loss_gradient(scores: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Return the gradient (n, C) of the loss with respect to the scores.

    Entry k is P(k | x) - [k = y], times the weight. Entry y is computed as minus the sum of the
    others, which is precise even where P(y | x) is nearly 1.
    """
    U = np.where(Y > 0, 0.0, Y.sum(axis=1, keepdims=True) * softmax(scores))
    return U - (Y > 0) * U.sum(axis=1, keepdims=True)


@dataclass(frozen=True, eq=False)
class MultinomialResult:
    """The result of a softmax fit: alpha (m, C), intercept (C,), scores (m, C) at the training
    points, the certificate, and the number of steps."""

    alpha: np.ndarray
    intercept: np.ndarray
    scores: np.ndarray
    proof: Certificate
    iterations: int = 0


def representer(
    K: np.ndarray, Y: np.ndarray, scores: np.ndarray, lam: float, c: float, with_intercept: bool
) -> MultinomialResult:
    """Return the solution that the representer theorem gives for scores (m, C), with a certificate.

    The dual point is Q = softmax(scores). With an intercept, the optimal intercepts are first added
    to the scores.
    """
    if with_intercept:
        scores = scores + optimal_intercepts(scores, Y)
    U, weights = loss_gradient(scores, Y), Y.sum(axis=1)  # U is Q - Y
    alpha = -(c / lam) * U
    f = K @ alpha
    b = np.zeros(Y.shape[1])
    if with_intercept:  # at the optimum, `scores - f` is the intercept
        b = (scores - f).mean(axis=0)
        b = b + optimal_intercepts(f + b, Y)
    norm2 = np.vdot(alpha, f)
    primal = primal_objective(cross_entropy(f + b, Y), norm2, lam, c)
    rounding = (
        c * _rounding(K, alpha, np.abs(U) + np.abs(loss_gradient(f + b, Y))) + 8 * EPS * primal
    )
    rounding += c * (np.abs(b) @ np.abs(U.sum(axis=0)))  # the sums are 0 up to rounding
    dual = c * entropy(Y + U, weights) - lam / 2 * norm2 - rounding
    scale = float(np.median(weights))
    proof = Certificate(float(primal), float(dual), float(rounding), scale)
    return MultinomialResult(alpha, b, f + b, proof)


def entropy(Q: np.ndarray, weights: np.ndarray) -> float:
    """Return -Σ_i w_i Σ_k q_ik log q_ik, where Q (m, C) has the entries w_i q_ik, and 0 log 0 is
    0."""
    return float(-np.vdot(Q, np.log(np.where(Q > 0, Q / weights[:, None], 1.0))))


def _rounding(K: np.ndarray, alpha: np.ndarray, slope: np.ndarray) -> float:
    """Return an allowance for the rounding error of Σ slope_ik f_ik for f = K alpha: twice the
    error that rounding errors of random sign would cause.

    Rounding changes f_ik by about eps (Σ_j K_ij² alpha_jk²)^½, and K_ij² is at most K_ii K_jj.
    """
    size = np.maximum(K.diagonal(), 0.0)
    return 2 * EPS * float(np.sqrt(size @ slope**2) @ np.sqrt(size @ alpha**2))


def optimal_intercepts(scores: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Return intercepts b (C,) for which the probabilities of each class sum to its number of
    points, or to its total weight if the points have weights.

    These intercepts minimise the risk for scores (m, C): its derivative with respect to b_k is
    proportional to the sum of the probabilities of class k minus its number of points. They are
    computed by Newton's method, with Σ b_k = 0, since only differences of b matter.
    """
    C, root = Y.shape[1], np.sqrt(Y.sum(axis=1, keepdims=True))
    b = np.zeros(C)
    loss = cross_entropy(scores, Y).sum()
    for _ in range(MAX_ROUNDS):
        P = root * softmax(scores + b)
        slope = loss_gradient(scores + b, Y).sum(axis=0)
        hessian = np.diag((root * P).sum(axis=0)) - P.T @ P
        hessian += 1.0 / C  # fixes Σ b_k
        step = -solve_or_lstsq(hessian, slope)
        step *= MAX_CHANGE / max(MAX_CHANGE, np.abs(step).max())
        while np.abs(step).max() > LAST_CHANGE:
            ahead = cross_entropy(scores + b + step, Y).sum()
            if ahead <= loss * (1 + EPS * len(Y)):
                break
            step /= 2
        b = b + step
        if np.abs(step).max() <= LAST_CHANGE:
            break
        loss = ahead
    return b
