"""From probabilities to a class: the likeliest, or one drawn by its probability. 004."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..tie_breaking import point_hash


def argmax_prediction(P: np.ndarray) -> np.ndarray:
    """argmax_k P(k | x): the likeliest class of each point, for P (n, C); shape (n,)."""
    return np.asarray(P).argmax(axis=1)


def sampled_prediction(P: np.ndarray, Z: ArrayLike, seed: int) -> np.ndarray:
    """A class of each point of Z (n, d) drawn from its own probabilities P (n, C); shape (n,).

    The draw is the seed's and the point's own: the same point draws the same in any company.
    """
    P = np.asarray(P, dtype=float)
    below = np.cumsum(P, axis=1)
    lot = point_hash(Z, seed) * below[:, -1]
    return (lot[:, None] < below).argmax(axis=1)


def expected_errors(P: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """How often each is expected to err on labelled points: deterministic, randomised.

    truth (n,) are positions. The first errs where the likeliest class is not the true one, the
    second with probability 1 - P(true class | x), which is seldom less.
    """
    P, truth = np.asarray(P, dtype=float), np.asarray(truth)
    right = P[np.arange(len(truth)), truth]
    return float(np.mean(argmax_prediction(P) != truth)), float(np.mean(1.0 - right))


def self_estimated_errors(P: np.ndarray) -> tuple[float, float]:
    """The same if the probabilities are right: mean 1 - max_k p_k, and mean 1 - Σ_k p_k².

    Then drawing is never better, and at most twice as bad: 1 - Σ p² <= 2 (1 - max p).
    """
    P = np.asarray(P, dtype=float)
    return float(np.mean(1.0 - P.max(axis=1))), float(np.mean(1.0 - np.square(P).sum(axis=1)))
