"""Predict a class at random, with the probabilities of softmax (note 004), and compare the expected
error with that of predicting the likeliest class."""

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.multiclass import point_hash


def sample_prediction(P: np.ndarray, Z: ArrayLike, seed: int) -> np.ndarray:
    """Draw a class index for each point of Z (n, d) at random, with its probabilities P (n, C).

    The choice depends on the seed, the point and its probabilities, not on the other points.
    """
    P = np.asarray(P, dtype=float)
    cumulative = np.cumsum(P, axis=1)
    u = point_hash(Z, seed) * cumulative[:, -1]
    return (u[:, None] < cumulative).argmax(axis=1)


def expected_errors(P: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """Return the expected errors of predicting the likeliest class and of predicting a random
    class, for probabilities P (n, C) and true classes `truth` (n,).

    The likeliest class is wrong if it is not the true class; a random class is wrong with the
    probability 1 - P(true class | x).
    """
    P, truth = np.asarray(P, dtype=float), np.asarray(truth)
    right = P[np.arange(len(truth)), truth]
    return float(np.mean(P.argmax(axis=1) != truth)), float(np.mean(1.0 - right))


def self_estimated_errors(P: np.ndarray) -> tuple[float, float]:
    """Return the errors of the two predictions of `expected_errors`, if the probabilities P (n, C)
    are right.

    These errors are the means of 1 - max_k p_k and of 1 - Σ_k p_k². So the error of a random class
    is at least that of the likeliest class, and at most twice as large: 1 - Σ p² <= 2 (1 - max p).
    """
    P = np.asarray(P, dtype=float)
    return float(np.mean(1.0 - P.max(axis=1))), float(np.mean(1.0 - np.square(P).sum(axis=1)))
