"""Minimise the risk of a smooth loss over θ, for a K beyond floating-point precision.

On unscaled columns (xᵀz + 1)³ can reach 1e22: then f = K alpha may have no correct digit.
The features φ(x) are only as large as the square root of K, and θ is small. With the singular value
decomposition of the features, Φ = U S V, the weights Vθ have the Hessian c S UᵀWU S + lam I with
W = diag L''(f_i). This Hessian is usually well conditioned after scaling its rows and columns. With
an intercept the features are centred first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .duality_gap import risk_weight
from .kernels.base import MAX_FEATURES
from .kernels.pairwise import grid_points
from .solution import Solution
from .solvers.primal_newton import PrimalRisk, certify_theta, newton

# The value of the constant feature that replaces an intercept; large, so that the penalty on its
# weight is negligible.
CONSTANT_FEATURE = 1e6
MAX_STEPS = 200


@dataclass(frozen=True, eq=False)
class FeatureSolution(Solution):
    """A solution that computes f(z) = φ(z)ᵀtheta + intercept, since alpha is not precise enough.

    theta (M,) are the weights of the kernel's features.
    """

    theta: np.ndarray

    def decision(self, Z: ArrayLike) -> np.ndarray:
        return self.kernel.features(Z) @ self.theta + self.intercept

    def on_grid(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        return self.decision(grid_points(gx, gy)).reshape(len(gy), len(gx))

    @property
    def norm2(self) -> float:
        return float(self.theta @ self.theta)


def better_in_features(solution: Solution, intercept: bool, tol: float) -> Solution:
    """Return the solution over θ if its gap is smaller than that of the given solution; else the
    given solution.

    A solution over θ is computed for a smooth loss, if the features are known and their table has
    at most MAX_FEATURES entries.
    """
    X, y, kernel, loss = solution.X, solution.y, solution.kernel, solution.loss
    M = kernel.feature_count(X.shape[1]) if loss.smooth else None
    if M is None or len(X) * M > MAX_FEATURES:
        return solution
    Phi, c = kernel.features(X), risk_weight(solution.risk, len(y))
    centre = Phi.mean(axis=0) * intercept
    U, S, Vt = np.linalg.svd(Phi - centre, full_matrices=False)
    Psi = U * S
    columns = np.column_stack([Psi, np.full(len(y), CONSTANT_FEATURE)]) if intercept else Psi
    problem = PrimalRisk(columns, y, loss, solution.lam, c)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        start = problem.at(np.zeros(columns.shape[1]))
        point, steps = newton(problem, start, 1e-4 * tol, MAX_STEPS)
        weights, b = point.theta[: len(S)], CONSTANT_FEATURE * point.theta[-1] * intercept
        primal_risk = PrimalRisk(Psi, y, loss, solution.lam, c)
        proof, alpha = certify_theta(primal_risk, weights, intercept=b, with_intercept=intercept)
    if not proof.gap < solution.gap:
        return solution
    theta = weights @ Vt
    return FeatureSolution(
        *(X, y, kernel, alpha, float(b - centre @ theta), loss, solution.lam, solution.risk),
        *(proof.primal, proof.dual, proof.gap, steps, theta),
    )
