"""Accelerate the active set where many variables change; the solution is the same without it.

`needs_continuation`: a large box is reached by way of a smaller one, where fewer are free.
`coordinate_warm_up`: steps of one coordinate each, by Gauss and Southwell's rule. Of all of them
    the one of the largest gradient goes, to its own minimum or as far as the box lets it: a_i rises
    by residual_i / K_ii, and f by as much of row i of K. Where many a_i must travel to a bound this
    sorts them cheaply: a step costs a row of K and no linear system, and it tells the variables
    nearby at once that they need not follow. Between the bounds it zigzags; there the active set is
    better. So it stops as soon as hardly any step ends at a bound.
"""

from __future__ import annotations

import numpy as np

from .box_qp import FAR, BoxQP

WARM_UP_FROM = 150  # variables from which a warm-up is worthwhile
WARM_UP_BLOCK = 24  # steps of which one must end at a bound: else the warm-up ends
CONTINUATION_FROM = 4.0  # a box so many times the first step from 0 is reached by a smaller one,
CONTINUATION_RANK = 12.0  # where (tr K)²/‖K‖² is at most one part in so many of n


def needs_continuation(qp: BoxQP) -> bool:
    """Return whether solving in a smaller box first saves time: many variables move far and are
    coupled by K."""
    n = len(qp.alpha)
    if not (begins_at_bounds(qp) and n >= WARM_UP_FROM):
        return False
    first_step = np.abs(qp.linear_term).max()  # 0: from a = 0 none leaves
    width = qp.width * qp.scale
    if not CONTINUATION_FROM * first_step < width < FAR * first_step:
        return False
    sample = qp.K[:: n // WARM_UP_FROM]  # a sample of rows suffices
    norm2 = np.einsum("ij,ij->", sample, sample) * n / len(sample)  # vdot would copy them, twice
    return bool(np.sqrt(CONTINUATION_RANK * n) * qp.scale < np.sqrt(norm2))


def begins_at_bounds(qp: BoxQP) -> bool:
    """Return whether at a = 0 every variable is at a bound, without a ridge."""
    return qp.ridge is None and bool(((qp.lower == 0) | (qp.upper == 0)).all())


def coordinate_warm_up(qp: BoxQP) -> None:
    """Move many variables roughly to their bounds, in at most n steps."""
    a, low, high = qp.alpha, qp.lower, qp.upper
    curvature, residual = qp.K.diagonal(), qp.linear_term - qp.f
    n_at_far_bound = np.count_nonzero((a != 0) & ((a == low) | (a == high)))
    is_small = len(a) < WARM_UP_FROM or n_at_far_bound < len(qp.free_indices)
    if is_small or not (begins_at_bounds(qp) and curvature.min() > 0):
        return
    up, down = np.where(a < high, 0.0, -np.inf), np.where(a > low, 0.0, -np.inf)
    rise, fall = np.empty_like(a), np.empty_like(a)
    for _ in range(0, len(a), WARM_UP_BLOCK):
        n_at_bound = 0
        for _ in range(WARM_UP_BLOCK):
            np.add(residual, up, out=rise)
            np.subtract(down, residual, out=fall)
            i = np.maximum(rise, fall, out=rise).argmax()
            if rise[i] <= 0.0:  # no step lowers the objective
                n_at_bound = 0
                break
            old_value = a[i]
            a[i] = new_value = min(max(old_value + residual[i] / curvature[i], low[i]), high[i])
            residual -= (new_value - old_value) * qp.K[i]
            up[i] = 0.0 if new_value < high[i] else -np.inf
            down[i] = 0.0 if new_value > low[i] else -np.inf
            n_at_bound += not low[i] < new_value < high[i]
        if not n_at_bound:
            break
    qp.f = qp.linear_term - residual
    qp.free_indices = qp.snap_to_bounds(np.arange(len(a)))
