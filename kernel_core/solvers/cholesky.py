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


def pivoted_cholesky(K: np.ndarray, tol: float) -> np.ndarray:
    """L (r, m) with K ≈ LᵀL for K (m, m): the diagonal of K - LᵀL is at most tol times the

    greatest of K's. r is the numerical rank: 2 for the linear kernel in the plane, some 60 for a
    wide RBF.
    """
    L, _ = _rows(K, tol, len(K), len(K))
    return L


def low_rank_factor(K: np.ndarray, tol: float) -> np.ndarray | None:
    """The same L, or None where r would be above 0.4 m.

    It gives up early where the first rows have not brought enough, for later ones hardly ever
    bring more.
    """
    most = int(WORTH * len(K))
    L, done = _rows(K, tol, most, int(EARLY * most))
    return L if done else None


def _rows(K: np.ndarray, tol: float, most: int, early: int) -> tuple[np.ndarray, bool]:
    """At most `most` rows of L, and whether they are enough; not so many where after `early` of
    them it is plain that they will not be.
    """
    left = K.diagonal().copy()
    whole = left.max()
    L = np.zeros((most, len(K)))
    for r in range(most):
        j = int(left.argmax())
        if left[j] <= tol * whole:
            return L[:r], True
        if r == early and left[j] > tol**BEHIND * whole:
            return L[:r], False
        row = np.subtract(K[j], L[:r, j] @ L[:r], out=L[r])
        row /= np.sqrt(left[j])
        left -= row * row
        left[j] = 0.0
    return L, most == len(K)
