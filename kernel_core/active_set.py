"""Losses with one kink, [k - yz]₊: the support vector machine (k = 1), the perceptron (k = 0).

The dual of 000 eq. (3) is a quadratic in a box, C = c / lam wide:

    minimise ½ alphaᵀK alpha - k yᵀalpha,   0 <= y_i alpha_i <= C,   Σ alpha_i = 0 with an intercept

A primal active set solves it: every point is at 0, at C, or free between the two. Solve for the
free ones; where the answer leaves the box, go there only as far as it pays, and fix what met a
bound. When the free ones are at rest, free the few fixed points that owe most of the duality gap,
and repeat: box.py does each of these. Where many points belong at C, steps of one coordinate sort
them first; where many are free, the inverse of their systems is kept (systems.py), and new ones
are chosen with its help.
"""

from __future__ import annotations

import numpy as np

from .answer import Answer, Watch
from .box import Box, intercept_bracket, relative_gap
from .losses import Loss

FREED = 8  # fixed points freed at once: so many,
SHARE = 1 / 10  # or this part of all if it is more; with an intercept that takes longer
PATIENCE = 50  # rounds without progress, freeing one point each, before giving up
BEYOND = 1e-4  # the part of tol that is aimed at
LEAP = 32  # how many times smaller a C goes first
LEAP_TOL = 10.0  # and how far: the gap is a ten thousandth of this
ROUNDING = 1e-15  # a relative rise of the dual smaller than this is no progress


def solve_box(
    K: np.ndarray,
    y: np.ndarray,
    loss: Loss,
    lam: float,
    c: float,
    *,
    intercept: bool = False,
    start: Answer | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
    watch: Watch | None = None,
) -> Answer:
    """The minimiser for a loss [k - yz]₊ and lam > 0; K (m, m), y (m,) of -1/+1.

    It aims four digits beyond tol, so that the decision values settle with the objective. `watch`
    is called once a round with the systems solved so far, alpha (m,) and the intercept.
    """
    k, m = float(loss.value(0.0, 1.0)), len(y)
    if k == 0:  # alpha = 0 costs nothing, and nothing can cost less
        return Answer(np.zeros(m), 0.0, np.zeros(m), 0)
    box = Box(K, k * y, c / lam * y, intercept)
    if start is None and watch is None and box.far(k):
        options = {"tol": LEAP_TOL, "max_iter": max_iter}
        start = solve_box(K, y, loss, LEAP * lam, c, **options).rescaled(LEAP)
        box.solves = start.iterations
    if start is not None:
        box.enter(start.alpha)
    if not intercept:
        box.approach()
    most = 50 * m + 500 if max_iter is None else max_iter

    def best_intercept(f: np.ndarray) -> float:
        return sum(intercept_bracket(f, k * y)) / 2 if intercept else 0.0

    freed = FREED if intercept else max(FREED, int(SHARE * m))
    alpha, best, reached, waited = box.alpha.copy(), np.inf, -np.inf, 0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        while True:
            box.descend()
            owed, primal, dual = box.owed()
            if watch is not None:
                watch(box.solves, box.alpha, best_intercept(box.f))
            gap = relative_gap(owed, primal, lam)
            if gap < best:
                alpha, best = box.alpha.copy(), gap
            waited = 0 if dual > reached + ROUNDING * abs(reached) else waited + 1
            reached = max(reached, dual)
            if gap <= BEYOND * tol or box.solves >= most or waited > PATIENCE:
                break
            patient = int(box.many)  # with an inverse kept, one round may bring nothing
            box.free(owed, 1 if waited > patient else freed)
    f = K @ alpha
    b = best_intercept(f)
    return Answer(alpha, b, f + b, box.solves)
