"""Fits of the min kernel: straight between the data, bent at them (000 §3, 002)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..kernels.min_kernel import Min
from ..validation import check_points, check_vector


def min_slopes(X: ArrayLike, alpha: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """The knots (m + 1,) and slopes (m + 1,) of f(x) = Σ_i alpha_i min{x, x_i} on [0, ∞).

    X (m, 1), alpha (m,). The knots are 0 and the x_i in rising order; slopes[k] holds from knot k
    to the next one, and the last slope, 0, from the last knot on. For min{x, x_i} rises with slope
    1 up to x_i and is flat beyond: the slope at x is the sum of the alpha_i whose x_i lie farther
    right, and at x_i it falls by alpha_i. Raises ValueError where min is no kernel.
    """
    X = check_points(X)
    Min()(X, X)  # says in words what is wrong with the points
    alpha = check_vector(alpha, "alpha", len(X), "point")
    order = np.argsort(X[:, 0], kind="stable")
    to_the_right = np.cumsum(alpha[order][::-1])[::-1]
    return np.concatenate([[0.0], X[order, 0]]), np.concatenate([to_the_right, [0.0]])
