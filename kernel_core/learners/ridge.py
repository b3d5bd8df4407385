"""Ridge regression in closed form, over θ and over alpha. 001, "comparing two solutions"; 003.

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
    """Ridge regression over θ, from the M by M system (ΦᵀΦ + λ/c I)θ = Φᵀy.

    Parameters
    ----------
    Phi : array_like of shape (m, M)
        Features as rows.
    y : array_like of shape (m,)
        Targets.
    lam : float
        λ, above 0.
    risk : {"mean", "sum"}
        c = 1/m or c = 1, the notes' own formula.

    Returns
    -------
    PrimalSolution
        θ with its certificate; the gap grows where λ is so small that rounding spoils θ.

    Notes
    -----
    001, "Comparing two solutions": w = (ΦᵀΦ + λI)⁻¹Φᵀy; 003, "Reformulation of Ridge Reg".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.learners.ridge_primal([[1.0], [2.0]], [1.0, 2.0], 5.0, "sum").theta.round(6).tolist()
    [0.5]
    """
    problem = _problem(Phi, y, lam, risk)
    A = problem.Phi.T @ problem.Phi
    A.flat[:: len(A) + 1] += problem.lam / problem.c
    theta = solve_or_lstsq(A, problem.y @ problem.Phi)
    return primal_solution(problem, risk, problem.at(theta), 1)


def ridge_dual(Phi: ArrayLike, y: ArrayLike, lam: float, risk: str = "mean") -> PrimalSolution:
    """Ridge regression by way of alpha, from the m by m system (ΦΦᵀ + λ/c I)alpha = y.

    Parameters
    ----------
    Phi, y, lam, risk
        As of `ridge_primal`.

    Returns
    -------
    PrimalSolution
        θ = Φᵀalpha with its certificate; its `alpha` solves the system.

    Notes
    -----
    001, "Minimize the dual": α = (K + λI)⁻¹y; 003, "Reformulation of Ridge Reg".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.learners.ridge_dual([[1.0], [2.0]], [1.0, 2.0], 5.0, "sum").theta.round(6).tolist()
    [0.5]
    """
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
