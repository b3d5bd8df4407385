"""Kernel ridge regression for every λ from one eigendecomposition, K = V diag(d) Vᵀ (notes 003 and
001).

    α = (K + λI)⁻¹ y = V diag(1/(d + λ)) Vᵀ y
    H = K (K + λI)⁻¹ = V diag(d/(d + λ)) Vᵀ        the fit at the examples is Hy

So each further λ requires only products with V and with the squares of its entries. The diagonal of
H gives the degrees of freedom, tr H, and the leave-one-out error in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.validation import check_number, check_numbers, check_symmetric

# d + λ up to this share of the largest d, and 1 - H_ii up to this number, count as 0.
_RANK_TOL = 1e-12


@dataclass(frozen=True, eq=False)
class RidgeFits:
    """The kernel ridge fits at S values of λ.

    Attributes
    ----------
    lams : ndarray of shape (S,)
        The values of λ.
    alpha : ndarray of shape (S, m)
        (K + λI)⁻¹y; if λ = 0 and K is singular, the α of smallest norm among those of minimum RSS.
    residuals : ndarray of shape (S, m)
        y - Hy.
    leverage : ndarray of shape (S, m)
        H_ii, the derivative of the fit at x_i with respect to y_i.
    left_out : ndarray of shape (S, m)
        y_i - f(x_i), where f is fitted to all examples but i; NaN where H_ii is 1 up to rounding,
        since the closed form is then 0/0.

    Notes
    -----
    α is that of note 003, "define K(x, y) directly". `left_out` is in no note: if y_i were the
    value f(x_i) of the fit without example i, α_i would be 0. So `left_out` is α_i divided by the
    entry (i, i) of (K + λI)⁻¹, which is r_i/(1 - H_ii) with the residual r_i = y_i - (Hy)_i.

    References
    ----------
    G. Wahba, Spline Models for Observational Data, 1990. Chapter 4.

    Examples
    --------
    >>> fits = RidgeSpectrum([[1.0, 0.0], [0.0, 3.0]], [2.0, 8.0]).fits([1.0])
    >>> fits.alpha.tolist(), fits.degrees_of_freedom.tolist(), fits.left_out.tolist()
    ([[1.0, 2.0]], [1.25], [[2.0, 8.0]])
    """

    lams: np.ndarray
    alpha: np.ndarray
    residuals: np.ndarray
    leverage: np.ndarray
    left_out: np.ndarray

    @property
    def degrees_of_freedom(self) -> np.ndarray:
        """The degrees of freedom tr H = Σ d/(d + λ), shape (S,)."""
        return self.leverage.sum(axis=1)

    @property
    def train(self) -> np.ndarray:
        """The mean squared residual, shape (S,)."""
        return np.square(self.residuals).mean(axis=1)

    @property
    def leave_one_out(self) -> np.ndarray:
        """The leave-one-out error, the mean squared `left_out`, shape (S,).

        It is NaN at a λ for which `left_out` has a NaN.
        """
        return np.square(self.left_out).mean(axis=1)


class RidgeSpectrum:
    """The eigendecomposition of a Gram matrix, with targets to fit.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric positive semidefinite matrix.
    y : array_like of shape (m,)
        Targets.

    Notes
    -----
    Note 003, "Kernel Recap": α = (G + λI)⁻¹y with G = K.

    Examples
    --------
    >>> RidgeSpectrum([[2.0, 0.0], [0.0, 1.0]], [6.0, 4.0]).fits([1.0, 0.0]).alpha.tolist()
    [[2.0, 2.0], [3.0, 4.0]]
    """

    def __init__(self, K: ArrayLike, y: ArrayLike) -> None:
        self.y = np.asarray(check_numbers(y), dtype=float)
        d, self.V = np.linalg.eigh(check_symmetric(K))
        self.d = np.maximum(d, 0.0)

    @cached_property
    def squares(self) -> np.ndarray:
        """The squares V_ij², shape (m, m)."""
        return np.square(self.V)

    @cached_property
    def coordinates(self) -> np.ndarray:
        """The targets in the eigenbasis, Vᵀy, shape (m,)."""
        return self.y @ self.V

    def fits(self, lams: ArrayLike) -> RidgeFits:
        """Fit at each λ of `lams` (S,). Each λ must be at least 0."""
        lams = np.array([check_number(lam, "λ", "of at least 0") for lam in np.ravel(lams)])
        shifted_values = self.d + lams[:, None]
        is_large = shifted_values > _RANK_TOL * self.d.max(initial=0.0)
        inverse = np.divide(1.0, shifted_values, out=np.zeros_like(shifted_values), where=is_large)
        alpha = (inverse * self.coordinates) @ self.V.T
        shrunk = np.where(is_large, lams[:, None] * inverse, 1.0)  # the values 1 - d/(d + λ)
        residuals = (shrunk * self.coordinates) @ self.V.T
        one_minus_leverage = shrunk @ self.squares.T  # the values 1 - H_ii
        left_out = np.full_like(residuals, np.nan)
        np.divide(residuals, one_minus_leverage, out=left_out, where=one_minus_leverage > _RANK_TOL)
        return RidgeFits(lams, alpha, residuals, 1.0 - one_minus_leverage, left_out)
