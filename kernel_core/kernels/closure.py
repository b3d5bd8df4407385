"""The closure rules of the notes (001, 003, 004), behind `+`, `*` and `exp`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..validation import number
from .base import Kernel, SeparableTerms


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

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        left, right = self.left._separable(X, gx, gy), self.right._separable(X, gx, gy)
        return None if left is None or right is None else left + right

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.left._field(X, alpha, gx, gy) + self.right._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 1)} + {parenthesised(self.right, 2)}"


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

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        left, right = self.left._separable(X, gx, gy), self.right._separable(X, gx, gy)
        if left is None or right is None:
            return None
        return [(a * p, b * q) for a, b in left for p, q in right]

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 2)} * {parenthesised(self.right, 3)}"


@dataclass(frozen=True, repr=False)
class Scaled(Kernel):
    """factor · K for a factor >= 0: the features times √factor."""

    factor: float
    kernel: Kernel
    _binds: ClassVar[int] = 2

    def __post_init__(self) -> None:
        why = "from 0 on (a negative one turns eigenvalues negative)"
        object.__setattr__(self, "factor", number(self.factor, "The factor of a kernel", why))

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


def parenthesised(kernel: Kernel, binds: int) -> str:
    """repr(kernel), in brackets where it binds less tightly than its place needs."""
    return repr(kernel) if kernel._binds >= binds else f"({kernel!r})"
