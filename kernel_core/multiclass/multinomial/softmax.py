"""The softmax function and the loss that goes with it. 004; 000 §1 for the loss."""

from __future__ import annotations

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """e^{s_k} / Σ_l e^{s_l}: the probability of each class, given its score.

    Parameters
    ----------
    scores : ndarray
        The scores.
    axis : int
        Along which axis the classes are.

    Returns
    -------
    ndarray, of the same shape
        The probabilities, 1 in sum along the axis.

    Notes
    -----
    004, "Naturally, for multiclass": softmax(s)_k = e^{s_k} / Σ_k' e^{s_k'}. Only differences of
    scores count, so the largest is subtracted first and nothing overflows.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> kc.multiclass.softmax(np.array([0.0, 0.0])).tolist()
    [0.5, 0.5]
    """
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    e /= e.sum(axis=axis, keepdims=True)
    return e


def cross_entropy(scores: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """-log softmax(s)_y = log Σ_k e^{s_k - s_y}.

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
    004, "Generalization of cross-entropy loss": -ln(softmax(s)_y) = ln(1 + Σ_{k≠y} e^{s_k - s_y}),
    s = s(x). For two classes it is the logistic loss of 000 §1, at the margin s_y - s_k.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> kc.multiclass.cross_entropy(np.zeros((1, 2)), np.array([[1.0, 0.0]])).round(6).tolist()
    [0.693147]
    """
    weights = Y.sum(axis=1)
    behind = scores - (np.vecdot(scores, Y) / weights)[:, None]
    top = behind.max(axis=1)
    return weights * (top + np.log(np.exp(behind - top[:, None]).sum(axis=1)))


def loss_gradient(scores: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """The loss's slope in the scores, P(k | x) - [k = y] times the weight, shape (n, C).

    At y it is minus the sum of the others: exact also where P(y | x) is all but 1.
    """
    U = np.where(Y > 0, 0.0, Y.sum(axis=1, keepdims=True) * softmax(scores))
    return U - (Y > 0) * U.sum(axis=1, keepdims=True)
