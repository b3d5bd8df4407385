"""Finitely many features for any Gram matrix: K = ΦΦᵀ, with as few columns as K has to say."""

from __future__ import annotations

import numpy as np

CUT = 1e-13  # what is left of K's diagonal below this part of its largest entry counts as 0


def factor(K: np.ndarray) -> np.ndarray:
    """Φ (m, r) with ΦΦᵀ = K (m, m) up to CUT: Cholesky's method, the largest pivot first.

    r is the numerical rank: 2 for the linear kernel in the plane, some 60 for a wide RBF.
    """
    left = K.diagonal().copy()
    rows, least = np.zeros(K.shape), CUT * left.max()
    for r in range(len(K)):
        pivot = left.argmax()
        if left[pivot] <= least:
            return rows[:r].T
        row = np.subtract(K[pivot], rows[:r, pivot] @ rows[:r], out=rows[r])
        row /= np.sqrt(left[pivot])
        left -= row * row
        left[pivot] = 0.0
    return rows.T
