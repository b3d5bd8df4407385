"""Steps of one coordinate each, towards the minimiser of a box QP: Gauss and Southwell's rule.

Of all coordinates the one goes that pulls hardest, to its own minimum or as far as the box lets
it: a_i rises by rest_i / K_ii, and f by as much of row i of K. Where many a_i must travel to a
bound this sorts them cheaply: a step costs a row of K and no linear system, and it tells the
variables nearby at once that they need not follow. Between the bounds it zigzags; there the active
set is better. So it stops as soon as hardly any step ends at a bound.
"""

from __future__ import annotations

import numpy as np

from .box_qp import BoxQP


def coordinate_warm_up(qp: BoxQP) -> None:
    """Sort many variables roughly, at most n steps, where more are at a far bound than free."""
    a, low, high, options = qp.alpha, qp.lower, qp.upper, qp.options
    curvature, rest = qp.K.diagonal(), qp.linear_term - qp.f
    at_far = np.count_nonzero((a != 0) & ((a == low) | (a == high)))
    few = len(a) < options.warm_up_from or at_far < len(qp.free_indices)
    simple = qp.B is None and qp.ridge is None and curvature.min() > 0
    if few or not simple:
        return
    up, down = np.where(a < high, 0.0, -np.inf), np.where(a > low, 0.0, -np.inf)
    rise, fall = np.empty_like(a), np.empty_like(a)
    for _ in range(0, len(a), options.warm_up_block):
        ended = 0
        for _ in range(options.warm_up_block):
            np.add(rest, up, out=rise)
            np.subtract(down, rest, out=fall)
            i = np.maximum(rise, fall, out=rise).argmax()
            before = a[i]
            a[i] = after = min(max(before + rest[i] / curvature[i], low[i]), high[i])
            rest -= (after - before) * qp.K[i]
            up[i] = 0.0 if after < high[i] else -np.inf
            down[i] = 0.0 if after > low[i] else -np.inf
            ended += not low[i] < after < high[i]
        if ended < options.warm_up_ended * options.warm_up_block:
            break
    qp.f = qp.linear_term - rest
    qp.free_indices = qp.snap_to_bounds(np.arange(len(a)))
