"""What makes the active set quick where many variables travel; without it the answer is the same.

`needs_continuation`: a large box is reached by way of a smaller one, where fewer are free.
`coordinate_warm_up`: steps of one coordinate each, by Gauss and Southwell's rule. Of all of them
    the one of the largest gradient goes, to its own minimum or as far as the box lets it: a_i rises
    by residual_i / K_ii, and f by as much of row i of K. Where many a_i must travel to a bound this
    sorts them cheaply: a step costs a row of K and no linear system, and it tells the variables
    nearby at once that they need not follow. Between the bounds it zigzags; there the active set is
    better. So it stops as soon as hardly any step ends at a bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .box_qp import BoxQP


def needs_continuation(qp: BoxQP) -> bool:
    """Whether from a = 0 it is better to go by way of a smaller box: many variables must travel far

    to a bound. Not where K is near a diagonal: there each finds its place by itself.
    """
    options, n = qp.options, len(qp.alpha)
    if not (begins_at_bounds(qp) and n >= options.warm_up_from):
        return False
    first_step = np.abs(qp.linear_term).max()  # 0: from a = 0 none leaves
    width = qp.width * qp.scale
    if not options.continuation_from * first_step < width < options.far * first_step:
        return False
    sample = qp.K[:: n // options.warm_up_from]  # rows enough to tell
    norm2 = np.einsum("ij,ij->", sample, sample) * n / len(sample)  # vdot would copy them, twice
    return bool(np.sqrt(options.continuation_rank * n) * qp.scale < np.sqrt(norm2))


def begins_at_bounds(qp: BoxQP) -> bool:
    """Whether a = 0 has every variable at a bound, to which a ridge does not call it back."""
    return qp.ridge is None and bool(((qp.lower == 0) | (qp.upper == 0)).all())


def coordinate_warm_up(qp: BoxQP) -> None:
    """Sort many variables roughly, at most n steps, where more are at a far bound than free."""
    a, low, high, options = qp.alpha, qp.lower, qp.upper, qp.options
    curvature, residual = qp.K.diagonal(), qp.linear_term - qp.f
    n_at_far_bound = np.count_nonzero((a != 0) & ((a == low) | (a == high)))
    few = len(a) < options.warm_up_from or n_at_far_bound < len(qp.free_indices)
    if few or not (begins_at_bounds(qp) and curvature.min() > 0):
        return
    up, down = np.where(a < high, 0.0, -np.inf), np.where(a > low, 0.0, -np.inf)
    rise, fall = np.empty_like(a), np.empty_like(a)
    for _ in range(0, len(a), options.warm_up_block):
        n_at_bound = 0
        for _ in range(options.warm_up_block):
            np.add(residual, up, out=rise)
            np.subtract(down, residual, out=fall)
            i = np.maximum(rise, fall, out=rise).argmax()
            if rise[i] <= 0.0:  # none gains by moving
                n_at_bound = 0
                break
            before = a[i]
            a[i] = after = min(max(before + residual[i] / curvature[i], low[i]), high[i])
            residual -= (after - before) * qp.K[i]
            up[i] = 0.0 if after < high[i] else -np.inf
            down[i] = 0.0 if after > low[i] else -np.inf
            n_at_bound += not low[i] < after < high[i]
        if not n_at_bound:
            break
    qp.f = qp.linear_term - residual
    qp.free_indices = qp.snap_to_bounds(np.arange(len(a)))
