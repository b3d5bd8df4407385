"""The multiplications of both sides of the kernel trick's identity, counted while they run."""

from collections.abc import Callable

import numpy as np

from kernel_core import Polynomial
from pages.kernel_trick.mathematics.kernel_trick_identity import EvaluationCost


def count_multiplications(x, z, degree: int, c: float = 1.0) -> tuple[EvaluationCost, float, float]:
    """Compute (xᵀz + c)^degree through the features and by the kernel; return the counts and both
    values."""
    X, tally = np.array([x, z]), [0, 0]

    def times(a: float, b: float, route: int) -> float:
        tally[route] += 1
        return a * b

    weights = {
        powers: square**0.5 for powers, square in Polynomial(degree, c).monomials(X.shape[1])
    }
    phi = [_features(row, weights, lambda a, b: times(a, b, 0)) for row in X.tolist()]
    explicit = sum(times(a, b, 0) for a, b in zip(*phi, strict=True))
    base = sum(times(a, b, 1) for a, b in zip(*X.tolist(), strict=True)) + c
    kernel = base
    for _ in range(degree - 1):
        kernel = times(kernel, base, 1)
    return EvaluationCost(X.shape[1], degree, len(weights), *tally), explicit, kernel


def _features(
    x: list[float], weights: dict[tuple[int, ...], float], times: Callable[[float, float], float]
) -> list[float]:
    """Compute φ(x) of (xᵀz + c)^degree: each monomial from one of lower degree, then its weight."""
    d = len(x)
    monomials = {(0,) * d: 1.0}
    for powers in weights:
        total = sum(powers)
        if total == 0:
            continue
        j = next(j for j, p in enumerate(powers) if p > 0)
        lower_powers = tuple(p - (i == j) for i, p in enumerate(powers))
        monomials[powers] = x[j] if total == 1 else times(monomials[lower_powers], x[j])
    return [
        weights[powers] if sum(powers) == 0 else times(weights[powers], value)
        for powers, value in monomials.items()
    ]
