"""K ≈ LᵀL with few rows: a wide RBF kernel's Gram matrix holds far fewer than m directions.

Pivoted Cholesky takes the point whose feature φ(x_j) lies farthest from the span of those taken
before, and stops when none is farther from it than asked. What is left of K, E = K - LᵀL, is
positive semidefinite, so that ‖E‖ is at most m times the greatest entry of its diagonal.
"""

from __future__ import annotations

import numpy as np

WORTH = 0.4  # a rank above this part of m saves too little
EARLY = 1 / 4  # after this part of the allowed rows it is plain whether the rest will do:
BEHIND = 1 / 3  # they must have come this part of the way, in the logarithm


def pivoted_cholesky(K: np.ndarray, tol: float) -> np.ndarray | None:
    """L (r, m) with K ≈ LᵀL for K (m, m); None where r would be above 0.4 m.

    The diagonal of K - LᵀL is at most tol times the greatest of K's. It gives up early where the
    first rows have not brought enough, for later ones hardly ever bring more.
    """
    left = K.diagonal().copy()
    most, whole = int(WORTH * len(K)), left.max()
    early = int(EARLY * most)
    L = np.empty((most, len(K)))
    for r in range(most):
        j = int(left.argmax())
        if left[j] <= tol * whole:
            return L[:r]
        if r == early and left[j] > tol**BEHIND * whole:
            return None
        row = (K[j] - L[:r, j] @ L[:r]) / np.sqrt(left[j])
        L[r] = row
        left -= row * row
        left[j] = 0.0
    return None
