"""The intercept b: which are best for given f, and which alpha it allows, Σ alpha_i = 0.

001, "SVM primal formulation": b costs nothing, so the risk alone decides on it.
"""

from __future__ import annotations

import numpy as np


def optimal_intercept_interval(
    residual: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The intercepts [low, high] (...) that minimise Σ_i max(lower_i r_i, upper_i r_i).

    r = residual - b, residual (..., m), lower <= 0 <= upper (m,). For the hinge, residual = y - f
    and 0 <= y_i alpha_i <= C. The slope in b is -Σ upper_i far to the left and rises by
    upper_i - lower_i at each residual_i: the minimum is where it is 0. A half-line, to ±inf,
    where every slope has one sign; the whole line for m = 0.
    """
    if not np.isfinite(upper - lower).all():
        lower, upper = (np.where(np.isfinite(edge), edge, np.sign(edge)) for edge in (lower, upper))
    rise = (upper - lower)[np.argsort(residual, axis=-1)]
    right = np.cumsum(rise, axis=-1) - upper.sum()  # the slope to the right of each turn
    rounding, turns = 1e-12 * (upper - lower).sum(), np.sort(residual, axis=-1)
    low = np.where(right - rise < -rounding, turns, -np.inf).max(axis=-1, initial=-np.inf)
    high = np.where(right > rounding, turns, np.inf).min(axis=-1, initial=np.inf)
    return low, high


def midpoint(low: np.ndarray, high: np.ndarray) -> float:
    """The middle of an interval; of a half-line its end, of the whole line 0."""
    ends = [float(end) for end in (low, high) if np.isfinite(end)]
    return sum(ends) / max(len(ends), 1)


def project_to_zero_sum(alpha: np.ndarray) -> np.ndarray:
    """alpha (m,) with the sum brought to 0 by shrinking the heavier side, its smallest first."""
    excess = alpha.sum()
    heavier = np.flatnonzero(alpha * excess > 0)
    order = heavier[np.argsort(np.abs(alpha[heavier]), kind="stable")]
    size = np.abs(alpha[order])
    left = np.clip(np.cumsum(size) - abs(excess), 0.0, size)
    alpha = alpha.copy()
    alpha[order] = np.sign(excess) * left
    return alpha
