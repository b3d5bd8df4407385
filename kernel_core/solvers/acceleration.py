"""Accelerate the active set where many variables change. The solution stays the same.

`needs_continuation`: whether to solve in a smaller box first, where fewer variables are free.
`coordinate_warm_up`: steps in one coordinate each. By the Gauss–Southwell rule each step moves the
    variable with the largest gradient to its best value, or as far as the box allows. These steps
    are cheap: each needs one row of K and no linear system. Where many variables must move to a
    bound, they save many rounds of the active set. Between the bounds they zigzag, and the active
    set is better. So the warm-up ends when no more steps end at a bound.
"""

from __future__ import annotations

import numpy as np

from .box_qp import MAX_WIDTH, BoxQP

MIN_WARM_UP_SIZE = 150  # minimum number of variables for a warm-up or continuation
# Number of steps in a block; the warm-up ends after a block in which no step ended at a bound.
WARM_UP_BLOCK = 24
# Continuation requires the box to be wider than the first step from 0 by more than this factor.
MIN_WIDTH_RATIO = 4.0
# Continuation requires n to exceed the effective rank (tr K)²/‖K‖² by more than this factor.
MIN_RANK_RATIO = 12.0


def needs_continuation(qp: BoxQP) -> bool:
    """Return whether solving in a smaller box first saves time: many variables move far and are
    coupled by K."""
    n = len(qp.alpha)
    if not (begins_at_bounds(qp) and n >= MIN_WARM_UP_SIZE):
        return False
    first_step = np.abs(qp.linear_term).max()  # 0 if a = 0 is the optimum
    width = qp.width * qp.scale
    if not MIN_WIDTH_RATIO * first_step < width < MAX_WIDTH * first_step:
        return False
    sample = qp.K[:: n // MIN_WARM_UP_SIZE]  # a sample of the rows suffices to estimate ‖K‖²
    norm2 = np.einsum("ij,ij->", sample, sample) * n / len(sample)  # vdot would copy the rows
    return bool(np.sqrt(MIN_RANK_RATIO * n) * qp.scale < np.sqrt(norm2))


def begins_at_bounds(qp: BoxQP) -> bool:
    """Return whether all variables are at a bound at a = 0 and the programme has no ridge."""
    return qp.ridge is None and bool(((qp.lower == 0) | (qp.upper == 0)).all())


def coordinate_warm_up(qp: BoxQP) -> None:
    """Take coordinate steps, at most about n, that move many variables to their bounds.

    Leave a programme unchanged if it is small, does not begin at the bounds, has a K_ii of 0, or
    has more free variables than variables at a bound other than 0.
    """
    a, low, high = qp.alpha, qp.lower, qp.upper
    curvature, residual = qp.K.diagonal(), qp.linear_term - qp.f
    n_at_far_bound = np.count_nonzero((a != 0) & ((a == low) | (a == high)))
    is_small = len(a) < MIN_WARM_UP_SIZE or n_at_far_bound < len(qp.free_indices)
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
