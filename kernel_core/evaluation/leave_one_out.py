"""Each example predicted by a fit to all others, for ridge regression: without fitting again."""

from __future__ import annotations

import numpy as np

from ..duality_gap import risk_weight
from ..losses import Squared
from ..solution import Solution
from ..solvers.linalg import solve_or_lstsq
from ..weighted_loss import WeightedLoss


def leave_one_out_predictions(solution: Solution, *, with_intercept: bool) -> np.ndarray:
    """The value at each example of the ridge regression that is fitted to all others.

    Parameters
    ----------
    solution : Solution
        A fit of the squared loss; its examples may have weights.
    with_intercept : bool
        Whether b may be chosen.

    Returns
    -------
    ndarray, shape (m,)
        At place i, f(x_i) of the minimiser without example i. The c of the other losses stays: 1/m
        for the mean risk.

    Raises
    ------
    ValueError
        For a fit of another loss, whose minimiser is not linear in the labels.

    Notes
    -----
    001, "Minimize the dual": α = Hy with H = (K + λI)⁻¹ for the summed risk, λ/c in place of λ for
    any other; with an intercept H is that less H11ᵀH / 1ᵀH1. With the label y_i - α_i / H_ii
    example i would have α_i = 0, as if it were not there: so this is the prediction. It is in no
    note.

    References
    ----------
    G. Wahba, Spline Models for Observational Data, 1990. Chapter 4.

    Examples
    --------
    >>> import kernel_core as kc
    >>> s = kc.fit([[1.0], [2.0]], [2.0, 4.0], kc.Linear(), kc.Squared(), 1e-9, risk="sum")
    >>> predictions = kc.evaluation.leave_one_out_predictions(s, with_intercept=False)
    >>> predictions.round(6).tolist()
    [2.0, 4.0]
    """
    loss = solution.loss
    if not isinstance(loss.unweighted, Squared):
        raise ValueError(
            f"Leaving one example out has a closed form for the squared loss alone: with the "
            f"{loss.name} loss fit again without it."
        )
    w = loss.weights if isinstance(loss, WeightedLoss) else 1.0
    A = solution.kernel(solution.X, solution.X)
    A.flat[:: len(A) + 1] += solution.lam / (risk_weight(solution.risk, len(A)) * w)
    H = solve_or_lstsq(A, np.eye(len(A)))
    if with_intercept:
        column = H.sum(axis=1)
        H -= np.outer(column, column) / column.sum()
    return solution.y - H @ solution.y / H.diagonal()
