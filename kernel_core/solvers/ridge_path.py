"""Compute the whole λ-path of ridge regression by one eigendecomposition: K = V diag(d) Vᵀ (note
003).

The squared loss's alpha = (K + λ/c I)⁻¹ (y - b) is, for every λ, V diag(1 / (d + λ/c)) Vᵀ (y - b):
once V is known, each λ costs a few matrix-vector products. With an intercept, Σ alpha_i = 0
determines b.
"""

from __future__ import annotations

import numpy as np

from ..duality_gap import SolverResult


def ridge_path(
    K: np.ndarray, y: np.ndarray, lams: np.ndarray, c: float, *, with_intercept: bool
) -> dict[int, SolverResult]:
    """Return the ridge solution for K (m, m) and y (m,) at each λ in lams (S,), by its index. Every
    λ must be above 0.

    Each solution has one step of iterative refinement. Its number of iterations is 1, and it is not
    certified yet.
    """
    d, V = np.linalg.eigh(K)
    ridge = lams[:, None] / c
    weights = 1.0 / (np.maximum(d, 0.0) + ridge)
    sums = V.sum(axis=0)
    columns = weights * sums if with_intercept else None
    alpha, b = _solutions(V, weights, sums, columns, y @ V, 0.0)
    residuals = y - b - alpha @ K - ridge * alpha
    corrections, shift = _solutions(V, weights, sums, columns, residuals @ V, -alpha.sum(axis=1))
    alpha, b = alpha + corrections, b + shift
    f = alpha @ K + b
    return {k: SolverResult(alpha[k], float(b[k, 0]), f[k], 1) for k in range(len(lams))}


def _solutions(
    V: np.ndarray,
    weights: np.ndarray,
    sums: np.ndarray,
    columns: np.ndarray | None,
    targets: np.ndarray,
    totals: np.ndarray | float,
) -> tuple[np.ndarray, np.ndarray]:
    """Solve (K + λ/c I) alpha + b = t with Σ alpha_i = `totals`, or with b = 0 if there are no
    `columns`; return alpha (S, m) and b (S, 1).

    `targets` is Vᵀt, (m,) or (S, m); `sums` (m,) is Vᵀ1; `weights` (S, m) are the eigenvalues of
    (K + λ/c I)⁻¹, and `columns` (S, m) their products with `sums`.
    """
    if columns is None:
        return (weights * targets) @ V.T, np.zeros((len(weights), 1))
    b = (((columns * targets).sum(axis=1) - totals) / (columns @ sums))[:, None]
    return (weights * (targets - b * sums)) @ V.T, b
