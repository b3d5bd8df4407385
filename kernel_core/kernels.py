"""Kernels, and the rules that make new kernels of old ones.

A kernel writes one method, `gram(X, Z)`; the base class checks the points and derives the rest.
Sum, Product, Scaled and Exp are the closure rules of the notes (001, 003, 004), behind `+`, `*`
and `exp`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, isfinite, prod
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

Terms = list[tuple[np.ndarray, np.ndarray]]

BLOCK = 1 << 18  # values held at a time where a grid is filled point by point: 2 MB
MOST_FEATURES = 20_000_000  # numbers in a table of features: 160 MB


class Kernel:
    """A symmetric function K(x, z) whose every Gram matrix is positive semidefinite."""

    __array_ufunc__ = None  # so that NumPy's scalars leave `np.float64(2) * kernel` to us
    _binds: ClassVar[int] = 3  # how tightly repr() binds: 1 a sum, 2 a product, 3 an atom

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """K(x_i, z_j) for X (n, d), Z (m, d), already checked; shape (n, m), a fresh array.

        Where `Z is X` the matrix must be exactly symmetric.
        """
        raise NotImplementedError

    def __call__(self, X: ArrayLike, Z: ArrayLike) -> np.ndarray:
        """The matrix K(x_i, z_j), shape (n, m), for X (n, d) and Z (m, d). 000 §3.

        Raises ValueError, in a sentence, for other shapes, NaN, or values beyond a float.
        """
        A = check_points(X)
        B = A if Z is X else check_points(Z)
        if A.shape[1] != B.shape[1]:
            raise ValueError(
                f"The two sets of points must have the same number of coordinates; "
                f"here they have {A.shape[1]} and {B.shape[1]}."
            )
        return self._finite(lambda: self.gram(A, B))

    def diagonal(self, X: ArrayLike) -> np.ndarray:
        """K(x_i, x_i), shape (n,), for X (n, d), without the whole matrix."""
        X = check_points(X)
        blocks = [X[start : start + 64] for start in range(0, len(X), 64)]
        return self._finite(
            lambda: np.concatenate([[], *(np.diagonal(self.gram(b, b)) for b in blocks)])
        )

    def feature_count(self, d: int) -> int | None:
        """The number M of features for points with d coordinates; None where it is infinite."""
        return None

    def features(self, X: ArrayLike) -> np.ndarray:
        """φ(x_i) as rows, shape (n, M), with K(x, z) = φ(x)ᵀφ(z), for X (n, d). 000 §3.

        Raises ValueError where M is infinite, or too large to write the table out.
        """
        X = check_points(X)
        M = self.feature_count(X.shape[1])
        if M is None:
            raise ValueError(f"The feature map of {self!r} has infinitely many entries.")
        if len(X) * M > MOST_FEATURES:
            raise ValueError(
                f"{self!r} has {M:,} features for points with {X.shape[1]} coordinates: "
                f"too many to write out for {len(X)} points."
            )
        return self._finite(lambda: self._features(X))

    def on_grid(self, X: ArrayLike, alpha: ArrayLike, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """The field Σ_i alpha_i K(x_i, (gx_j, gy_k)), shape (len(gy), len(gx)): rows are y.

        X is (m, 2). For alpha (S, m) instead of (m,), S fields at once, (S, len(gy), len(gx)).
        """
        X, gx, gy = _check_plane(X, gx, gy)
        alpha = np.asarray(alpha, dtype=float)
        if alpha.ndim not in (1, 2) or alpha.shape[-1] != len(X) or not np.isfinite(alpha).all():
            raise ValueError(
                f"alpha must hold one finite number for each of the {len(X)} points; "
                f"its shape is {alpha.shape}."
            )
        rows = np.atleast_2d(alpha)
        used = rows.any(axis=0)  # a point whose alpha is 0 in every row adds nothing
        field = self._finite(lambda: self._field(X[used], rows[:, used], gx, gy))
        return field[0] if alpha.ndim == 1 else field

    def separable(self, X: ArrayLike, gx: ArrayLike, gy: ArrayLike) -> Terms | None:
        """Tables (Tx (len(gx), m), Ty (len(gy), m)), one pair a term, for X (m, 2), such that

        K((gx_j, gy_k), x_i) = Σ_terms Tx[j, i] Ty[k, i]; None where K does not split so.
        """
        return self._separable(*_check_plane(X, gx, gy))

    def _features(self, X: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms | None:
        return None

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """Fields (S, len(gy), len(gx)) for alpha (S, m), by the shortest route there is."""
        M = self.feature_count(2)
        if M is not None and len(X) >= M:
            return _fill(gx, gy, self._features, alpha @ self._features(X))
        terms = self._separable(X, gx, gy)
        if terms is None:
            return _fill(gx, gy, lambda points: self.gram(points, X), alpha)
        field = np.zeros((len(alpha), len(gy), len(gx)))
        for Tx, Ty in terms:
            for row, out in zip(alpha, field, strict=True):
                out += (Ty * row) @ Tx.T
        return field

    def _finite(self, compute: Callable[[], np.ndarray]) -> np.ndarray:
        """compute(), with tiny values going quietly to 0 and overflow told in a sentence."""
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            try:
                values = compute()
            except OverflowError:  # from Python's own numbers, in the weights of the features
                values = np.inf
        if not np.isfinite(values).all():
            raise ValueError(
                f"Values of {self!r} on these points are too large for floating-point numbers; "
                f"bring the points nearer to the origin."
            )
        return values

    def __add__(self, other: Kernel) -> Kernel:
        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(other, self) if isinstance(other, Real) else NotImplemented

    def __rmul__(self, factor: float) -> Kernel:
        return Scaled(factor, self) if isinstance(factor, Real) else NotImplemented


@dataclass(frozen=True)
class Linear(Kernel):
    """K(x, z) = xᵀz: the attributes are the features."""

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return X @ Z.T

    def feature_count(self, d: int) -> int:
        return d

    def _features(self, X: np.ndarray) -> np.ndarray:
        return X.copy()

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1])
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class Polynomial(Kernel):
    """K(x, z) = (xᵀz + c)^degree, with C(d + degree, degree) features for c > 0. 001, 004."""

    degree: int = 2
    c: float = 1.0

    def __post_init__(self) -> None:
        if not isinstance(self.degree, Integral) or self.degree < 1 or self.degree is True:
            raise ValueError(f"The degree must be a whole number from 1 on, not {self.degree!r}.")
        object.__setattr__(self, "degree", int(self.degree))
        object.__setattr__(self, "c", _number(self.c, "c", "from 0 on"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return (X @ Z.T + self.c) ** self.degree

    def feature_count(self, d: int) -> int:
        """C(d + degree, degree); c = 0 leaves only the monomials of the highest degree."""
        return comb(d + self.degree - (self.c == 0), self.degree)

    def _features(self, X: np.ndarray) -> np.ndarray:
        """The monomials of (xᵀz + c)^degree, by total degree, each with its multinomial weight."""
        d = X.shape[1]
        lowest = 0 if self.c > 0 else self.degree
        columns = []
        for total in range(lowest, self.degree + 1):
            for chosen in combinations_with_replacement(range(d), total):
                powers = [chosen.count(j) for j in range(d)]
                rest = self.degree - total
                ways = factorial(self.degree) // prod(map(factorial, [*powers, rest]))
                columns.append((ways * self.c**rest) ** 0.5 * X[:, list(chosen)].prod(axis=1))
        return np.column_stack(columns)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1]) + self.c
        M = self.degree
        return [(comb(M, k) * x**k, y ** (M - k)) for k in range(M + 1)]


@dataclass(frozen=True)
class RBF(Kernel):
    """K(x, z) = exp(-‖x - z‖² / 2τ²), 000 eq. (4); tau > 0 is the bandwidth."""

    tau: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tau", _number(self.tau, "tau", "above 0"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self._bell(squared_distances(X, Z))

    def _bell(self, D: np.ndarray) -> np.ndarray:
        """exp(-D / 2τ²), in place. Dividing twice keeps a tiny τ² from vanishing."""
        D /= -2 * self.tau
        D /= self.tau
        return np.exp(D, out=D)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        return [
            (
                self._bell(np.subtract.outer(gx, X[:, 0]) ** 2),
                self._bell(np.subtract.outer(gy, X[:, 1]) ** 2),
            )
        ]


@dataclass(frozen=True, repr=False)
class Sum(Kernel):
    """K₁ + K₂: the features of both, side by side."""

    left: Kernel
    right: Kernel
    _binds: ClassVar[int] = 1

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) + self.right.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        left, right = self.left.feature_count(d), self.right.feature_count(d)
        return None if left is None or right is None else left + right

    def _features(self, X: np.ndarray) -> np.ndarray:
        return np.hstack([self.left._features(X), self.right._features(X)])

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms | None:
        left, right = self.left._separable(X, gx, gy), self.right._separable(X, gx, gy)
        return None if left is None or right is None else left + right

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.left._field(X, alpha, gx, gy) + self.right._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{_inside(self.left, 1)} + {_inside(self.right, 2)}"


@dataclass(frozen=True, repr=False)
class Product(Kernel):
    """K₁ · K₂: every feature of the one times every feature of the other."""

    left: Kernel
    right: Kernel
    _binds: ClassVar[int] = 2

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) * self.right.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        left, right = self.left.feature_count(d), self.right.feature_count(d)
        return None if left is None or right is None else left * right

    def _features(self, X: np.ndarray) -> np.ndarray:
        left, right = self.left._features(X), self.right._features(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms | None:
        left, right = self.left._separable(X, gx, gy), self.right._separable(X, gx, gy)
        if left is None or right is None:
            return None
        return [(a * p, b * q) for a, b in left for p, q in right]

    def __repr__(self) -> str:
        return f"{_inside(self.left, 2)} * {_inside(self.right, 3)}"


@dataclass(frozen=True, repr=False)
class Scaled(Kernel):
    """factor · K for a factor >= 0: the features times √factor."""

    factor: float
    kernel: Kernel
    _binds: ClassVar[int] = 2

    def __post_init__(self) -> None:
        why = "from 0 on (a negative one turns eigenvalues negative)"
        object.__setattr__(self, "factor", _number(self.factor, "The factor of a kernel", why))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.factor * self.kernel.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return self.kernel.feature_count(d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        return self.factor**0.5 * self.kernel._features(X)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms | None:
        terms = self.kernel._separable(X, gx, gy)
        return None if terms is None else [(self.factor * Tx, Ty) for Tx, Ty in terms]

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.factor * self.kernel._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{self.factor!r} * {_inside(self.kernel, 3)}"


@dataclass(frozen=True, repr=False)
class Exp(Kernel):
    """exp(K), elementwise: a limit of sums of products with positive weights."""

    kernel: Kernel

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.exp(self.kernel.gram(X, Z))

    def __repr__(self) -> str:
        return f"exp({self.kernel!r})"


def exp(kernel: Kernel) -> Kernel:
    """The kernel exp(K(x, z))."""
    if not isinstance(kernel, Kernel):
        raise TypeError(f"exp takes a kernel, not {kernel!r}.")
    return Exp(kernel)


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """‖x_i - z_j‖², shape (n, m), for X (n, d), Z (m, d).

    Summed coordinate by coordinate: unlike ‖x‖² + ‖z‖² - 2xᵀz it loses nothing for near points,
    is never negative, exactly symmetric, and exactly 0 for equal points.
    """
    D = np.zeros((len(X), len(Z)))
    for x, z in zip(X.T, Z.T, strict=True):
        difference = np.subtract.outer(x, z)
        D += np.multiply(difference, difference, out=difference)
    return D


def grid_points(gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
    """The points of a grid as rows, shape (len(gy) len(gx), 2), x running fastest."""
    return np.column_stack([np.tile(gx, len(gy)), np.repeat(gy, len(gx))])


def _fill(
    gx: np.ndarray,
    gy: np.ndarray,
    columns: Callable[[np.ndarray], np.ndarray],
    weights: np.ndarray,
) -> np.ndarray:
    """Σ_j weights[s, j] columns(p)_j at every point p of the grid, a block of points at a time."""
    points = grid_points(gx, gy)
    field = np.empty((len(weights), len(points)))
    step = max(1, BLOCK // max(1, weights.shape[1]))
    for start in range(0, len(points), step):
        field[:, start : start + step] = weights @ columns(points[start : start + step]).T
    return field.reshape(-1, len(gy), len(gx))


def check_points(X: ArrayLike) -> np.ndarray:
    """X as floats of shape (n, d), or a ValueError that says what is wrong with it."""
    try:
        points = np.asarray(X, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(
            "Points must be numbers, one row a point, all rows equally long."
        ) from None
    if points.ndim != 2 or points.shape[1] == 0:
        raise ValueError(
            f"Points must come as a table with one row a point, shape (n, d); this one has shape "
            f"{points.shape}. For points on a line write x[:, None]."
        )
    if not np.isfinite(points).all():
        raise ValueError("Points must be finite numbers; some of these are NaN or infinite.")
    return points


def _check_plane(
    X: ArrayLike, gx: ArrayLike, gy: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    X, gx, gy = check_points(X), np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"A grid needs points in the plane; these have {X.shape[1]} coordinates.")
    if gx.ndim != 1 or gy.ndim != 1 or not (np.isfinite(gx).all() and np.isfinite(gy).all()):
        raise ValueError("The axes of a grid must be lists of finite numbers.")
    return X, gx, gy


def _number(value: float, name: str, allowed: str) -> float:
    """value as a float; finite and >= 0, or > 0 where `allowed` says "above 0"."""
    good = isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    if not good or value < 0 or (value == 0 and allowed == "above 0"):
        raise ValueError(f"{name} must be a finite number {allowed}; it was {value!r}.")
    return float(value)


def _inside(kernel: Kernel, binds: int) -> str:
    """repr(kernel), in brackets where it binds less tightly than its place needs."""
    return repr(kernel) if kernel._binds >= binds else f"({kernel!r})"
