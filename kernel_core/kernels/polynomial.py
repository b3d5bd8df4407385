"""The polynomial kernel and its features. 001, 003, 004."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from ..validation import check_whole
from .base import Kernel, SeparableTerms, parameter

MAX_NAMES = 10_000
MAX_COORDINATES = 10_000
LOW, HIGH = (str.maketrans("0123456789", digits) for digits in ("₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


class Monomial(NamedTuple):
    """One feature of the polynomial kernel, √square · Π_j x_j^{p_j} with `powers` p (d,). 003."""

    powers: tuple[int, ...]
    square: float

    @property
    def weight(self) -> float:
        """What stands before the monomial."""
        return self.square**0.5

    @property
    def name(self) -> str:
        """As "√2·x₁x₂"; a weight whose square is no whole number is a decimal number."""
        factors = "".join(
            f"x{str(j + 1).translate(LOW)}" + (str(p).translate(HIGH) if p > 1 else "")
            for j, p in enumerate(self.powers)
            if p > 0
        )
        weight = self._weight_name()
        return factors if factors and weight == "1" else "·".join(filter(None, [weight, factors]))

    def at(self, X: np.ndarray) -> np.ndarray:
        """Its value at the points X (n, d), shape (n,)."""
        chosen = [j for j, p in enumerate(self.powers) for _ in range(p)]
        return self.weight * X[:, chosen].prod(axis=1)

    def _weight_name(self) -> str:
        if self.weight == round(self.weight):
            return f"{self.weight:.0f}"
        return f"√{self.square:.0f}" if self.square == round(self.square) else f"{self.weight:.4g}"


@dataclass(frozen=True)
class Polynomial(Kernel):
    """K(x, z) = (xᵀz + c)^degree, with C(d + degree, degree) features for c > 0.

    Parameters
    ----------
    degree : int
        The degree, at least 1.
    c : float
        What is added, 0 or more; 0 leaves only the monomials of the highest degree.

    Notes
    -----
    001, "Popular kernels", and 004, "Common kernel functions". The features are the monomials up to
    the degree, with multinomial weights: 003.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Polynomial(2, 0.0).feature_names(d=2)
    ['x₁²', '√2·x₁x₂', 'x₂²']
    >>> kc.Polynomial(2, 0.0)([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[121.0]]
    """

    degree: int = parameter(2, low=1)
    c: float = parameter(1.0)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return (X @ Z.T + self.c) ** self.degree

    def feature_count(self, d: int) -> int:
        """C(d + degree, degree); c = 0 leaves only the monomials of the highest degree."""
        return comb(d + self.degree - (self.c == 0), self.degree)

    def monomials(self, d: int) -> Iterator[Monomial]:
        """The features by total degree, each with its multinomial weight. 003.

        (xᵀz + c)^M = Σ_p M! / (p_1! … p_d! (M - Σp)!) c^{M - Σp} Π_j (x_j z_j)^{p_j}. 003 writes
        their number upside down: it is C(d + M, M).
        """
        lowest = 0 if self.c > 0 else self.degree
        for total in range(lowest, self.degree + 1):
            for chosen in combinations_with_replacement(range(d), total):
                powers = tuple(chosen.count(j) for j in range(d))
                rest = self.degree - total
                ways = factorial(self.degree) // prod(map(factorial, [*powers, rest]))
                yield Monomial(powers, ways * self.c**rest)

    def feature_names(self, d: int) -> list[str]:
        """The features in words, as "√2·x₁x₂", in the order of `features`.

        Raises ValueError where there are more than 10,000 of them, or their weights too large.
        """
        M = self.feature_count(check_whole(d, "The number of coordinates", 1, MAX_COORDINATES))
        if M > MAX_NAMES:
            raise ValueError(f"There are {M:,} features: too many to write their names out.")
        try:
            return [monomial.name for monomial in self.monomials(d)]
        except OverflowError:
            raise ValueError("The weights of this kernel are too large for numbers.") from None

    def _features(self, X: np.ndarray) -> np.ndarray:
        return np.column_stack([monomial.at(X) for monomial in self.monomials(X.shape[1])])

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1]) + self.c
        M = self.degree
        return [(comb(M, k) * x**k, y ** (M - k)) for k in range(M + 1)]
