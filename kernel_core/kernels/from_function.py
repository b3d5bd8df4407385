"""Kernels made with a function of one point, f(x)f(z) and g(x)K(x, z)g(z), or of two. 001, 003.

The last are the kernels of a user's own, among them a matrix that is made beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..validation import check_array
from .base import Kernel
from .pairwise import grid_points

PointFunction = Callable[[np.ndarray], np.ndarray]  # X (n, d) -> (n,)
PairFunction = Callable[[np.ndarray, np.ndarray], np.ndarray]  # X (n, d), Z (m, d) -> (n, m)


@dataclass(frozen=True)
class RankOneKernel(Kernel):
    """K(x, z) = f(x) f(z): one feature, f itself.

    Parameters
    ----------
    f : callable
        From points X of shape (n, d) to numbers of shape (n,).

    Raises
    ------
    ValueError
        If f cannot be called, or, once it is used, does not give one number a point.

    Notes
    -----
    001, "Properties of kernels": f(x)f(x') is a kernel for any f: ℝ^d → ℝ.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kernel = kc.kernels.RankOneKernel(lambda X: X[:, 0])
    >>> kernel([[2.0], [3.0]], [[5.0]]).tolist()
    [[10.0], [15.0]]
    """

    f: PointFunction

    def __post_init__(self) -> None:
        check_function(self.f)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        fx = evaluate_at(self.f, X)
        return np.outer(fx, fx if Z is X else evaluate_at(self.f, Z))

    def feature_count(self, d: int) -> int:
        return 1

    def _features(self, X: np.ndarray) -> np.ndarray:
        return evaluate_at(self.f, X)[:, None]


@dataclass(frozen=True)
class RescaledKernel(Kernel):
    """g(x) K(x, z) g(z): every feature of K times g.

    Parameters
    ----------
    g : callable
        From points X of shape (n, d) to numbers of shape (n,).
    kernel : Kernel
        The kernel K.

    Raises
    ------
    ValueError
        If g cannot be called, or, once it is used, does not give one number a point.

    Notes
    -----
    003, closure property 3: K(x, y) = g(x) k₁(x, y) g(y).

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> cosine = kc.kernels.RescaledKernel(lambda X: 1 / np.linalg.norm(X, axis=1), kc.Linear())
    >>> cosine([[3.0, 4.0]], [[6.0, 8.0]]).round(6).tolist()  # the cosine of the angle
    [[1.0]]
    """

    g: PointFunction
    kernel: Kernel

    def __post_init__(self) -> None:
        check_function(self.g)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        gx = evaluate_at(self.g, X)
        return np.outer(gx, gx if Z is X else evaluate_at(self.g, Z)) * self.kernel.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return self.kernel.feature_count(d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        return evaluate_at(self.g, X)[:, None] * self.kernel._features(X)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        points = grid_points(gx, gy)
        g = evaluate_at(self.g, points).reshape(len(gy), len(gx))
        return g * self.kernel._field(X, alpha * evaluate_at(self.g, X), gx, gy)


def evaluate_at(f: PointFunction, X: np.ndarray) -> np.ndarray:
    """f at the points X (n, d), shape (n,), or a ValueError where it gives something else."""
    values = np.asarray(f(X), dtype=float)
    if values.shape != (len(X),):
        raise ValueError(
            f"A function of a point must give one number for each of the {len(X)} points; "
            f"{f!r} gave the shape {values.shape}."
        )
    return values


def check_function(f: PointFunction) -> None:
    """ValueError unless f can be called."""
    if not callable(f) or isinstance(f, Kernel):
        raise ValueError(f"f must be a function of a point; it was {f!r}.")


@dataclass(frozen=True)
class FunctionKernel(Kernel):
    """K(x_i, z_j) = function(X, Z)_ij, as scikit-learn's estimators take a callable. 000 §3."""

    function: PairFunction

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        points = X.astype(float)
        others = points if Z is X else Z.astype(float)
        K = np.array(check_array(self.function(points, others), "Values of the kernel"), float)
        return (K + K.T) / 2 if Z is X and K.shape == K.T.shape else K


@dataclass(frozen=True, eq=False)
class Precomputed(Kernel):
    """A table (n, m) of values of a kernel: points learned from are columns 0, 1, …, others are
    rows -1, -2, …, and to learn from the two are the same.
    """

    table: np.ndarray

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        first, second = X[:, 0].astype(int), Z[:, 0].astype(int)
        if (second < 0).any():
            return self.gram(Z, X).T
        return self.table[np.ix_(np.where(first < 0, -1 - first, first), second)]
