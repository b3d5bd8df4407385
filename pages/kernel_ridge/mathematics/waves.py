"""The features 1, cos ωx, sin ωx, cos 2ωx, … of a number (note 003, the φ_j).

Ridge regression over p features solves a system of p equations, one for each feature, or of m
equations, one for each example; note 003 writes M for p and N for m.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.validation import check_count

LONGEST_PERIOD = 8.0  # period of the slowest wave, longer than the interval from -3 to 3


def waves(x: ArrayLike, p: int) -> np.ndarray:
    """Compute p features of each x: 1, cos ωx, sin ωx, cos 2ωx, … with ω = 2π/8.

    Parameters
    ----------
    x : array_like of shape (n,)
        Points on the line.
    p : int
        The number of features, at least 1.

    Returns
    -------
    ndarray of shape (n, p)

    Notes
    -----
    A choice of the φ_j in note 003, "Ridge Regression": f(x) = Σ_j w_j φ_j(x). The derivation in
    the note holds for every choice.

    Examples
    --------
    >>> waves([0.0, 2.0], 3).round(6).tolist()
    [[1.0, 1.0, 0.0], [1.0, 0.0, 1.0]]
    """
    number = np.arange(check_count(p, "The number of features"))
    orders = (number + 1) // 2  # multiples of ω: 0, 1, 1, 2, 2, …
    angles = 2 * np.pi / LONGEST_PERIOD * np.multiply.outer(np.asarray(x, dtype=float), orders)
    return np.where((number % 2 == 0) & (number > 0), np.sin(angles), np.cos(angles))
