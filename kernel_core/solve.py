"""Which solver suits a loss: asked of the loss's properties, never of its name."""

from __future__ import annotations

from collections.abc import Callable

from .active_set import solve_box
from .answer import Answer
from .losses import Loss
from .newton import solve_smooth
from .unregularised import solve_unregularised


def solver_for(loss: Loss, lam: float) -> Callable[..., Answer]:
    """Newton where the loss is smooth, the active set where it has a kink; for lam = 0 another.

    The kinked losses are all [k - yz]₊. Raises ValueError, with the loss's own reason, for a loss
    without a dual problem (the zero-one loss).
    """
    loss.conjugate(0.0, 1.0)
    if lam == 0:
        return solve_unregularised
    return solve_smooth if loss.smooth else solve_box
