"""Which of many newcomers to the free points of the active set are worth their place.

Those that owe most of the duality gap are often neighbours: once a few of them have left their
bound, the others no longer want to. Free all of them, and the next system is near to singular,
its answer wild, and most of them are back at a bound many systems later. So the same problem is
solved for the newcomers alone, the free points following them: with F free and N new, K_NN
becomes the Schur complement K_NN - K_NF K_FF^-1 K_FN. It is as small as N.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .linear import solve

if TYPE_CHECKING:
    from .box import Box

CROWD = 24  # so many newcomers need no choosing
AT_ONCE = 16  # of them are freed at once while they are chosen
ROUGHLY = 1e-2  # the part of their gap that may be left
ROUNDS = 20  # of choosing, at most


def movers(box: Box, ones: np.ndarray) -> np.ndarray:
    """Those of `ones` (k,), all fixed, that leave their bound while the others of them do too."""
    S, a = complement(box, ones), box.alpha[ones]
    few = type(box)(S, box.q[ones] - box.f[ones] + S @ a, box.edge[ones], False)
    few.alpha, few.f = a.copy(), S @ a
    owed = few.owed()[0]
    enough, rounds = ROUGHLY * owed.sum(), 0
    while owed.sum() > enough and rounds < ROUNDS:
        few.free(owed, AT_ONCE)
        few.descend()
        owed, rounds = few.owed()[0], rounds + 1
    return ones[few.alpha != a]


def complement(box: Box, ones: np.ndarray) -> np.ndarray:
    """The Schur complement (k, k) of the free points, for `ones` (k,) that are not free."""
    F = box.free_ones
    if box.many:
        box.kept.enter(F)
        return box.kept.complement(ones)
    B = box.block(ones, F).T
    return box.block(ones, ones) - B.T @ solve(box.block(F, F), B)
