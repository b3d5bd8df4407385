"""Predict a class from probabilities: the likeliest, or a random one. 004."""

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.multiclass import point_hash


def sampled_prediction(P: np.ndarray, Z: ArrayLike, seed: int) -> np.ndarray:
    """A class, a position, of each point of Z (n, d), drawn from its own probabilities P (n, C).

    The draw is the seed's and the point's own: the same point draws the same in any company.
    """
    P = np.asarray(P, dtype=float)
    below = np.cumsum(P, axis=1)
    u = point_hash(Z, seed) * below[:, -1]
    return (u[:, None] < below).argmax(axis=1)


def expected_errors(P: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """How often the likeliest class and a drawn one are expected to err: P (n, C), truth (n,).

    The first errs where the likeliest class is not the true one, the second with probability
    1 - P(true class | x).
    """
    P, truth = np.asarray(P, dtype=float), np.asarray(truth)
    right = P[np.arange(len(truth)), truth]
    return float(np.mean(P.argmax(axis=1) != truth)), float(np.mean(1.0 - right))


def self_estimated_errors(P: np.ndarray) -> tuple[float, float]:
    """The same if the probabilities are right: the means of 1 - max_k p_k and of 1 - Σ_k p_k².

    Then drawing is never better, and at most twice as bad: 1 - Σ p² <= 2 (1 - max p).
    """
    P = np.asarray(P, dtype=float)
    return float(np.mean(1.0 - P.max(axis=1))), float(np.mean(1.0 - np.square(P).sum(axis=1)))
