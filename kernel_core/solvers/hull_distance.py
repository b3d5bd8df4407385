"""The nearest points of two convex hulls in feature space: the hard margin's dual (note 001).

    minimise ½ ‖p‖², p = Σ_i y_i beta_i φ(x_i), beta_i >= 0, with the sum 1 in each class

Without an intercept the sum is 1 over all points: the problem is then the distance of the hull of
all y_i φ(x_i) from the origin. With alpha_i = y_i beta_i and a penalty on the difference of the
sum from 1, the programme of box_qp.py has the same solution up to a factor:

    minimise ½ alphaᵀK alpha + w/2 (Σ y_i alpha_i - 1)²,   0 <= y_i alpha_i <= 1

since for an alpha with Σ y_i alpha_i = 1 the smallest value of this objective over all multiples
t alpha is an increasing function of ‖p‖².
With Σ alpha_i = 0, which the search for b ensures, each class has half of the sum. The penalty's
weight w is near ‖p‖²: with a much larger weight, rounding would leave few correct digits of p.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .box_qp import BoxQP
from .intercept import InterceptSearch

PATIENCE = 20  # number of rounds without progress after which the next weight w is tried
BALANCE_TOLERANCE = 1e-15  # largest |Σ alpha_i| that counts as 0, as a share of Σ |alpha_i|
TARGET_PER_TOL = 0.01  # the solver's target gap, relative to tol
MAX_WEIGHT_RATIO = 10  # largest w / ‖p‖² at which rounding errors are negligible
ZERO_NORM2 = 1e-15  # a ‖p‖² below this share of the largest ‖φ‖² counts as 0: it is rounding error


def nearest_hull_points(
    K: np.ndarray, y: np.ndarray, intercept: bool, *, tol: float, max_iter: int | None = None
) -> tuple[np.ndarray, int]:
    """Return beta (m,) that minimises ‖p‖ for K (m, m) and labels y = ±1 (m,), and the number of
    linear systems solved.

    With an intercept there must be points of both classes. The search ends when the gap is about
    tol ‖p‖², when ‖p‖ is 0 up to rounding, or after max_iter linear systems, by default 50 m + 500.
    """
    classes = (y > 0, y < 0) if intercept else (y != 0,)
    largest, lower, upper = float(K.diagonal().max()), np.minimum(y, 0.0), np.maximum(y, 0.0)
    max_solves = 50 * len(y) + 500 if max_iter is None else max_iter
    p, weight, solves = nearest_pair(K, y, classes), np.inf, 0
    while True:
        norm2 = float(p @ K @ p)
        if (
            MAX_WEIGHT_RATIO * norm2 >= weight
            or norm2 <= ZERO_NORM2 * largest
            or solves >= max_solves
        ):
            return np.abs(p), solves
        weight = norm2
        qp = BoxQP(K + weight * np.outer(y, y), weight * y, lower, upper, patience=PATIENCE)
        solver = InterceptSearch(qp, BALANCE_TOLERANCE) if intercept else qp
        qp.warm_start(p / len(classes))
        qp.solves = solves
        if isinstance(solver, InterceptSearch):
            solver.move_to(solver.best_intercept(K @ qp.alpha))
        with np.errstate(divide="ignore", invalid="ignore"):
            solver.minimise(TARGET_PER_TOL * tol, weight, max_solves)
        p, solves = qp.alpha, qp.solves
        for members in classes:
            p[members] /= np.abs(p[members]).sum() or 1.0


def nearest_pair(K: np.ndarray, y: np.ndarray, classes: Sequence[np.ndarray]) -> np.ndarray:
    """Return the coefficients y_i beta_i (m,) of a first p: those of the nearest pair of points,
    one from each of the two `classes`.

    Without an intercept `classes` has one entry with all points; then p is the shortest y_i φ(x_i).
    """
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
