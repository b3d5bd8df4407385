"""The nearest points of two convex hulls in feature space: the hard margin's dual. 001.

    minimise ½ ‖p‖²,  p = Σ_i y_i beta_i φ(x_i),   beta_i >= 0, 1 in sum in each group

A group is a class, or with one group for all points the hull of all y_i φ(x_i) and the origin. With
Q_ij = y_i y_j K_ij this is the quadratic programme of box_qp.py with no upper bounds, no linear
term and a row of B for each group; here is what it begins with, and what says that it is done.
"""

from __future__ import annotations

import numpy as np

from .box_qp import BoxQP
from .options import SolverOptions

OPTIONS = SolverOptions(min_released=3, patience=20)
ZERO_NORM2 = 1e-15  # ‖p‖² below this part of the largest ‖φ‖² is 0: rounding has the last word


def nearest_hull_points(
    K: np.ndarray, y: np.ndarray, group: np.ndarray, *, tol: float, max_iter: int | None = None
) -> tuple[np.ndarray, int]:
    """beta (m,) of least ‖p‖, and the linear systems solved; K (m, m), y (m,), group (m,) of ints.

    It ends where the gap is at most tol ‖p‖² (see `violation`), where ‖p‖ is 0 but for rounding, or
    where no more progress can be made.
    """
    Q, member = y[:, None] * K * y, np.equal.outer(np.unique(group), group)  # (groups, m)
    zero, groups = np.zeros(len(y)), len(member)
    B = member.astype(float)
    qp = BoxQP(Q, zero, zero, zero + np.inf, B=B, s=np.ones(groups), options=OPTIONS)
    qp.free_indices = nearest_pair(Q, member)
    qp.alpha[qp.free_indices] = 1.0
    qp.f = Q @ qp.alpha
    max_solves = 50 * len(y) + 500 if max_iter is None else max_iter
    n_stalled, best_norm2, largest = 0, np.inf, Q.diagonal().max()
    with np.errstate(divide="ignore", invalid="ignore"):
        while True:
            qp.minimise_free()
            F = qp.free_indices
            qp.f = Q[:, F] @ qp.alpha[F]  # afresh: of a sum of steps, rounding would be left
            gains, norm2, gap = violation(qp, member)
            n_stalled = 0 if norm2 < (1 - OPTIONS.rounding) * best_norm2 else n_stalled + 1
            best_norm2 = min(best_norm2, norm2)
            converged = gap <= tol * norm2 or norm2 <= ZERO_NORM2 * largest
            if converged or qp.solves >= max_solves or n_stalled > OPTIONS.patience:
                return qp.alpha, qp.solves
            qp.release(gains, 1 if n_stalled else OPTIONS.min_released)


def nearest_pair(Q: np.ndarray, member: np.ndarray) -> np.ndarray:
    """One point a group: the two nearest of different groups, or the shortest φ(x_i)."""
    d = Q.diagonal()
    if len(member) == 1:
        return np.array([d.argmin()])
    one, other = (np.flatnonzero(members) for members in member)
    distance2 = d[one][:, None] + d[other] + 2 * Q[np.ix_(one, other)]
    i, j = np.unravel_index(distance2.argmin(), distance2.shape)
    return np.sort([one[i], other[j]])


def violation(qp: BoxQP, member: np.ndarray) -> tuple[np.ndarray, float, float]:
    """How much nearer to the other side than its group's point each one is (m,), ‖p‖², the gap.

    qp.f_i is y_i pᵀφ(x_i). The gap is ‖p‖² less the least of these in each group, added up. It is 0
    at the optimum, since then no point is nearer to the other side than its hull's nearest.
    """
    level = (member * qp.alpha) @ qp.f
    gains = level @ member - qp.f
    return gains, float(level.sum()), float(np.where(member, gains, 0.0).max(axis=1).sum())
