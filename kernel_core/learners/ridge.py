"""Ridge regression in closed form, over θ and over alpha (note 001, "comparing two solutions"; note
003).

    over θ       θ = (ΦᵀΦ + λ/c I)⁻¹ Φᵀy          an M by M system
    over alpha   θ = Φᵀalpha,  alpha = (ΦΦᵀ + λ/c I)⁻¹ y     an m by m system

c = 1 for risk="sum", which is the notes' formula, and 1/m for "mean", note 000, eq. (2), where λm
replaces λ. The objective has (z - y)²/2 (note 000 §1) and λ/2 ‖θ‖²: it is half of note 001's F, so
its minimiser θ is the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..duality_gap import risk_weight
from ..losses import Squared
from ..solution import Solution
from ..solvers.linalg import solve_or_lstsq
from ..solvers.primal_newton import PrimalPoint, PrimalRisk
from ..validation import check_data, check_lam, check_options, check_points
from ..weighted_loss import WeightedLoss


@dataclass(frozen=True, eq=False)
class PrimalSolution:
    """A fit f(x) = θᵀφ(x) to features Phi (m, M) and y (m,), with a certificate.

    theta (M,) is θ. alpha (m,) belongs to the dual point; if the gap is 0, θ = Φᵀalpha. primal,
    dual and the relative gap are as in `Certificate`. iterations is the number of linear systems
    solved.
    """

    Phi: np.ndarray
    y: np.ndarray
    loss: Loss
    lam: float
    risk: str
    theta: np.ndarray
    alpha: np.ndarray
    primal: float
    dual: float
    gap: float
    iterations: int

    def decision(self, Phi: ArrayLike) -> np.ndarray:
        """Return f = Φθ (n,) for features Phi (n, M): M multiplications for each point."""
        Phi = check_points(Phi)
        if Phi.shape[1] != len(self.theta):
            raise ValueError(
                f"θ has {len(self.theta)} entries, one for each feature; these rows "
                f"have {Phi.shape[1]}."
            )
        return Phi @ self.theta

    @property
    def norm2(self) -> float:
        """‖θ‖²."""
        return float(self.theta @ self.theta)


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float, risk: str = "mean") -> PrimalSolution:
    """Solve ridge regression over θ, by the M by M system (ΦᵀΦ + λ/c I)θ = Φᵀy.

    Parameters
    ----------
    Phi : array_like of shape (m, M)
        Features as rows.
    y : array_like of shape (m,)
        Targets.
    lam : float
        λ, above 0.
    risk : {"mean", "sum"}
        c = 1/m or c = 1, the notes' formula.

    Returns
    -------
    PrimalSolution
        θ with its certificate; the gap is larger where λ is so small that θ is inaccurate.

    Notes
    -----
    Note 001, "Comparing two solutions": w = (ΦᵀΦ + λI)⁻¹Φᵀy; note 003, "Reformulation of Ridge
    Reg".

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
    """Solve ridge regression over alpha, by the m by m system (ΦΦᵀ + λ/c I)alpha = y.

    Parameters
    ----------
    Phi, y, lam, risk
        As in `ridge_primal`.

    Returns
    -------
    PrimalSolution
        θ = Φᵀalpha with its certificate; its `alpha` solves the system.

    Notes
    -----
    Note 001, "Minimize the dual": α = (K + λI)⁻¹y; note 003, "Reformulation of Ridge Reg".

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


def check_primal(
    Phi: ArrayLike, y: ArrayLike, loss: Loss, lam: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return Phi (m, M), y (m,) and lam > 0 as floats. Raises ValueError for invalid values."""
    Phi, y = check_data(Phi, y, loss)
    lam = check_lam(lam)
    if lam == 0:
        raise ValueError(
            "Over θ, lam must be above 0: with lam = 0 the directions of θ that the data do not "
            "determine are free, so there are many minimisers, or none."
        )
    return Phi, y, lam


def primal_solution(
    problem: PrimalRisk, risk: str, point: PrimalPoint, iterations: int
) -> PrimalSolution:
    """Return the solution whose θ and certificate are those of `point`."""
    proof = point.proof
    return PrimalSolution(
        *(problem.Phi, problem.y, problem.loss, problem.lam, risk, point.theta, point.alpha),
        *(proof.primal, proof.dual, proof.gap, iterations),
    )


def leave_one_out_predictions(solution: Solution, *, with_intercept: bool) -> np.ndarray:
    """Return the leave-one-out prediction at each example, by ridge regression on all others.

    Parameters
    ----------
    solution : Solution
        A solution for the squared loss; its examples may have weights.
    with_intercept : bool
        Whether the model has an intercept b, as in the fit.

    Returns
    -------
    ndarray, shape (m,)
        Entry i is f(x_i) of the minimiser without example i. For the mean risk the weight of the
        other losses remains c = 1/m. NaN for a single example with an intercept.

    Raises
    ------
    ValueError
        For a solution of another loss, whose minimiser is not linear in the labels.

    Notes
    -----
    Note 001, "Minimize the dual": α = Hy with H = (K + λ/c I)⁻¹; weights w replace λ/c I by
    diag(λ/(c w_i)), and with an intercept, H11ᵀH / 1ᵀH1 is subtracted from H. With the label
    y_i - α_i / H_ii, example i would have α_i = 0 as if it were left out, so this label is the
    prediction. The formula is not in the notes.

    References
    ----------
    G. Wahba, Spline Models for Observational Data, 1990. Chapter 4.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.fit([[1.0], [2.0]], [2.0, 4.0], kc.Linear(), kc.Squared(), 1e-9, risk="sum")
    >>> predictions = kc.learners.leave_one_out_predictions(s, with_intercept=False)
    >>> predictions.round(6).tolist()
    [2.0, 4.0]
    """
    loss = solution.loss
    if not isinstance(loss.unweighted, Squared):
        raise ValueError(
            f"Leaving one example out has a closed form only for the squared loss: with the "
            f"{loss.name} loss, fit again without the example."
        )
    w = loss.weights if isinstance(loss, WeightedLoss) else 1.0
    A = solution.kernel(solution.X, solution.X)
    A.flat[:: len(A) + 1] += solution.lam / (risk_weight(solution.risk, len(A)) * w)
    H = solve_or_lstsq(A, np.eye(len(A)))
    if with_intercept:
        column = H.sum(axis=1)
        H -= np.outer(column, column) / column.sum()
    return solution.y - H @ solution.y / H.diagonal()
