"""Linear systems that always have an answer."""

from __future__ import annotations

import numpy as np


def solve(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """A⁻¹ r for A (n, n) and r (n,) or (n, k).

    Where A is singular to the last bit it is the least squares answer of least norm, so that a
    solver can go on and let its certificate judge.
    """
    try:
        return np.linalg.solve(A, r)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(A, r)[0]
