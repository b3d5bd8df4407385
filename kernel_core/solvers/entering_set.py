"""Which of many entering variables of the active set are worth their place.

Those that contribute most to the duality gap are often neighbours: once a few of them have left
their bound, the others no longer want to. Free all of them, and the next system is near to
singular, its answer wild, and most of them are back at a bound many systems later. So the same
problem is solved for the entering ones alone, the free ones following them: with F free and N new,
K_NN becomes the Schur complement K_NN - K_NF K_FF^-1 K_FN. It is as small as N.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .linalg import solve_or_lstsq

if TYPE_CHECKING:
    from .box_qp import BoxQP


def select_entering(qp: BoxQP, ones: np.ndarray) -> np.ndarray:
    """Those of `ones` (k,), all fixed, that leave their bound while the others of them do too."""
    S, a, options = schur_complement(qp, ones), qp.alpha[ones], qp.options
    few = type(qp)(S, qp.rest()[ones] + S @ a, qp.lower[ones], qp.upper[ones], options=options)
    few.alpha, few.f = a.copy(), S @ a
    contribution = few.gap_per_point()[0]
    enough, rounds = options.entering_gap * contribution.sum(), 0
    while contribution.sum() > enough and rounds < options.entering_rounds:
        few.release(contribution, options.entering_at_once)
        few.minimise_free()
        contribution, rounds = few.gap_per_point()[0], rounds + 1
    return ones[few.alpha != a]


def schur_complement(qp: BoxQP, ones: np.ndarray) -> np.ndarray:
    """The Schur complement (k, k) of the free variables, for `ones` (k,) that are not free."""
    F = qp.free_indices
    if qp.uses_inverse:
        qp.inverse.set_free(F)
        return qp.inverse.schur_complement(ones)
    B = qp.block(ones, F).T
    return qp.block(ones, ones) - B.T @ solve_or_lstsq(qp.block(F, F), B)
