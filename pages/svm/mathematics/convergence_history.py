"""How a solver comes to its proof: primal, dual and gap against its iterations."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel, Loss
from kernel_core.duality_gap import Objective, certify, loss_scale, risk_weight
from kernel_core.kernels import gram_matrix
from kernel_core.solution import solver_for
from kernel_core.validation import check_data, check_lam, check_options
from pages.svm.mathematics.soft_margin import ConvergenceHistory


def record_convergence(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    *,
    risk: str = "mean",
    intercept: bool = False,
    tol: float = 1e-6,
    max_iter: int | None = None,
) -> ConvergenceHistory:
    """The certificate at every round of the solver that `fit` uses, from alpha = 0 on.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their labels.
    kernel : Kernel
        K(x, z) = φ(x)ᵀφ(z).
    loss : Loss
        The loss.
    lam : float
        The weight of the penalty, above 0.
    risk : {"mean", "sum"}
        Whether the losses are averaged or summed.
    intercept : bool
        Whether f has a constant, which is not penalised.
    tol : float
        The relative duality gap to reach.
    max_iter : int, optional
        The most linear systems to solve, if the solver does not end sooner.

    Returns
    -------
    ConvergenceHistory
        What was proven after so many systems.

    Raises
    ------
    ValueError
        For bad input, and for lam = 0.

    Notes
    -----
    The risk is 000 eq. (2); with risk="sum" the losses are added up, as in 000 §6. The certificate
    is in no note: dual <= optimum <= primal, by weak duality.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004. Section 5.5.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = record_convergence([[-1.0], [1.0]], [-1, 1], kc.Linear(), kc.Hinge(), 0.1)
    >>> h.iterations[0].item(), h.primal[0].item(), bool(h.gap[-1] <= 1e-6)
    (0, 1.0, True)
    """
    X, y = check_data(X, y, loss)
    check_options(risk, tol, max_iter, intercept)
    lam = check_lam(lam)
    if lam == 0:
        raise ValueError("A history needs lam > 0: at lam = 0 no path starts from alpha = 0.")
    solver, c = solver_for(loss, lam), risk_weight(risk, len(y))
    objective = Objective(gram_matrix(kernel, X), y, loss, lam, c, intercept)

    steps: list[tuple[int, float, float]] = []

    def watch(iterations: int, alpha: np.ndarray, b: float) -> None:
        proof = certify(objective, alpha, b)
        steps.append((iterations, proof.primal, proof.dual))

    watch(0, np.zeros(len(y)), 0.0)
    a = solver(objective, tol=tol, max_iter=max_iter, watch=watch)
    if a.iterations > 0:
        watch(a.iterations, a.alpha, a.intercept)  # polished, or the best of all rounds
    return ConvergenceHistory.of(steps, loss_scale(loss, y, intercept))
