"""Compute the whole λ-path of ridge regression by one eigendecomposition: K = V diag(d) Vᵀ. 003.

The squared loss's alpha = (K + λ/c I)⁻¹ (y - b) is, for every λ, V diag(1 / (d + λ/c)) Vᵀ (y - b):
once V is known, each λ costs two matrix-vector products. With an intercept, Σ alpha_i = 0
determines b.
"""

from __future__ import annotations

import numpy as np

from ..duality_gap import Objective, SolverResult
from .newton import QuadraticModel


class RidgePath:
    """A solver for the loss (z - y)²/2 with K (m, m) and y (m,), for every lam > 0."""

    def __init__(self, K: np.ndarray, y: np.ndarray) -> None:
        d, self.V = np.linalg.eigh(K)
        self.d = np.maximum(d, 0.0)
        self.coordinates = np.column_stack([y, np.ones_like(y)]).T @ self.V

    def solve(self, objective: Objective) -> SolverResult:
        """Return the minimiser, with one step of iterative refinement; it counts as one linear
        system."""
        target, ones = self.coordinates
        weights = 1.0 / (self.d + objective.lam / objective.c)
        b = 0.0
        if objective.intercept:
            b = float((ones * weights) @ target / ((ones * weights) @ ones))
        model = QuadraticModel(objective)
        point = model.at(self.V @ (weights * (target - b * ones)), b)
        best = min(point, model.from_slopes(point), key=lambda p: p.gap)
        return SolverResult(best.alpha, best.intercept, best.f, 1)
