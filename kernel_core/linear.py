"""Linear systems that always have an answer."""

from __future__ import annotations

import numpy as np


def solve_or_lstsq(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """A⁻¹ r for A (n, n) and r (n,) or (n, k).

    Where A is singular to the last bit it is the least squares answer of least norm, so that a
    solver can go on and let its certificate judge. A singular A shows in one of two ways: NumPy
    raises LinAlgError, or, in a browser, answers with inf and NaN and says nothing.
    """
    try:
        x = np.linalg.solve(A, r)
    except np.linalg.LinAlgError:
        x = None
    if x is None or not np.isfinite(x).all():
        if not (np.isfinite(A).all() and np.isfinite(r).all()):
            return np.full(np.shape(r), np.nan)
        x = np.linalg.lstsq(A, r)[0]
    return x
