"""The closure rules of the notes (001, 003, 004), behind `+`, `*` and `exp`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add, mul
from typing import ClassVar, TypeVar

import numpy as np

from ..validation import check_number
from .base import Kernel, SeparableTerms

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Sum(Kernel):
    """K₁ + K₂: the features of both, side by side. Made by `+`.

    Parameters
    ----------
    left, right : Kernel
        The two terms.

    Notes
    -----
    001, "Properties of kernels", conical combination; 003, closure property 2:
    cᵀ(K₁ + K₂)c = cᵀK₁c + cᵀK₂c.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Linear() + kc.RBF(0.5)
    Linear() + RBF(tau=0.5)
    >>> (kc.Linear() + kc.Constant(1.0)).feature_count(d=3)
    4
    """

    left: Kernel
    right: Kernel
    _binds: ClassVar[int] = 1

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) + self.right.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return _where_both(add, self.left.feature_count(d), self.right.feature_count(d))

    def _features(self, X: np.ndarray) -> np.ndarray:
        return np.hstack([self.left._features(X), self.right._features(X)])

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        return _where_both(add, self.left._separable(X, gx, gy), self.right._separable(X, gx, gy))

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.left._field(X, alpha, gx, gy) + self.right._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 1)} + {parenthesised(self.right, 2)}"


@dataclass(frozen=True, repr=False)
class Product(Kernel):
    """K₁ · K₂: every feature of the one times every feature of the other. Made by `*`.

    Parameters
    ----------
    left, right : Kernel
        The two factors.

    Notes
    -----
    001, "Properties of kernels"; 003, closure property 5; 004, "Creating more kernel functions".

    Examples
    --------
    >>> import kernel_core as kc
    >>> (kc.Linear() * kc.Linear())([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[121.0]]
    """

    left: Kernel
    right: Kernel
    _binds: ClassVar[int] = 2

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) * self.right.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return _where_both(mul, self.left.feature_count(d), self.right.feature_count(d))

    def _features(self, X: np.ndarray) -> np.ndarray:
        left, right = self.left._features(X), self.right._features(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        return _where_both(
            lambda left, right: [(a * p, b * q) for a, b in left for p, q in right],
            self.left._separable(X, gx, gy),
            self.right._separable(X, gx, gy),
        )

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 2)} * {parenthesised(self.right, 3)}"


@dataclass(frozen=True, repr=False)
class Scaled(Kernel):
    """factor · K: the features times √factor. Made by `*` with a number.

    Parameters
    ----------
    factor : float
        The weight, 0 or more.
    kernel : Kernel
        The kernel that is weighted.

    Raises
    ------
    ValueError
        If factor is negative or not finite: it would turn eigenvalues negative.

    Notes
    -----
    001, "Properties of kernels", conical combination; 003, closure property 1: cᵀ(aK)c = a cᵀKc.

    Examples
    --------
    >>> import kernel_core as kc
    >>> 2 * kc.RBF(0.5)
    2.0 * RBF(tau=0.5)
    """

    factor: float
    kernel: Kernel
    _binds: ClassVar[int] = 2

    def __post_init__(self) -> None:
        why = "from 0 on (a negative one turns eigenvalues negative)"
        object.__setattr__(self, "factor", check_number(self.factor, "The factor of a kernel", why))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.factor * self.kernel.gram(X, Z)

    def feature_count(self, d: int) -> int | None:
        return self.kernel.feature_count(d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        return self.factor**0.5 * self.kernel._features(X)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        terms = self.kernel._separable(X, gx, gy)
        return None if terms is None else [(self.factor * Tx, Ty) for Tx, Ty in terms]

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.factor * self.kernel._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{self.factor!r} * {parenthesised(self.kernel, 3)}"


@dataclass(frozen=True, repr=False)
class Exp(Kernel):
    """exp(K), entry by entry. Made by `exp`.

    Parameters
    ----------
    kernel : Kernel
        The kernel in the exponent.

    Notes
    -----
    001, "Properties of kernels", and 004, "Creating more kernel functions": 1 + K + K²/2 + … is a
    limit of sums of products with positive weights.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Exp(kc.Linear())([[1.0]], [[0.0]]).tolist()
    [[1.0]]
    """

    kernel: Kernel

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.exp(self.kernel.gram(X, Z))

    def __repr__(self) -> str:
        return f"exp({self.kernel!r})"


def exp(kernel: Kernel) -> Kernel:
    """The kernel exp(K(x, z)).

    Parameters
    ----------
    kernel : Kernel
        The kernel in the exponent.

    Returns
    -------
    Kernel
        Its exponential, an `Exp`.

    Raises
    ------
    TypeError
        If `kernel` is no kernel.

    Notes
    -----
    001, "Properties of kernels", and 004, "Creating more kernel functions": e^{k(·,·)} is a kernel.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.exp(2 * kc.Linear())([[1.0]], [[1.0]]).round(4).tolist()
    [[7.3891]]
    """
    if not isinstance(kernel, Kernel):
        raise TypeError(f"exp takes a kernel, not {kernel!r}.")
    return Exp(kernel)


def _where_both(rule: Callable[[T, T], T], left: T | None, right: T | None) -> T | None:
    """rule(left, right), or None where one of them is None."""
    return None if left is None or right is None else rule(left, right)


def parenthesised(kernel: Kernel, binds: int) -> str:
    """repr(kernel), in brackets where it binds less tightly than its place needs."""
    return repr(kernel) if kernel._binds >= binds else f"({kernel!r})"
