"""A function in the space of a kernel that is 0 at every example: note 000, appendix A, for bumps.

With the vector k of all K(x_i, z), and P² = K(z, z) - kᵀK⁻¹k, the function

    u = (K(z, ·) - Σ (K⁻¹k)_i K(x_i, ·)) / P²

is 0 at every x_i and 1 at z. It is orthogonal to all K(x_i, ·), and ‖u‖² = 1/P².
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

import kernel_core as kc

MIN_SHARE = 1e-8  # smallest P², as a share of K(z, z), that is above rounding error


@dataclass(frozen=True, eq=False)
class FunctionOffSpan:
    """The function u that is 0 at the examples X (m, d) and 1 at z.

    Attributes
    ----------
    kernel : Kernel
        The kernel K.
    centres : ndarray of shape (m + 1, d)
        The examples, then z.
    weights : ndarray of shape (m + 1,)
        The coefficients of the bumps at the centres.
    norm2 : float
        ‖u‖².

    Examples
    --------
    >>> u = function_off_span(kc.RBF(1.0), [[-1.0], [1.0]], [0.0])
    >>> u([[-1.0], [1.0], [0.0]]).round(9).tolist()
    [0.0, 0.0, 1.0]
    """

    kernel: kc.Kernel
    centres: np.ndarray
    weights: np.ndarray
    norm2: float

    def __call__(self, Z: ArrayLike) -> np.ndarray:
        """Evaluate u at the rows of Z (n, d)."""
        return self.weights @ self.kernel(self.centres, np.asarray(Z, dtype=float))


def function_off_span(kernel: kc.Kernel, X: ArrayLike, z: ArrayLike) -> FunctionOffSpan | None:
    """Return the function of minimum norm that is 0 at every example and 1 at z.

    Parameters
    ----------
    kernel : Kernel
        The kernel K.
    X : array_like of shape (m, d)
        The examples.
    z : array_like of shape (d,)
        The point at which the function is 1.

    Returns
    -------
    FunctionOffSpan or None
        u, or None if K(z, ·) is itself a sum of the bumps at the examples, up to rounding.

    Examples
    --------
    >>> function_off_span(kc.Linear(), [[1.0]], [2.0]) is None
    True
    """
    X, place = np.asarray(X, dtype=float), np.asarray(z, dtype=float)[None]
    K, k = kernel(X, X), kernel(X, place)[:, 0]
    c = np.linalg.lstsq(K, k, rcond=None)[0]
    top = float(kernel(place, place)[0, 0])
    power = top - float(k @ c)
    if power <= MIN_SHARE * top:
        return None
    weights = np.append(-c, 1.0) / power
    return FunctionOffSpan(kernel, np.vstack([X, place]), weights, 1.0 / power)
