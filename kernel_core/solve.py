"""Which solver suits a loss: asked of what the loss declares, never of its name."""

from __future__ import annotations

from collections.abc import Callable

from .active_set import solve_box
from .answer import Answer
from .losses import Loss
from .newton import solve_smooth


def solver_for(loss: Loss, lam: float) -> Callable[..., Answer]:
    """The box QP for a loss with pieces, Newton's method for one with a curvature.

    Raises ValueError for lam = 0, for a loss that declares neither, and, with the loss's own
    reason, for one without a dual problem (the zero-one loss).
    """
    loss.conjugate(0.0, 1.0)
    if lam == 0:
        raise ValueError(
            "lam must be above 0: with lam = 0 nothing holds f where the data say nothing, so "
            "there are many minimisers, or none. Take a small lam instead."
        )
    if loss.pieces:
        return solve_box
    if loss.smooth:
        return solve_smooth
    raise ValueError(
        f"No solver here can minimise the {loss.name} loss: it declares neither `pieces`, for the "
        f"quadratic programme in a box, nor `smooth` with a `curvature`, for Newton's method."
    )
