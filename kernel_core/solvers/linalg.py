"""Linear systems, where a singular matrix shows in one of two ways.

NumPy raises LinAlgError, or, in a browser, it answers with inf and NaN and says nothing. So every
answer is looked at.
"""

from __future__ import annotations

from math import isfinite

import numpy as np


def solve_regular(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """A⁻¹ r for A (n, n) and r (n,) or (n, k); LinAlgError where A is singular to the last bit."""
    x = np.linalg.solve(A, r)
    if isfinite(np.vdot(x, x)) or np.isfinite(x).all() or not _finite(A, r):
        return x
    raise np.linalg.LinAlgError("Singular matrix")


def solve_or_lstsq(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """The same, but where A is singular it is the least squares answer of least norm, so that a
    solver can go on and let its certificate judge.
    """
    try:
        return solve_regular(A, r)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(A, r)[0] if _finite(A, r) else np.full(np.shape(r), np.nan)


def _finite(A: np.ndarray, r: np.ndarray) -> bool:
    return bool(np.isfinite(A).all() and np.isfinite(r).all())
