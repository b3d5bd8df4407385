"""Fits of the min kernel: linear between the data, with kinks at the data (notes 000 §3 and
002)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Min
from kernel_core.validation import check_points, check_vector


def min_slopes(X: ArrayLike, alpha: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return the knots and slopes of f(x) = Σ_i alpha_i min{x, x_i} on [0, ∞).

    Parameters
    ----------
    X : array_like of shape (m, 1)
        Points x_i >= 0.
    alpha : array_like of shape (m,)
        The coefficients.

    Returns
    -------
    knots : ndarray of shape (m + 1,)
        0 and the x_i in ascending order.
    slopes : ndarray of shape (m + 1,)
        The slope from each knot to the next; 0 beyond the last.

    Raises
    ------
    ValueError
        If min is not a kernel on these points, and for invalid input.

    Notes
    -----
    Notes 000 §3 and 002. min{x, x_i} rises with slope 1 up to x_i and is flat beyond: the slope at
    x is the sum of the alpha_i with x_i > x.

    Examples
    --------
    >>> knots, slopes = min_slopes([[1.0], [2.0]], [3.0, 0.5])
    >>> knots.tolist(), slopes.tolist()
    ([0.0, 1.0, 2.0], [3.5, 0.5, 0.0])
    """
    X = check_points(X)
    Min()(X, X)  # raises ValueError if min is not a kernel here
    alpha = check_vector(alpha, "alpha", len(X), "point")
    order = np.argsort(X[:, 0], kind="stable")
    to_the_right = np.cumsum(alpha[order][::-1])[::-1]
    return np.concatenate([[0.0], X[order, 0]]), np.concatenate([to_the_right, [0.0]])
