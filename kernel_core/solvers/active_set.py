"""Losses with pieces: the dual of the regularised risk as a box QP, solved by an active set.

With L*(u, y) = Σ_j at_j u_j + width_j/2 u_j² (losses.py), C = c / lam and alpha = -C u, the dual of
000 eq. (2), divided by lam, is

    minimise ½ alphaᵀK alpha - Σ_ij at_ij a_ij + width_ij/(2C) a_ij²,   alpha_i = Σ_j a_ij,
             -C high_ij <= a_ij <= -C low_ij,   Σ alpha_i = 0 with an intercept:

the programme of box_qp.py, with one variable a_ij for each piece j of each point i. The hinge has
one piece: alpha itself, 0 <= y_i alpha_i <= C, with at_i = y_i and no width (001). The
ε-insensitive loss has two, one for each side of its label.
"""

from __future__ import annotations

import numpy as np

from ..base_loss import Loss
from ..duality_gap import loss_scale, relative_gap
from .acceleration import coordinate_warm_up, needs_continuation
from .box_qp import BoxQP
from .linalg import sparse_product
from .result import Callback, SolverResult


def dual_programme(
    K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, c: float, intercept: bool = False
) -> BoxQP:
    """The box QP in p m variables, piece by piece, for K (m, m), y (m,) and a loss of p pieces."""
    C, dual = c / lam, loss.dual_pieces(y)
    p, n = len(dual.at), dual.at.size
    lower, upper = 0.0 - C * dual.high.ravel(), 0.0 - C * dual.low.ravel()
    ridge = dual.width.ravel() / C if dual.width.any() else None
    B, s = (np.ones((1, n)), np.zeros(1)) if intercept else (None, None)
    K = K if p == 1 else np.tile(K, (p, p))
    return BoxQP(K, dual.at.ravel(), lower, upper, ridge=ridge, B=B, s=s)


def split(alpha: np.ndarray, qp: BoxQP) -> np.ndarray:
    """alpha (m,) as the variables (p m,) of its pieces, each taking what its bounds allow."""
    a = np.empty((len(qp.alpha) // len(alpha), len(alpha)))
    for piece, low, high in zip(
        a, *(e.reshape(a.shape) for e in (qp.lower, qp.upper)), strict=True
    ):
        np.clip(alpha, low, high, out=piece)
        alpha = alpha - piece
    return a.ravel()


def solve_box(
    K: np.ndarray,
    y: np.ndarray,
    loss: Loss,
    lam: float,
    c: float,
    *,
    intercept: bool = False,
    start: SolverResult | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
    watch: Callback | None = None,
) -> SolverResult:
    """The minimiser for a loss with pieces, by an active set in the box of the dual.

    Parameters
    ----------
    K : ndarray, shape (m, m)
        The Gram matrix.
    y : ndarray, shape (m,)
        The labels.
    loss : Loss
        One that declares `pieces`.
    lam : float
        The weight of the penalty, above 0.
    c : float
        The weight of each loss: 1/m for the mean risk, 1 for the sum.
    intercept : bool
        Whether there is a constant b, which is not penalised.
    start : SolverResult, optional
        The answer to a problem nearby.
    tol : float
        The relative duality gap to reach; it aims four digits beyond, so that the decision values
        settle with the objective.
    max_iter : int, optional
        The most linear systems to solve.
    watch : Callback, optional
        Called once a round with the systems solved so far, alpha (m,) and the intercept.

    Returns
    -------
    SolverResult
        The best answer found; `certificate` says how good it is.

    Notes
    -----
    The dual of 000 eq. (2), written out above; for the hinge 001's dual with C = c / lam.

    References
    ----------
    000, eq. (2); 001, "SVM primal formulation". See docs/notes.md.

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> from kernel_core.solvers import solve_box
    >>> a = solve_box(np.eye(2), np.array([-1.0, 1.0]), kc.Hinge(), lam=0.5, c=1.0)
    >>> a.alpha.round(9).tolist()
    [-1.0, 1.0]
    """
    qp, m = dual_programme(K, y, loss, lam, c, intercept), len(y)
    n, options, scale = len(qp.alpha), qp.options, loss_scale(loss, y, intercept)
    max_solves = 50 * n + 500 if max_iter is None else max_iter
    if start is None and watch is None and needs_continuation(qp):
        factor, rough = options.continuation, options.continuation_gap / options.aim
        start = solve_box(K, y, loss, factor * lam, c, tol=rough, max_iter=max_iter)
        start, qp.solves = start.rescale(factor), start.iterations
    if start is not None:
        qp.warm_start(split(start.alpha, qp))
    coordinate_warm_up(qp)
    best, smallest_gap = (qp.alpha.copy(), qp.free_indices), np.inf
    best_dual, n_stalled = -np.inf, 0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        while True:
            qp.minimise_free()
            contribution, primal, dual = qp.gap_per_point()
            if watch is not None:
                watch(qp.solves, qp.alpha.reshape(-1, m).sum(axis=0), qp.best_intercept())
            gap = relative_gap(lam * contribution.sum(), scale, lam * primal)
            if gap < smallest_gap:
                best, smallest_gap = (qp.alpha.copy(), qp.free_indices), gap
            n_stalled = 0 if dual > best_dual + options.rounding * abs(dual) else n_stalled + 1
            best_dual = max(best_dual, dual)
            if gap <= options.aim * tol or qp.solves >= max_solves or n_stalled > options.patience:
                break
            share = int(options.release_fraction * len(qp.free_indices))
            stalled = n_stalled > qp.uses_inverse
            qp.release(contribution, 1 if stalled else max(options.min_released, share))
    qp.alpha, qp.free_indices = best
    alpha = qp.alpha.reshape(-1, m).sum(axis=0)
    qp.f = sparse_product(qp.K, qp.alpha)
    b = qp.best_intercept()
    return SolverResult(alpha, b, qp.f[:m] + b, qp.solves)
