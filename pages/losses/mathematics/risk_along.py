"""The regularised risk along the ray t alpha, for coefficients alpha that are scaled by t."""

import numpy as np

from kernel_core import Loss
from kernel_core.duality_gap import primal_objective


def risk_along(
    t: np.ndarray, f: np.ndarray, y: np.ndarray, norm2: float, loss: Loss, lam: float
) -> np.ndarray:
    """Compute the summed regularised risk along the ray t alpha.

    Parameters
    ----------
    t : ndarray of shape (p,)
        The factors t by which alpha is multiplied.
    f : ndarray of shape (m,)
        The values f at the training points for alpha, without an intercept.
    y : ndarray of shape (m,)
        Labels or targets.
    norm2 : float
        alphaᵀK alpha.
    loss : Loss
        The loss.
    lam : float
        The weight λ of the penalty.

    Returns
    -------
    ndarray of shape (p,)
        J(t alpha) = Σ_i L(t f_i, y_i) + λ/2 t² alphaᵀK alpha.

    Notes
    -----
    Note 000, section 6: J_λ(α) = Σ_i L(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾) + λ/2 αᵀKα, evaluated at t α.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> t, f, y = np.array([0.0, 1.0, 2.0]), np.array([0.5]), np.array([1.0])
    >>> risk_along(t, f, y, 0.25, kc.Hinge(), 1.0).tolist()
    [1.0, 0.625, 0.5]
    """
    losses = loss.value(np.multiply.outer(t, f), y)
    return primal_objective(losses, t**2 * norm2, lam, 1.0)
