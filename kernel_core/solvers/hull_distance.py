"""The nearest points of two convex hulls in feature space: the hard margin's dual. 001.

    minimise ½ ‖p‖²,  p = Σ_i y_i beta_i φ(x_i),   beta_i >= 0, 1 in sum in each class

Without an intercept the sum is 1 over all points: the hull of all y_i φ(x_i) and the origin. With
alpha_i = y_i beta_i the programme of box_qp.py has the same answer but for its length, if it asks
for the sum by a penalty:

    minimise ½ alphaᵀK alpha + w/2 (Σ y_i alpha_i - 1)²,   0 <= y_i alpha_i <= 1

for the length t of t alpha does not change which alpha is best. With Σ alpha_i = 0, which the
search for b sees to, both classes have half of the sum. The penalty's weight w is near ‖p‖²: a much
larger one would leave few digits for p.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .box_qp import BoxQP
from .intercept import InterceptSearch

PATIENCE = 20  # rounds without progress, before the next weight is tried
BALANCED = 1e-15  # ‖p‖ may be small beside all ‖φ‖: rounding alone may unbalance the classes
TARGET = 0.01  # the solver's target, relative to tol
LENGTH = 10  # ‖p‖² that a penalty may have too little of: with more rounding would show
ZERO_NORM2 = 1e-15  # ‖p‖² below this part of the largest ‖φ‖² is 0: rounding has the last word


def nearest_hull_points(
    K: np.ndarray, y: np.ndarray, intercept: bool, *, tol: float, max_iter: int | None = None
) -> tuple[np.ndarray, int]:
    """Return beta (m,) of least ‖p‖, and the number of linear systems solved; K (m, m), y
    (m,).

    It ends where the gap is some tol ‖p‖², where ‖p‖ is 0 but for rounding, or where no more
    progress can be made.
    """
    classes = (y > 0, y < 0) if intercept else (y != 0,)
    largest, lower, upper = float(K.diagonal().max()), np.minimum(y, 0.0), np.maximum(y, 0.0)
    max_solves = 50 * len(y) + 500 if max_iter is None else max_iter
    p, weight, solves = nearest_pair(K, y, classes), np.inf, 0
    while True:
        norm2 = float(p @ K @ p)
        if LENGTH * norm2 >= weight or norm2 <= ZERO_NORM2 * largest or solves >= max_solves:
            return np.abs(p), solves
        weight = norm2
        qp = BoxQP(K + weight * np.outer(y, y), weight * y, lower, upper, patience=PATIENCE)
        solver = InterceptSearch(qp, BALANCED) if intercept else qp
        qp.warm_start(p / len(classes))
        qp.solves = solves
        if isinstance(solver, InterceptSearch):
            solver.move_to(solver.best_intercept(K @ qp.alpha))
        with np.errstate(divide="ignore", invalid="ignore"):
            solver.minimise(TARGET * tol, weight, max_solves)
        p, solves = qp.alpha, qp.solves
        for members in classes:
            p[members] /= np.abs(p[members]).sum() or 1.0


def nearest_pair(K: np.ndarray, y: np.ndarray, classes: Sequence[np.ndarray]) -> np.ndarray:
    """Return p (m,) for one point of each class: the nearest pair, or for a single class the
    shortest φ(x_i)."""
    p, d = np.zeros(len(y)), K.diagonal()
    if len(classes) == 1:
        pair = np.array([d.argmin()])
    else:
        first, last = (np.flatnonzero(members) for members in classes)
        distance2 = d[first][:, None] + d[last] - 2 * K[np.ix_(first, last)]
        i, j = np.unravel_index(distance2.argmin(), distance2.shape)
        pair = np.array([first[i], last[j]])
    p[pair] = y[pair]
    return p
