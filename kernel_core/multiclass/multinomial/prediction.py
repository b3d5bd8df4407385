"""From probabilities to a class: the likeliest, or one drawn by its probability. 004."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..tie_breaking import point_hash


def argmax_prediction(P: np.ndarray) -> np.ndarray:
    """The likeliest class of each point, (n,), for its probabilities P (n, C). 004, prediction."""
    return np.asarray(P).argmax(axis=1)


def sampled_prediction(P: np.ndarray, Z: ArrayLike, seed: int) -> np.ndarray:
    """A class of each point drawn from its own probabilities.

    Parameters
    ----------
    P : ndarray, shape (n, C)
        The probability of each class at each point.
    Z : array_like, shape (n, d)
        The points.
    seed : int
        Another seed draws others.

    Returns
    -------
    ndarray of int, shape (n,)
        Positions.

    Notes
    -----
    004, "A note on prediction": a randomized prediction drawn from softmax(Wx). The draw is the
    seed's and the point's own: the same point draws the same in any company.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.sampled_prediction([[0.0, 1.0]], [[3.0]], seed=0).tolist()
    [1]
    """
    P = np.asarray(P, dtype=float)
    below = np.cumsum(P, axis=1)
    u = point_hash(Z, seed) * below[:, -1]
    return (u[:, None] < below).argmax(axis=1)


def expected_errors(P: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """How often the likeliest class, and a drawn one, are expected to err on labelled points.

    Parameters
    ----------
    P : ndarray, shape (n, C)
        The probability of each class at each point.
    truth : ndarray of int, shape (n,)
        The true classes, as positions.

    Returns
    -------
    tuple of two floats
        Deterministic, randomised: in [0, 1].

    Notes
    -----
    004, "A note on prediction": argmax_k w_kᵀx, or a draw from softmax(Wx). The first errs where
    the likeliest class is not the true one, the second with probability 1 - P(true class | x),
    which is seldom less.

    Examples
    --------
    >>> import kernel_core as kc
    >>> tuple(round(e, 6) for e in kc.multiclass.expected_errors([[0.2, 0.8]], [1]))
    (0.0, 0.2)
    """
    P, truth = np.asarray(P, dtype=float), np.asarray(truth)
    right = P[np.arange(len(truth)), truth]
    return float(np.mean(argmax_prediction(P) != truth)), float(np.mean(1.0 - right))


def self_estimated_errors(P: np.ndarray) -> tuple[float, float]:
    """The same if the probabilities are right.

    Parameters
    ----------
    P : ndarray, shape (n, C)
        The probability of each class at each point.

    Returns
    -------
    tuple of two floats
        The means of 1 - max_k p_k and of 1 - Σ_k p_k².

    Notes
    -----
    004, "A note on prediction": where P is true, argmax errs with probability 1 - max_k p_k, and a
    draw from P with 1 - Σ_k p_k². Then drawing is never better, and at most twice as bad: 1 - Σ p²
    <= 2 (1 - max p).

    Examples
    --------
    >>> import kernel_core as kc
    >>> tuple(round(e, 6) for e in kc.multiclass.self_estimated_errors([[0.2, 0.8]]))
    (0.2, 0.32)
    """
    P = np.asarray(P, dtype=float)
    return float(np.mean(1.0 - P.max(axis=1))), float(np.mean(1.0 - np.square(P).sum(axis=1)))
