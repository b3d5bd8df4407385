"""Further kernels that depend on x - z alone: Laplace, Matérn and periodic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, lgamma, log, pi, sqrt
from typing import ClassVar

import numpy as np

from .base import Kernel, RadialKernel, Rule, SeparableTerms, parameter

_TABLE_STEP = 0.015  # step of the table in log z; cubic interpolation then has an error of 4e-9
# Ends of the table in log z: up to rounding the kernel is 1 below the first end, and 0 above the
# second.
_MIN_LOG_Z, _MAX_LOG_Z = -28.0, log(750.0)
_QUADRATURE_NODES = 100  # number of quadrature nodes, enough for an error of 1e-12
# Largest number of repeated squarings: each doubles the relative rounding error, at first 1e-16.
_MAX_SQUARINGS = 20


class ProductOfCoordinates(Kernel):
    """A separable kernel: exp of the sum of `exponent(x_j - z_j)` over the coordinates."""

    def exponent(self, v: np.ndarray) -> np.ndarray:
        """Return the exponent for differences v of any shape, an even function."""
        raise NotImplementedError

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        differences = (np.subtract.outer(x, z) for x, z in zip(X.T, Z.T, strict=True))
        return np.exp(sum(self.exponent(v) for v in differences))

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        axes = ((gx, X[:, 0]), (gy, X[:, 1]))
        Tx, Ty = (np.exp(self.exponent(np.subtract.outer(g, x))) for g, x in axes)
        return [(Tx, Ty)]


@dataclass(frozen=True)
class Laplace(ProductOfCoordinates):
    """K(x, z) = exp(-‖x - z‖₁ / ℓ), with kinks wherever a coordinate of x equals that of z.

    Parameters
    ----------
    ell : float
        The length scale ℓ, above 0, in the units of the points.

    Notes
    -----
    This kernel is not in the notes. ‖·‖₁ sums over the coordinates, so the kernel's level sets in
    the plane are squares rotated by 45°. With one coordinate it is the Matérn kernel with ν = 1/2.

    References
    ----------
    B. Schölkopf and A. J. Smola, Learning with Kernels, 2002.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Laplace(2.0)([[0.0, 0.0]], [[1.0, 1.0]]).round(4).tolist()
    [[0.3679]]
    """

    rule: ClassVar[Rule] = Rule(
        "product", "The factor of each coordinate is a mean of RBF kernels of all widths.", "003"
    )
    ell: float = parameter(1.0, above=True)

    def exponent(self, v: np.ndarray) -> np.ndarray:
        return np.abs(v) / -self.ell


@dataclass(frozen=True)
class Periodic(ProductOfCoordinates):
    """K(x, z) = exp(-2 Σ_j sin²(π(x_j - z_j) / T) / ℓ²), which is periodic along each axis.

    Parameters
    ----------
    period : float
        The period T, above 0, in the units of the points.
    ell : float
        The length scale ℓ, above 0, without a unit: small values allow functions that vary much
        within a period.

    Notes
    -----
    The function is the RBF kernel, with τ = ℓ, of the points (cos 2πx_j/T, sin 2πx_j/T), and
    therefore a kernel. It is not in the notes. With sin²(π‖x - z‖/T) in place of the sum, the
    function is the same on a line, but is not a kernel in the plane.

    References
    ----------
    D. J. C. MacKay, Introduction to Gaussian processes, 1998.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Periodic(2.0)([[0.0]], [[1.0], [2.0]]).round(4).tolist()
    [[0.1353, 1.0]]
    """

    rule: ClassVar[Rule] = Rule(
        "limit",
        "The RBF kernel of the points (cos 2πxⱼ/T, sin 2πxⱼ/T): each coordinate is mapped to a "
        "circle.",
        "003",
    )
    period: float = parameter(1.0, above=True)
    ell: float = parameter(1.0, above=True)

    def exponent(self, v: np.ndarray) -> np.ndarray:
        return (sqrt(2) / self.ell * np.sin(pi / self.period * v)) ** 2 * -1.0


@dataclass(frozen=True)
class Matern(RadialKernel):
    """The Matérn kernel, 2^{1-ν} z^ν K_ν(z) / Γ(ν) for z = √(2ν) ‖x - z‖ / ℓ.

    Parameters
    ----------
    nu : float
        The smoothness ν, from 0.5 to 30: K(x, ·) has ⌈2ν⌉ - 1 continuous derivatives. The limit
        ν → ∞ is the RBF kernel with τ = ℓ.
    ell : float
        The length scale ℓ, above 0, in the units of the points.

    Notes
    -----
    This kernel is not in the notes; it is eq. (4.14) of the book below, with the modified Bessel
    function K_ν. At ν = 1/2, 3/2, 5/2 … the kernel is a polynomial times e^{-z}; for other ν it is
    interpolated in a table in log z, with an error of 4e-9. A single field on a grid is computed
    with the kernel as a sum of RBF kernels, with the same accuracy.

    References
    ----------
    C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Matern(0.5, 1.0)([[0.0]], [[0.0], [1.0]]).round(4).tolist()
    [[1.0, 0.3679]]
    """

    rule: ClassVar[Rule] = Rule(
        "limit", "A mean of RBF kernels of all widths, a limit of sums.", "003"
    )
    nu: float = parameter(1.5, low=0.5, high=30.0)
    ell: float = parameter(1.0, above=True)

    def from_squared_distances(self, D: np.ndarray) -> np.ndarray:
        if (self.nu - 0.5).is_integer():
            return _at_half_integer(int(self.nu), sqrt(2 * self.nu) / self.ell * np.sqrt(D))
        table = _table(self.nu)
        with np.errstate(divide="ignore"):
            steps = 0.5 * np.log(D)
        steps += log(sqrt(2 * self.nu) / self.ell) - _MIN_LOG_Z
        steps = np.clip(steps / _TABLE_STEP, 0, table.shape[1] - 1)
        piece = steps.astype(np.intp)
        steps -= piece
        values = table[3].take(piece)
        for coefficients in table[2::-1]:
            values *= steps
            values += coefficients.take(piece)
        return values

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """Compute one field by writing the kernel as a sum of separable RBF kernels. If a width is
        half of an earlier width, its kernel is the square of that earlier kernel. Several fields
        are instead computed from one table of distances.
        """
        if len(alpha) > 1:
            return super()._field(X, alpha, gx, gy)
        weights, widths, per_half = _mixture(self.nu)
        axes = ((gx, X[:, 0]), (gy, X[:, 1]))
        Dx, Dy = (np.subtract.outer(g, x) ** 2 for g, x in axes)
        field = np.zeros((1, len(gy), len(gx)))
        run = _MAX_SQUARINGS * per_half
        for first in range(len(weights)):
            if first % run >= per_half:
                continue  # the square of an earlier kernel
            scale = -self.nu / (2 * widths[first] * self.ell**2)
            Tx, Ty = np.exp(scale * Dx), np.exp(scale * Dy)
            for weight in weights[first : first - first % run + run : per_half]:
                field += (Ty * (weight * alpha[0])) @ Tx.T
                Tx *= Tx
                Ty *= Ty
        return field


@lru_cache(maxsize=128)
def _mixture(nu: float) -> tuple[np.ndarray, np.ndarray, int]:
    """Return weights w and decreasing widths t such that Σ_j w_j exp(-z²/4t_j) is the Matérn kernel
    at z, with an error of 4e-9. Also return the number of entries after which t is halved.

    The kernel is the mean of exp(-z²/4t) over t from the Gamma distribution with shape ν. It is
    computed by the trapezoidal rule in log t. The lower tail of t, with a mass of 1e-9, is omitted.
    """
    per_half = 2 + int(sqrt(nu) / 1.45)
    widest, narrowest = log(nu + 40 + 8 * sqrt(nu)), (log(1e-9) + lgamma(nu + 1)) / nu
    u = np.arange(widest, narrowest, -log(2) / per_half)
    return log(2) / per_half * np.exp(nu * u - np.exp(u) - lgamma(nu)), np.exp(u), per_half


def _at_half_integer(p: int, z: np.ndarray) -> np.ndarray:
    """Return the Matérn kernel with ν = p + 1/2 at z: e^{-z} times a polynomial, by Horner's
    rule."""
    z = np.minimum(z, 750.0)  # beyond this e^{-z} underflows to 0
    values = np.zeros_like(z)
    for k in range(p, -1, -1):
        values = values * z + comb(p, k) * factorial(2 * p - k) / factorial(2 * p) * 2.0**k
    return values * np.exp(-z)


@lru_cache(maxsize=128)  # 70 kB for each ν; a sweep along ν needs one table for each stop
def _table(nu: float) -> np.ndarray:
    """Return the coefficients (4, pieces) of cubic Hermite interpolants in log z of the Matérn
    kernel, one piece for each step.

    K_ν(z) = ∫ exp(-z cosh t) cosh νt dt over t > 0. For this integral the trapezoidal rule has an
    error of about 1e-12, with nodes wherever the integrand exceeds rounding errors.
    """
    u = np.arange(_MIN_LOG_Z, _MAX_LOG_Z + 2 * _TABLE_STEP, _TABLE_STEP)
    z = np.exp(u)[:, None]
    start = np.maximum(np.arcsinh(nu / z) - 40 / nu - 1, 0)
    end = np.arccosh(1 + (60 + 2 * nu) / z)
    t = start + (end - start) * np.linspace(0, 1, _QUADRATURE_NODES + 1)
    weights = (end - start) / _QUADRATURE_NODES * np.r_[0.25, np.full(_QUADRATURE_NODES, 0.5)]
    grown, scale = np.exp(t), ((1 - nu) * log(2) - lgamma(nu) + nu * u)[:, None]
    rising = weights * np.exp(scale + nu * t - z / 2 * (grown + 1 / grown))
    falling = rising * np.exp(-2 * nu * t)
    f = (rising + falling).sum(axis=1)
    # The slope of z^ν K_ν in log z is -z^{ν + 1} K_{ν-1}.
    slope = -_TABLE_STEP * (z * (rising / grown + falling * grown)).sum(axis=1)
    left, right, rise = slope[:-1], slope[1:], np.diff(f)
    # The first value of f is 1 up to the quadrature error. Divide by this value, since K(x, x)
    # must be exactly 1.
    return np.stack([f[:-1], left, 3 * rise - 2 * left - right, left + right - 2 * rise]) / f[0]
