"""The convergence of a solver: primal, dual and gap against its iterations."""

from __future__ import annotations

import numpy as np

from kernel_core import Kernel, Problem
from kernel_core.duality_gap import Objective, certify, loss_scale
from kernel_core.kernels import gram_matrix
from kernel_core.solution import solver_for
from kernel_core.validation import check_lam, check_options
from pages.svm.mathematics.soft_margin import ConvergenceHistory


def record_convergence(
    problem: Problem, kernel: Kernel, lam: float, *, max_iter: int | None = None
) -> ConvergenceHistory:
    """Record the certificate at every round of the solver that `fit` uses, starting with alpha = 0.

    Parameters
    ----------
    problem : Problem
        The points, their labels, the loss and the risk.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    lam : float
        The weight of the penalty, above 0.
    max_iter : int, optional
        No round of the solver begins after this many linear systems (for a smooth loss: after this
        many Newton steps).

    Returns
    -------
    ConvergenceHistory
        The certificate against the number of linear systems or Newton steps so far.

    Raises
    ------
    ValueError
        If lam or max_iter is not valid, or lam = 0.

    Notes
    -----
    The risk is note 000, eq. (2); with risk="sum" the losses are added up, as in section 6 of that
    note. The notes do not contain the certificate: dual <= optimum <= primal, by weak duality.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004. Section 5.5.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.Problem([[-1.0], [1.0]], [-1, 1], kc.Hinge())
    >>> h = record_convergence(problem, kc.Linear(), 0.1)
    >>> h.iterations[0].item(), h.primal[0].item(), bool(h.gap[-1] <= 1e-6)
    (0, 1.0, True)
    """
    y, loss, lam = problem.y, problem.loss, check_lam(lam)
    check_options(problem.risk, max_iter=max_iter)
    if lam == 0:
        raise ValueError("There is no convergence history for lam = 0: choose lam > 0.")
    solver, K = solver_for(loss, lam), gram_matrix(kernel, problem.X)
    objective = Objective(K, y, loss, lam, problem.c, problem.intercept)

    steps: list[tuple[int, float, float]] = []

    def watch(iterations: int, alpha: np.ndarray, b: float) -> None:
        proof = certify(objective, alpha, b)
        steps.append((iterations, proof.primal, proof.dual))

    watch(0, np.zeros(len(y)), 0.0)
    a = solver(objective, max_iter=max_iter, watch=watch)
    if a.iterations > 0:
        # The final answer may be better than the last round.
        watch(a.iterations, a.alpha, a.intercept)
    return ConvergenceHistory.of(steps, loss_scale(loss, y, problem.intercept))
