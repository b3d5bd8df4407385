"""Kernels made of cosines, one coordinate at a time: φ_θ, φ_L and its limit. 001 and 004.

All have the form K(x, z) = Σ_j κ(x_j - z_j), where κ is an even function of one number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from ..validation import check_whole
from .base import Kernel, SeparableTerms, parameter

MAX_FREQUENCIES = 1000


class CoordinateSum(Kernel):
    """K(x, z) = Σ_j κ(|x_j - z_j|): a subclass writes κ as `profile`."""

    def profile(self, v: np.ndarray) -> np.ndarray:
        """κ(v) for v >= 0, elementwise; a fresh array."""
        raise NotImplementedError

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        K = np.zeros((len(X), len(Z)))
        for x, z in zip(X.T, Z.T, strict=True):
            K += self.profile(np.abs(np.subtract.outer(x, z)))
        return K

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        x, y = (
            self.profile(np.abs(np.subtract.outer(g, column)))
            for g, column in zip((gx, gy), X.T, strict=True)
        )
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class Cosine(CoordinateSum):
    """K(x, z) = Σ_j cos(θ(x_j - z_j)).

    Parameters
    ----------
    theta : float
        The frequency θ, 0 or more, in radians per unit of the points.

    Notes
    -----
    001, example 2: the features are φ_θ(x) = (cos θx_1, sin θx_1, …).

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Cosine(1.0)([[0.0, 0.0]], [[0.0, 0.0]]).tolist(), kc.Cosine(1.0).feature_count(d=2)
    ([[2.0]], 4)
    """

    theta: float = parameter(1.0)

    def profile(self, v: np.ndarray) -> np.ndarray:
        return np.cos(self.theta * v)

    def feature_count(self, d: int) -> int:
        return 2 * d

    def _features(self, X: np.ndarray) -> np.ndarray:
        angles = self.theta * X
        return np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(X), -1)


@dataclass(frozen=True)
class CosineSeries(CoordinateSum):
    """K(x, z) = Σ_l Σ_j cos(2πl/L (x_j - z_j)), l from 0 to L.

    Parameters
    ----------
    L : int
        The number of frequencies but one, 1 to 1000.
    scaled : bool
        Multiply by 2π/L, which makes it a Riemann sum of ∫₀^{2π} cos(θv) dθ.

    Notes
    -----
    001, example 3: the features φ_L. Only the scaled one has the limit for L → ∞ that the notes
    give, which is `SincKernel`; the plain sum grows like L.

    Examples
    --------
    >>> import kernel_core as kc
    >>> scaled = kc.kernels.CosineSeries(500, scaled=True)
    >>> gap = scaled([[0.3]], [[0.0]]) - kc.kernels.SincKernel()([[0.3]], [[0.0]])
    >>> bool(abs(gap[0, 0]) < 0.01)
    True
    """

    L: int = 10
    scaled: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "L", check_whole(self.L, "L", 1, MAX_FREQUENCIES))
        object.__setattr__(self, "scaled", bool(self.scaled))

    @property
    def factor(self) -> float:
        """2π/L, or 1 for the plain sum."""
        return 2 * pi / self.L if self.scaled else 1.0

    def profile(self, v: np.ndarray) -> np.ndarray:
        """The sum of the cosines in closed form: sin((L+1)t) cos(Lt) / sin t with t = πv/L.

        It has the period L, so v is first brought to within L/2 of 0, which is exact.
        """
        s = np.fmod(v, self.L)
        s -= self.L * (s > self.L / 2)
        n = self.L + 1
        ratio = n * np.sinc(n / self.L * s) / np.sinc(s / self.L)  # sin((L+1)t) / sin t
        return self.factor * ratio * np.cos(pi * s)

    def feature_count(self, d: int) -> int:
        return 2 * d * (self.L + 1)

    def _features(self, X: np.ndarray) -> np.ndarray:
        """φ_0, φ_{2π/L}, …, φ_{2π}, one after the other; 2d numbers each."""
        turns = np.arange(self.L + 1) / self.L
        angles = 2 * pi * np.fmod(np.multiply.outer(X, turns), 1.0).transpose(0, 2, 1)
        waves = np.stack([np.cos(angles), np.sin(angles)], axis=3)
        return self.factor**0.5 * waves.reshape(len(X), -1)


@dataclass(frozen=True)
class SincKernel(CoordinateSum):
    """K(x, z) = Σ_j sin(2π(x_j - z_j)) / (x_j - z_j), and 2π where they are equal.

    Notes
    -----
    001, example 4: the integral ∫₀^{2π} cos(θv) dθ, the limit of 2π/L times the kernel of φ_L. The
    notes write it without the factor 2π/L, and then the sum has no limit.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.SincKernel()([[0.0]], [[0.0], [0.25]]).round(4).tolist()
    [[6.2832, 4.0]]
    """

    def profile(self, v: np.ndarray) -> np.ndarray:
        return 2 * pi * np.sinc(2 * v)
