"""The polynomial kernel and its features (notes 001, 003 and 004)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import ClassVar

import numpy as np

from .base import Kernel, Rule, SeparableTerms, parameter


@dataclass(frozen=True)
class Polynomial(Kernel):
    """K(x, z) = (xᵀz + c)^degree, with C(d + degree, degree) features for c > 0.

    Parameters
    ----------
    degree : int
        The degree, at least 1.
    c : float
        The constant, 0 or more; 0 leaves only the monomials of the highest degree.

    Notes
    -----
    Note 001, "Popular kernels", and note 004, "Common kernel functions". The features are the
    monomials up to the degree, with multinomial weights: note 003.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Polynomial(2, 0.0).feature_count(d=2)  # x₁², √2 x₁x₂, x₂²
    3
    >>> kc.Polynomial(2, 0.0)([[1.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[121.0]]
    """

    rule: ClassVar[Rule] = Rule(
        "inner product of features", "Its features are weighted monomials.", "001, 003, 004"
    )
    degree: int = parameter(2, low=1)
    c: float = parameter(1.0)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return (X @ Z.T + self.c) ** self.degree

    def feature_count(self, d: int) -> int:
        """Return C(d + degree, degree), or for c = 0 the number of monomials of the highest
        degree."""
        return comb(d + self.degree - (self.c == 0), self.degree)

    def monomials(self, d: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield powers p (d,) and a weight `square` for each feature √square · Π_j x_j^{p_j}, in
        order of total degree.

        With D = degree,
        (xᵀz + c)^D = Σ_p D! / (p_1! … p_d! (D - Σp)!) c^{D - Σp} Π_j (x_j z_j)^{p_j}. For c > 0
        there are C(d + D, D) features; note 003 has this binomial coefficient upside down.
        """
        lowest = 0 if self.c > 0 else self.degree
        for total in range(lowest, self.degree + 1):
            for chosen in combinations_with_replacement(range(d), total):
                powers = tuple(chosen.count(j) for j in range(d))
                remaining_degree = self.degree - total
                ways = factorial(self.degree) // prod(map(factorial, [*powers, remaining_degree]))
                yield powers, ways * self.c**remaining_degree

    def _features(self, X: np.ndarray) -> np.ndarray:
        columns = []
        for powers, square in self.monomials(X.shape[1]):
            chosen = [j for j, p in enumerate(powers) for _ in range(p)]
            columns.append(square**0.5 * X[:, chosen].prod(axis=1))
        return np.column_stack(columns)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1]) + self.c
        M = self.degree
        return [(comb(M, k) * x**k, y ** (M - k)) for k in range(M + 1)]
