"""The expected error of an average of D random cosines as an approximation of the RBF kernel (note
000, footnote).

For W ~ N(0, τ⁻² I) one cosine cos(Wᵀv) has the mean k(v) = exp(-‖v‖²/2τ²). Its square has the mean
(1 + k(2v))/2, because cos² a = (1 + cos 2a)/2, and k(2v) = k(v)⁴. So its variance is
(1 - k(v)²)²/2, and the root mean square error of an average of D cosines is (1 - k(v)²)/√(2D).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import RBF
from kernel_core.validation import check_points


def measure_cosine_error(tau: float, V: ArrayLike, D: ArrayLike) -> np.ndarray:
    """Compute the root of the expected mean squared error of an average of D random cosines.

    Parameters
    ----------
    tau : float
        The bandwidth τ, above 0.
    V : array_like of shape (p, d)
        The differences x - z over which the error is averaged.
    D : int or array_like of shape (S,)
        The number of cosines, at least 1.

    Returns
    -------
    ndarray
        The error, in the shape of D. It falls like 1/√D.

    Raises
    ------
    ValueError
        For tau <= 0, for an invalid or empty V, and for a D that is not finite or is below 1.

    Notes
    -----
    Note 000 §6, footnote. One cosine has the mean k(v) = exp(-‖v‖²/2τ²). Its variance is
    (1 - k(v)²)²/2, as cos² a = (1 + cos 2a)/2 and k(2v) = k(v)⁴.

    Examples
    --------
    >>> measure_cosine_error(1.0, [[10.0]], [1, 100]).round(4).tolist()
    [0.7071, 0.0707]
    """
    D = np.asarray(D, dtype=float)
    if not (np.isfinite(D) & (D >= 1)).all():
        raise ValueError("The number of cosines must be finite and at least 1.")
    V = check_points(V)
    if len(V) == 0:
        raise ValueError("There must be at least one difference to average over.")
    k = RBF(tau)(V, np.zeros((1, V.shape[1])))[:, 0]
    return np.sqrt(np.mean((1 - k**2) ** 2) / (2 * D))
