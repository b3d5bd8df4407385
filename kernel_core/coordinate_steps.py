"""Steps of one coordinate each, towards the minimiser of ½ aᵀK a - qᵀa in a box.

Of all coordinates the one goes that pulls hardest, to its own minimum or as far as the box lets
it: alpha_i rises by (q_i - f_i) / K_ii, and f by as much of row i of K. Where many alpha_i must
travel to a bound this sorts them cheaply: a step costs a row of K and no linear system, and it
tells the points nearby at once that they need not follow. Between the bounds it zigzags; there
the active set is better. So it stops as soon as hardly any step ends at a bound.
"""

from __future__ import annotations

import numpy as np

CHECKED = 24  # steps after which it is asked whether to go on
ENDED = 1 / 12  # the part of them that must have ended at a bound


def coordinate_steps(
    K: np.ndarray, q: np.ndarray, low: np.ndarray, high: np.ndarray, a: np.ndarray, f: np.ndarray
) -> None:
    """Move a (m,) and f = K a in place, at most m steps; K (m, m), q, low and high (m,)."""
    curvature, rest = K.diagonal(), q - f
    if not curvature.min() > 0:
        return
    up, down = np.where(a < high, 0.0, -np.inf), np.where(a > low, 0.0, -np.inf)
    want, fall = np.empty_like(a), np.empty_like(a)
    for _ in range(0, len(a), CHECKED):
        ended = 0
        for _ in range(CHECKED):
            np.add(rest, up, out=want)
            np.subtract(down, rest, out=fall)
            np.maximum(want, fall, out=want)
            i = want.argmax()
            before = a[i]
            after = min(max(before + rest[i] / curvature[i], low[i]), high[i])
            rest -= (after - before) * K[i]
            a[i] = after
            up[i] = 0.0 if after < high[i] else -np.inf
            down[i] = 0.0 if after > low[i] else -np.inf
            ended += not low[i] < after < high[i]
        if ended < ENDED * CHECKED:
            break
    np.subtract(q, rest, out=f)
