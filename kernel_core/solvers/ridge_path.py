"""Compute the whole λ-path of ridge regression by one eigendecomposition: K = V diag(d) Vᵀ (note
003).

The squared loss's alpha = (K + λ/c I)⁻¹ (y - b) is, for every λ, V diag(1 / (d + λ/c)) Vᵀ (y - b):
once V is known, each λ costs a few matrix-vector products. With an intercept, Σ alpha_i = 0
determines b.
"""

from __future__ import annotations

import numpy as np

from ..duality_gap import Objective, SolverResult


class RidgePath:
    """A solver for the loss (z - y)²/2 with K (m, m) and y (m,), for every lam > 0."""

    def __init__(self, K: np.ndarray, y: np.ndarray) -> None:
        d, self.V = np.linalg.eigh(K)
        self.d = np.maximum(d, 0.0)
        self.y, self.column_sums = y @ self.V, self.V.sum(axis=0)

    def solve(self, objective: Objective) -> SolverResult:
        """Return the minimiser, after one step of iterative refinement. The solution counts as one
        linear system, and has no certificate yet."""
        K, y, _, lam, c, with_intercept = objective
        weights = 1.0 / (self.d + lam / c)
        column = weights * self.column_sums if with_intercept else None
        alpha, b = self._solution(weights, column, self.y, 0.0)
        residual = y - b - K @ alpha - lam / c * alpha
        correction, shift = self._solution(weights, column, residual @ self.V, -alpha.sum())
        alpha, b = alpha + correction, b + shift
        return SolverResult(alpha, b, K @ alpha + b, 1)

    def _solution(
        self, weights: np.ndarray, column: np.ndarray | None, target: np.ndarray, total: float
    ) -> tuple[np.ndarray, float]:
        """Solve (K + λ/c I) alpha + b = t with Σ alpha_i = `total`, or without b if there is no
        `column`.

        `target` is Vᵀt, `weights` the eigenvalues of (K + λ/c I)⁻¹, and `column` their product with
        Vᵀ1, all (m,).
        """
        if column is None:
            return self.V @ (weights * target), 0.0
        b = float((column @ target - total) / (column @ self.column_sums))
        return self.V @ (weights * (target - b * self.column_sums)), b
