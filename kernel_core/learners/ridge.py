"""Ridge regression in closed form, by either road. 001, "comparing two solutions"; 003.

    over θ       θ = (ΦᵀΦ + λ/c I)⁻¹ Φᵀy          an M by M system
    over alpha   θ = Φᵀalpha,  alpha = (ΦΦᵀ + λ/c I)⁻¹ y     an m by m system

c = 1 for risk="sum", which is the notes' own formula, and 1/m for "mean", 000 eq. (2), where λ
becomes λm. The loss is (z - y)²/2 (000 §1) beside λ/2 ‖θ‖²: half of 001's F, with the same θ.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from ..duality_gap import risk_weight
from ..losses import Squared
from ..solvers.linalg import solve_or_lstsq
from ..solvers.primal_newton import PrimalRisk
from ..validation import check_options
from .primal_fit import PrimalSolution, check_primal, primal_solution


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float, risk: str = "mean") -> PrimalSolution:
    """θ from the M by M system; Phi (m, M), y (m,) any numbers, lam > 0.

    The gap is as honest as everywhere: it grows where lam is so small that rounding spoils θ.
    """
    problem = _problem(Phi, y, lam, risk)
    A = problem.Phi.T @ problem.Phi
    A.flat[:: len(A) + 1] += problem.lam / problem.c
    theta = solve_or_lstsq(A, problem.y @ problem.Phi)
    return primal_solution(problem, risk, problem.at(theta), 1)


def ridge_dual(Phi: ArrayLike, y: ArrayLike, lam: float, risk: str = "mean") -> PrimalSolution:
    """The same θ by way of alpha, from the m by m system; its `alpha` is that system's answer."""
    problem = _problem(Phi, y, lam, risk)
    K = problem.Phi @ problem.Phi.T
    K.flat[:: len(K) + 1] += problem.lam / problem.c
    alpha = solve_or_lstsq(K, problem.y)
    u = -problem.lam / problem.c * alpha
    return primal_solution(problem, risk, problem.at(alpha @ problem.Phi, u), 1)


def _problem(Phi: ArrayLike, y: ArrayLike, lam: float, risk: str) -> PrimalRisk:
    check_options(risk, 1.0)
    Phi, y, lam = check_primal(Phi, y, Squared(), lam)
    return PrimalRisk(Phi, y, Squared(), lam, risk_weight(risk, len(y)))
