"""The names of the polynomial kernel's features."""

from math import comb, factorial, prod

import pytest

import kernel_core as kc
from pages.kernel_trick.mathematics.monomial_names import feature_names


def test_polynomial_features_have_names():
    assert feature_names(kc.Polynomial(2, 1.0), 2) == [
        "1",
        "√2·x₁",
        "√2·x₂",
        "x₁²",
        "√2·x₁x₂",
        "x₂²",
    ]
    assert feature_names(kc.Polynomial(2, 0.0), 2) == ["x₁²", "√2·x₁x₂", "x₂²"]  # note 001
    assert feature_names(kc.Polynomial(2, 1.0), 1) == ["1", "√2·x₁", "x₁²"]  # note 003
    assert feature_names(kc.Polynomial(3, 0.5), 1) == ["0.3536", "0.866·x₁", "1.225·x₁²", "x₁³"]
    for d, M in ((1, 7), (3, 4), (6, 2)):
        kernel = kc.Polynomial(M, 2.0)
        names = feature_names(kernel, d)
        assert len(names) == len(set(names)) == comb(d + M, M)  # monomials up to degree M
        for powers, square in kernel.monomials(d):
            degree_left = M - sum(powers)
            ways = factorial(M) / prod(map(factorial, [*powers, degree_left]))
            assert square == pytest.approx(ways * 2.0**degree_left)
