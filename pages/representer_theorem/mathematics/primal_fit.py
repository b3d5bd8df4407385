"""Minimise the regularised risk over θ, for features that can be computed (note 000, eq. (2)).

The other form, over alpha, is `kernel_core.fit`. Both give the same function: note 000, Theorem 2.1
and §3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Loss, NotConverged
from kernel_core.duality_gap import Objective, risk_weight
from kernel_core.learners.ridge import PrimalSolution, check_primal, primal_solution
from kernel_core.solution import solver_for
from kernel_core.solvers.primal_newton import PrimalPoint, PrimalRisk, newton
from kernel_core.validation import check_options


def fit_primal(
    Phi: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    lam: float,
    *,
    risk: str = "mean",
    tol: float = 1e-6,
    max_iter: int | None = None,
) -> PrimalSolution:
    """Minimise the regularised risk over θ, for features that can be computed.

    The risk is c Σ L(θᵀφ(x_i), y_i) + lam/2 ‖θ‖². There is no intercept. The weight of a feature
    that is always 1 acts as an intercept, but is penalised.

    Parameters
    ----------
    Phi : array_like of shape (m, M)
        The features φ(x_i) as rows.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        A loss that `fit` accepts.
    lam : float
        λ, above 0.
    risk : {"mean", "sum"}
        c = 1/m or c = 1.
    tol : float
        The relative duality gap to reach.
    max_iter : int, optional
        The maximum number of iterations.

    Returns
    -------
    PrimalSolution
        θ with its certificate.

    Raises
    ------
    ValueError
        For invalid input.
    NotConverged
        If the gap stays above tol; its `solution` is the best found.

    Notes
    -----
    Note 000, eq. (2), by Newton's method with M by M systems, or, for a loss with a kink, via the
    dual. `fit` minimises over alpha, and gives the same function: note 000, Theorem 2.1 and §3.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.mixture().sample(50, seed=0)
    >>> kernel = kc.Polynomial(2, 1.0)
    >>> theta = fit_primal(kernel.features(X), y, kc.Logistic(), 0.1, tol=1e-9)
    >>> alpha = kc.fit(X, y, kernel, kc.Logistic(), 0.1, tol=1e-9)
    >>> round(theta.primal - alpha.primal, 6) == 0
    True
    """
    Phi, y, lam = check_primal(Phi, y, loss, lam)
    check_options(risk, tol, max_iter)
    problem = PrimalRisk(Phi, y, loss, lam, risk_weight(risk, len(y)))
    if loss.smooth:
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            start = problem.at(np.zeros(Phi.shape[1]))
            point, steps = newton(problem, start, 1e-4 * tol, max_iter or 1000)
    else:
        point, steps = _by_the_dual(problem, tol, max_iter)
    solution = primal_solution(problem, risk, point, steps)
    if not solution.gap <= tol:
        raise NotConverged(
            f"The relative duality gap is {solution.gap:.1e} after {steps} iterations, above the "
            f"tolerance {tol:.1e}; the best solution found is in `.solution`.",
            solution,
        )
    return solution


def _by_the_dual(problem: PrimalRisk, tol: float, max_iter: int | None) -> tuple[PrimalPoint, int]:
    """Solve the dual, for a loss with a kink; return θ = Φᵀalpha and the number of iterations."""
    Phi, y, loss, lam, c = problem.Phi, problem.y, problem.loss, problem.lam, problem.c
    objective = Objective(Phi @ Phi.T, y, loss, lam, c)
    answer = solver_for(loss, lam)(objective, tol=tol, max_iter=max_iter)
    return problem.at(answer.alpha @ Phi, -lam / c * answer.alpha), answer.iterations
