"""Basic kernels of notes 000, 001 and 002: linear, RBF, constant, cosine, min."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import ClassVar

import numpy as np

from .base import Kernel, RadialKernel, Rule, SeparableTerms, parameter

MIN_EXPONENT = -700.0  # exp of a smaller number is close to underflow
# If τ² is below this or above its inverse, squared distances are divided by τ twice instead of once
# by τ².
MIN_SQUARED_TAU = 1e-150


@dataclass(frozen=True)
class Linear(Kernel):
    """K(x, z) = xᵀz: the coordinates are the features.

    Notes
    -----
    Note 001, "Kernel functions", with φ(x) = x: cᵀKc = ‖Σ c_i x_i‖², which is never negative.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Linear()([[1, 2]], [[3, 4]]).tolist()
    [[11.0]]
    """

    rule: ClassVar[Rule] = Rule(
        "inner product", "cᵀKc = ‖Σ cᵢxᵢ‖², which is never negative.", "001, 003, 004"
    )

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return X @ Z.T

    def feature_count(self, d: int) -> int:
        return d

    def _features(self, X: np.ndarray) -> np.ndarray:
        return X.copy()

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1])
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class Constant(Kernel):
    """K(x, z) = c: one feature, √c everywhere. Adding it to a kernel adds a penalised intercept.

    Parameters
    ----------
    c : float
        The value, 0 or more.

    Notes
    -----
    Note 001, "Properties of kernels": f(x)f(x') is a kernel for any f; here f = √c.

    Examples
    --------
    >>> import kernel_core as kc
    >>> (kc.Linear() + kc.Constant(2.0))([[1, 2]], [[3, 4]]).tolist()
    [[13.0]]
    """

    rule: ClassVar[Rule] = Rule(
        "inner product of features", "One feature, the same number √c at every point.", "001"
    )
    c: float = parameter(1.0)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.full((len(X), len(Z)), self.c)

    def feature_count(self, d: int) -> int:
        return 1

    def _features(self, X: np.ndarray) -> np.ndarray:
        return np.full((len(X), 1), self.c**0.5)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        return [(np.full((len(gx), len(X)), self.c), np.ones((len(gy), len(X))))]


@dataclass(frozen=True)
class RBF(RadialKernel):
    """K(x, z) = exp(-‖x - z‖² / 2τ²).

    Parameters
    ----------
    tau : float
        The bandwidth τ, above 0, in the units of the points.

    Notes
    -----
    Note 000 eq. (4). Its feature map has infinitely many entries.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.RBF(1.0)([[0.0], [1.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.6065]]
    """

    rule: ClassVar[Rule] = Rule(
        "limit", "The limit of partial sums of a Taylor series, which are kernels.", "003"
    )
    tau: float = parameter(1.0, above=True)

    def from_squared_distances(self, D: np.ndarray, lowest: float = MIN_EXPONENT) -> np.ndarray:
        """Compute exp(-D / 2τ²) in place, for squared distances D of any shape.

        Values below exp(`lowest`) become 0: exp and products are slow near underflow.
        Dividing twice by τ avoids underflow or overflow of τ².
        """
        scale = self.tau * self.tau
        if MIN_SQUARED_TAU < scale < 1 / MIN_SQUARED_TAU:
            D *= -0.5 / scale
        else:
            D /= -2 * self.tau
            D /= self.tau
        if D.min(initial=0.0) >= lowest:
            return np.exp(D, out=D)
        np.exp(np.maximum(D, lowest, out=D), out=D)
        D -= exp(lowest)  # entries at the bound become 0; larger entries hardly change
        return D

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        return [
            (
                self.from_squared_distances(np.subtract.outer(gx, X[:, 0]) ** 2),
                self.from_squared_distances(np.subtract.outer(gy, X[:, 1]) ** 2),
            )
        ]


@dataclass(frozen=True)
class Cosine(Kernel):
    """K(x, z) = Σ_j cos(θ(x_j - z_j)).

    Parameters
    ----------
    theta : float
        The frequency θ, 0 or more, in radians per unit of the points.

    Notes
    -----
    Note 001, example 2: the features are φ_θ(x) = (cos θx_1, sin θx_1, …).

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Cosine(1.0)([[0.0, 0.0]], [[0.0, 0.0]]).tolist(), kc.Cosine(1.0).feature_count(d=2)
    ([[2.0]], 4)
    """

    rule: ClassVar[Rule] = Rule(
        "inner product of features",
        "Its features are cos ωx and sin ωx for each coordinate x.",
        "001, 004",
    )
    theta: float = parameter(1.0)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        K = np.zeros((len(X), len(Z)))
        for x, z in zip(X.T, Z.T, strict=True):
            K += np.cos(self.theta * np.subtract.outer(x, z))
        return K

    def feature_count(self, d: int) -> int:
        return 2 * d

    def _features(self, X: np.ndarray) -> np.ndarray:
        angles = self.theta * X
        return np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(X), -1)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        axes = ((gx, X[:, 0]), (gy, X[:, 1]))
        x, y = (np.cos(self.theta * np.subtract.outer(g, column)) for g, column in axes)
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class Min(Kernel):
    """K(x, z) = min{x, z} for numbers x, z >= 0: points of shape (n, 1).

    Raises
    ------
    ValueError
        If points have more than one coordinate, or a negative one: K(-1, -1) = -1 is below 0.

    Notes
    -----
    Note 000 §3: K(x, z) = min{x, z}. It equals ∫ φ_x(t) φ_z(t) dt with φ_x(t) = 1 for 0 <= t <= x
    and 0 elsewhere. So a fit f(x) = Σ_i alpha_i min{x, x_i} is piecewise linear, with its knots at
    the data.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Min()([[1.0], [2.0]], [[1.5]]).tolist()
    [[1.0], [1.5]]
    """

    rule: ClassVar[Rule] = Rule(
        "inner product of features",
        "φ_x(t) = 1 up to x, then 0; ∫ φ_x φ_z dt = min{x, z}.",
        "000, 002",
    )

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        x, z = _on_line(X), _on_line(Z)
        if (x < 0).any() or (z < 0).any():
            raise ValueError(
                f"The min kernel is a kernel for numbers of at least 0; the smallest of these is "
                f"{min(x.min(initial=0.0), z.min(initial=0.0)):.6g}."
            )
        return np.minimum.outer(x, z)


def _on_line(X: np.ndarray) -> np.ndarray:
    """Return the single coordinate of X (n, 1), shape (n,). Raises ValueError for more
    coordinates."""
    if X.shape[1] != 1:
        raise ValueError(
            f"The min kernel is for points on a line, with one coordinate; these have {X.shape[1]}."
        )
    return X[:, 0]
