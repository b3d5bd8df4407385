"""The closure rules of notes 001, 003 and 004 for `+`, `*` and `exp`, and candidates.

A candidate can be plotted and combined like a kernel, but no rule proves that it is a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add, mul
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_any_number, check_number
from .base import Kernel, Rule, SeparableTerms

T = TypeVar("T")
OWN = "a function of your own"


@dataclass(frozen=True, repr=False)
class Sum(Kernel):
    """K₁ + K₂: the features of both, side by side. Made by `+`.

    Parameters
    ----------
    left, right : Kernel
        The two terms.

    Notes
    -----
    Note 001, "Properties of kernels", conical combination; note 003, closure property 2.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Linear() + kc.RBF(0.5), (kc.Linear() + kc.Constant(1.0)).feature_count(d=3)
    (Linear() + RBF(tau=0.5), 4)
    """

    rule: ClassVar[Rule] = Rule("sum of kernels", "cᵀ(K₁ + K₂)c = cᵀK₁c + cᵀK₂c.", "001, 003, 004")
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
    """K₁ · K₂: the products of all pairs of features. Made by `*`.

    Parameters
    ----------
    left, right : Kernel
        The two factors.

    Notes
    -----
    Note 001, "Properties of kernels"; note 003, closure property 5; note 004, "Creating more kernel
    functions".

    Examples
    --------
    >>> import kernel_core as kc
    >>> (kc.Linear() * kc.Linear())([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[121.0]]
    """

    rule: ClassVar[Rule] = Rule(
        "product", "Every feature of one factor times every feature of the other.", "001, 003"
    )
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
        The weight, 0 or more: a negative weight would make eigenvalues negative.
    kernel : Kernel
        The kernel that is weighted.

    Notes
    -----
    Note 001, "Properties of kernels", conical combination; note 003, closure property 1.

    Examples
    --------
    >>> import kernel_core as kc
    >>> 2 * kc.RBF(0.5)
    2.0 * RBF(tau=0.5)
    """

    rule: ClassVar[Rule] = Rule("scaling by a ≥ 0", "cᵀ(aK)c = a cᵀKc.", "001, 003, 004")
    factor: float
    kernel: Kernel
    _binds: ClassVar[int] = 2

    def __post_init__(self) -> None:
        why = "of at least 0 (a negative factor makes eigenvalues negative)"
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
class exp(Kernel):
    """exp(K), elementwise. It has a lower-case name because it is used like a function.

    Parameters
    ----------
    kernel : Kernel
        The kernel in the exponent.

    Raises
    ------
    TypeError
        If the argument is not a kernel.

    Notes
    -----
    Note 001, "Properties of kernels", and note 004, "Creating more kernel functions": e^{k(·,·)} is
    a kernel.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.exp(2 * kc.Linear())([[1.0]], [[1.0]]).round(4).tolist()
    [[7.3891]]
    """

    rule: ClassVar[Rule] = Rule(
        "exponential", "1 + K + K²/2 + …: sums, products and a limit.", "001, 004"
    )
    kernel: Kernel

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, Kernel):
            raise TypeError(f"The argument of exp must be a kernel, not {self.kernel!r}.")

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.exp(self.kernel.gram(X, Z))

    def __repr__(self) -> str:
        return f"exp({self.kernel!r})"


class Candidate(Kernel):
    """A function of two points that no closure rule proves to be a kernel.

    It can be computed, plotted and combined like a kernel. `fit` checks its matrix at the points
    and refuses a matrix that is not symmetric or not positive semidefinite.

    Notes
    -----
    Note 001, "Using kernel functions" (Mercer theorem): K is a kernel if and only if every Gram
    matrix is positive semidefinite.

    Examples
    --------
    >>> import kernel_core as kc
    >>> isinstance(kc.RBF(1.0) - kc.RBF(0.5), kc.kernels.Candidate)
    True
    """

    reason: ClassVar[str] = OWN  # a short reason why no rule covers this function

    def features(self, X: ArrayLike) -> np.ndarray:
        """Raise ValueError, since no features are known for a function that may not be a kernel."""
        raise ValueError(f"No features are known for {self!r}: it may not be a kernel.")


@dataclass(frozen=True, repr=False)
class Difference(Candidate):
    """K₁ - K₂: no rule covers it, even where both are kernels. Made by `-`.

    Parameters
    ----------
    left, right : Kernel
        The two terms.

    Notes
    -----
    Note 001, "Properties of kernels", has combinations αk₁ + βk₂ only for α, β >= 0.

    Examples
    --------
    >>> import kernel_core as kc
    >>> (kc.Linear() - kc.Constant(1.0))([[0.0]], [[0.0]]).tolist()
    [[-1.0]]
    """

    left: Kernel
    right: Kernel
    reason: ClassVar[str] = "difference"
    _binds: ClassVar[int] = 1

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.left.gram(X, Z) - self.right.gram(X, Z)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.left._field(X, alpha, gx, gy) - self.right._field(X, alpha, gx, gy)

    def __repr__(self) -> str:
        return f"{parenthesised(self.left, 1)} - {parenthesised(self.right, 2)}"


@dataclass(frozen=True)
class NegativelyScaled(Candidate):
    """factor · K for a factor below 0: every eigenvalue changes its sign. `-K` has the factor -1.

    Parameters
    ----------
    factor : float
        The weight, below 0.
    kernel : Kernel
        The kernel that is weighted.

    Raises
    ------
    ValueError
        If factor is 0 or more, or not finite.

    Notes
    -----
    Note 003, closure property 1, scaling, holds for a weight of 0 or more.

    Examples
    --------
    >>> import kernel_core as kc
    >>> (-kc.Linear())([[1.0]], [[1.0]]).tolist()
    [[-1.0]]
    """

    factor: float
    kernel: Kernel
    reason: ClassVar[str] = "negative weight"

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", check_any_number(self.factor, "The factor"))
        if self.factor >= 0:
            raise ValueError(
                f"The factor must be below 0; for a factor of 0 or more use Scaled. It was "
                f"{self.factor!r}."
            )

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.factor * self.kernel.gram(X, Z)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        return self.factor * self.kernel._field(X, alpha, gx, gy)


def _where_both(rule: Callable[[T, T], T], left: T | None, right: T | None) -> T | None:
    """Return rule(left, right), or None if left or right is None."""
    return None if left is None or right is None else rule(left, right)


def parenthesised(kernel: Kernel, binds: int) -> str:
    """Return repr(kernel), in brackets where its precedence is below `binds`."""
    return repr(kernel) if kernel._binds >= binds else f"({kernel!r})"
