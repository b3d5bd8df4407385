"""Losses with pieces: the dual of the regularised risk as a box QP, solved by an active set.

Let L*(u, y) be the minimum of Σ_j at_j u_j + width_j/2 u_j² over all u_j with the sum u and
low_j <= u_j <= high_j (base_loss.py). With C = c / lam, alpha = -C u and a_ij = -C u_ij, the dual
of note 000, eq. (2), divided by lam, is

    minimise ½ alphaᵀK alpha + Σ_ij (width_ij/(2C) a_ij² - at_ij a_ij),   alpha_i = Σ_j a_ij,
             -C high_ij <= a_ij <= -C low_ij,

and Σ alpha_i = 0 with an intercept: the programme of box_qp.py, with one variable a_ij for each
piece j of each point i; intercept.py solves it for a sequence of values b. The hinge has one piece:
alpha itself, 0 <= y_i alpha_i <= C, with at_i = y_i and no width (note 001). The ε-insensitive loss
has two, one for each side of the label.
"""

from __future__ import annotations

import numpy as np

from ..base_loss import Loss
from ..duality_gap import Callback, Objective, SolverResult, loss_scale
from .acceleration import coordinate_warm_up, needs_continuation
from .box_qp import BoxQP
from .intercept import InterceptSearch
from .linalg import sparse_product

TARGET_PER_TOL = 1e-4  # the solver's target gap, relative to tol; small, so that f converges too
# Ratio of the width of the box to that of the smaller box in which the problem is solved first.
CONTINUATION_FACTOR = 32.0
CONTINUATION_GAP = 0.015  # relative gap to reach in the smaller box


def dual_programme(K: np.ndarray, y: np.ndarray, loss: Loss, lam: float, c: float) -> BoxQP:
    """Return the box QP for K (m, m), y (m,) and a loss of p pieces; it has p m variables, ordered
    by piece."""
    C, dual = c / lam, loss.dual_pieces(y)
    p = len(dual.at)
    lower, upper = 0.0 - C * dual.high.ravel(), 0.0 - C * dual.low.ravel()
    ridge = dual.width.ravel() / C if dual.width.any() else None
    K = K if p == 1 else np.tile(K, (p, p))
    return BoxQP(K, dual.at.ravel(), lower, upper, ridge=ridge)


def split(alpha: np.ndarray, qp: BoxQP) -> np.ndarray:
    """Split alpha (m,) into the variables (p m,), one for each piece, within their bounds."""
    a = np.empty((len(qp.alpha) // len(alpha), len(alpha)))
    for piece, low, high in zip(
        a, *(e.reshape(a.shape) for e in (qp.lower, qp.upper)), strict=True
    ):
        np.clip(alpha, low, high, out=piece)
        alpha = alpha - piece
    return a.ravel()


def solve_box(
    objective: Objective,
    *,
    start: SolverResult | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
    watch: Callback | None = None,
) -> SolverResult:
    """Minimise the risk for a loss with `pieces`, by an active-set method for the dual.

    `start` may be the solution of a neighbouring problem. The target gap is 1e-4 tol. No round
    begins after max_iter linear systems, by default 50 for each variable and 500 more. `watch` is
    called in each round with the number of systems so far, alpha (m,) and the intercept.
    """
    K, y, loss, lam, c, intercept = objective
    qp, m, unit = dual_programme(K, y, loss, lam, c), len(y), loss_scale(loss, y, intercept) / lam
    q, target = qp.linear_term, TARGET_PER_TOL * tol
    max_solves = 50 * len(q) + 500 if max_iter is None else max_iter
    if start is None and watch is None and needs_continuation(qp):
        small_box = objective._replace(lam=CONTINUATION_FACTOR * lam)
        start = solve_box(small_box, tol=CONTINUATION_GAP / TARGET_PER_TOL, max_iter=max_iter)
        start, qp.solves = start.rescale(CONTINUATION_FACTOR), start.iterations
    search = InterceptSearch(qp) if intercept else None
    if start is not None:
        qp.warm_start(split(start.alpha, qp))
        if search is not None:
            search.move_to(start.intercept)
    coordinate_warm_up(qp)

    def report() -> None:
        if watch is not None:
            alpha = qp.alpha.reshape(-1, m).sum(axis=0)
            watch(qp.solves, alpha, search.next_intercept if search is not None else 0.0)

    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        (search or qp).minimise(target, unit, max_solves, report)
    alpha, b = qp.alpha.reshape(-1, m).sum(axis=0), 0.0
    f = sparse_product(K, alpha)
    if search is not None:
        b = search.b if qp.ridge is not None else search.best_intercept(np.resize(f, len(q)))
    return SolverResult(alpha, b, f + b, qp.solves)
