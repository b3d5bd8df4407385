"""Both sides of the kernel trick's identity in numbers, and their cost."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.kernel_trick.mathematics.kernel_trick_identity import (
    compare_inner_products,
    evaluation_cost,
)
from tests.pages.kernel_trick.counted_multiplications import count_multiplications


def test_the_notes_example():
    """In note 001, example 1, φ(x) = (x₁², √2x₁x₂, x₂²)."""
    i = compare_inner_products([3.0, 2.0], [1.0, -4.0])
    assert i.names == ("x₁²", "√2·x₁x₂", "x₂²")
    np.testing.assert_allclose(i.phi_x, [9, 6 * 2**0.5, 4])
    np.testing.assert_allclose(i.phi_z, [1, -4 * 2**0.5, 16])
    np.testing.assert_allclose(i.terms, [9, -48, 64])
    np.testing.assert_allclose(i.dot_terms, [3, -8])
    assert i.dot == -5 and i.kernel == 25
    assert i.explicit == pytest.approx(25, rel=1e-14) and i.digits >= 14


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=1, max_size=5),
    st.integers(1, 5),
)
def test_both_sides_agree(pairs, degree):
    x, z = map(list, zip(*pairs, strict=True))
    i = compare_inner_products(x, z, degree)
    assert len(i.phi_x) == len(i.names) == comb(len(x) + degree - 1, degree)
    assert i.explicit == pytest.approx(i.kernel, abs=1e-11 * max(1, np.abs(i.terms).sum()))
    assert 0 <= i.digits <= 16


def test_digits_are_those_to_which_both_sides_round_alike():
    """If products cancel, few digits remain, however close the two numbers are."""
    i = compare_inner_products([1.1, -0.76], [-0.67, -0.95], 4)
    n = i.digits
    assert 0 < n < 12 and f"{i.explicit:.{n - 1}e}" == f"{i.kernel:.{n - 1}e}"
    assert f"{i.explicit:.{n}e}" != f"{i.kernel:.{n}e}"
    assert compare_inner_products([0.6, 0.8], [1.0, 0.0], 2).digits == 16


@pytest.mark.parametrize("d", [1, 2, 3, 6])
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
def test_what_is_counted_is_the_closed_form(d, degree):
    x, z = np.random.default_rng(d).normal(size=(2, d))
    cost, explicit, kernel = count_multiplications(x, z, degree, 0.7)
    assert cost == evaluation_cost(d, degree)
    assert explicit == pytest.approx(kernel, rel=1e-10)
    assert kernel == pytest.approx((x @ z + 0.7) ** degree)


def test_the_explicit_route_grows_with_dimension_and_degree():
    assert evaluation_cost(2, 2).features == 6
    big = evaluation_cost(100, 5)
    assert big.kernel == 104
    assert big.features == comb(105, 5) and big.bytes == 8 * big.features
    assert big.explicit > 10**8
    for d, degree in ((2, 3), (10, 4)):
        assert evaluation_cost(d + 1, degree).explicit > evaluation_cost(d, degree).explicit
        assert evaluation_cost(d, degree + 1).explicit > evaluation_cost(d, degree).explicit
        assert evaluation_cost(d, degree).kernel == d + degree - 1


def test_bad_input_is_refused_with_a_message():
    for call, message in (
        (lambda: compare_inner_products([1.0], [1.0, 2.0]), "must be numbers"),
        (lambda: compare_inner_products([np.nan], [1.0]), "finite"),
        (lambda: compare_inner_products([1.0], [1.0], 0), "degree must be"),
        (lambda: evaluation_cost(0, 2), "d must be"),
        (lambda: evaluation_cost(2, 2.5), "degree must be"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
