"""How a solver comes to its proof: primal, dual and gap against its iterations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..duality_gap import certify, loss_scale, risk_weight
from ..kernels.base import Kernel
from ..kernels.closure_proof import gram_matrix
from ..solution import solver_for
from ..validation import check_data, check_lam, check_options


@dataclass(frozen=True, eq=False)
class ConvergenceHistory:
    """How a solver comes to its proof: what was proven after so many steps.

    primal is the least value found so far and dual the largest, so the gap only closes. The first
    entry is the start, before any step.

    Attributes
    ----------
    iterations : ndarray, shape (R,)
        Steps or linear systems so far.
    primal, dual, gap : ndarray, shape (R,)
        The certificate then.

    Notes
    -----
    The risk is 000 eq. (2), or in 001 the "SVM primal formulation"; a certificate is in no note. By
    weak duality dual <= optimum <= primal at every step, and gap = (primal - dual) / max(scale,
    |primal|), as of `Certificate`.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004. Section 5.5.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = kc.svm.ConvergenceHistory.of([(0, 2.0, 0.0), (1, 1.0, 0.5)])
    >>> h.gap.tolist()
    [1.0, 0.5]
    """

    iterations: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray

    @classmethod
    def of(
        cls, steps: Sequence[tuple[int, float, float]], scale: float = 1.0
    ) -> ConvergenceHistory:
        """The history of (iterations, primal, dual), as they came."""
        iterations, primal, dual = map(np.array, zip(*steps, strict=True))
        primal = np.minimum.accumulate(primal)
        dual = np.minimum(np.maximum.accumulate(dual), primal)  # beyond it is rounding
        last = np.diff(iterations, append=np.inf) > 0  # of several entries for one step
        iterations, primal, dual = iterations[last], primal[last], dual[last]
        return cls(iterations, primal, dual, (primal - dual) / np.maximum(scale, np.abs(primal)))


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
    000, eq. (2). See docs/notes.md.
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004. Section 5.5.1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> h = kc.svm.record_convergence([[-1.0], [1.0]], [-1, 1], kc.Linear(), kc.Hinge(), 0.1)
    >>> h.iterations[0].item(), h.primal[0].item(), bool(h.gap[-1] <= 1e-6)
    (0, 1.0, True)
    """
    X, y = check_data(X, y, loss)
    check_options(risk, tol, max_iter, intercept)
    lam = check_lam(lam)
    if lam == 0:
        raise ValueError("A history needs lam > 0: at lam = 0 no path starts from alpha = 0.")
    K, c, solver = gram_matrix(kernel, X), risk_weight(risk, len(y)), solver_for(loss, lam)

    steps: list[tuple[int, float, float]] = []

    def watch(iterations: int, alpha: np.ndarray, b: float) -> None:
        proof = certify(K, y, alpha, b, loss, lam, c, intercept)
        steps.append((iterations, proof.primal, proof.dual))

    watch(0, np.zeros(len(y)), 0.0)
    a = solver(K, y, loss, lam, c, intercept=intercept, tol=tol, max_iter=max_iter, watch=watch)
    if a.iterations > 0:
        watch(a.iterations, a.alpha, a.intercept)  # polished, or the best of all rounds
    return ConvergenceHistory.of(steps, loss_scale(loss, y, intercept))
