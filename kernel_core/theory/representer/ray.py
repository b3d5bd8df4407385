"""The regularised risk along a ray: what happens to J when a solution is shrunk or stretched."""

import numpy as np

from ...loss import Loss


def risk_along(
    t: np.ndarray, f: np.ndarray, y: np.ndarray, norm2: float, loss: Loss, lam: float
) -> np.ndarray:
    """J(t alpha) = sum_i L(t f_i, y_i) + lam/2 t^2 alpha'K alpha, 000 section 6, for each t (p,).

    f (m,) are the decision values of alpha without intercept, norm2 = alpha'K alpha; returns (p,).
    """
    values = loss.value(np.multiply.outer(t, f), y)
    return values.sum(axis=1) + lam / 2 * t**2 * norm2
