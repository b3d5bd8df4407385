"""Fits of the min kernel: knots at the data, and the slopes between them (notes 000 and 002)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import kernel_core as kc
from pages.kernel_trick.mathematics.min_kernel_fit import min_slopes

SIZES = st.integers(1, 12)
NUMBERS = st.floats(-5, 5, width=16)


def test_two_points_by_hand():
    """f(x) = 3 min{x, 1} − min{x, 2}: slope 2 up to 1, then −1 up to 2, then 0."""
    knots, slopes = min_slopes([[1.0], [2.0]], [3.0, -1.0])
    assert knots.tolist() == [0, 1, 2] and slopes.tolist() == [2, -1, 0]
    swapped = min_slopes([[2.0], [1.0]], [-1.0, 3.0])
    assert all((a == b).all() for a, b in zip((knots, slopes), swapped, strict=True))


@given(st.data(), SIZES)
def test_the_slopes_add_up_to_the_fit(data, m):
    X = np.abs(data.draw(arrays(float, (m, 1), elements=NUMBERS)))
    alpha = data.draw(arrays(float, m, elements=NUMBERS))
    knots, slopes = min_slopes(X, alpha)
    assert knots.shape == slopes.shape == (m + 1,) and (np.diff(knots) >= 0).all()
    assert slopes[-1] == 0, "behind the last point f stays level"
    z = np.array([*knots, 0.5 * knots[-1], knots[-1] + 1.0])
    lengths = np.clip(z[:, None] - knots, 0, np.append(np.diff(knots), np.inf))
    f = kc.Min()(z[:, None], X) @ alpha
    np.testing.assert_allclose(lengths @ slopes, f, atol=1e-9)


def test_a_fit_of_any_loss_bends_at_the_data_only():
    X = np.array([[0.5], [2.0], [2.0], [3.5]])
    s = kc.fit(X, [1.0, -1.0, -1.0, 1.0], kc.Min(), kc.Logistic(), 0.1, risk="mean")
    knots, slopes = min_slopes(X, s.alpha)
    middle = (knots[1:] + knots[:-1])[np.diff(knots) > 0] / 2
    h = 1e-3
    rise = (s.decision(middle[:, None] + h) - s.decision(middle[:, None] - h)) / (2 * h)
    np.testing.assert_allclose(rise, slopes[:-1][np.diff(knots) > 0], atol=1e-8)


def test_no_points_make_no_fit():
    knots, slopes = min_slopes(np.zeros((0, 1)), [])
    assert knots.tolist() == [0] and slopes.tolist() == [0]


@pytest.mark.parametrize(
    ("X", "alpha"),
    [
        ([[-1.0]], [1.0]), ([[1.0, 2.0]], [1.0]), ([[1.0]], [1.0, 2.0]), ([[1.0]], [np.inf]),
        ([[np.nan]], [1.0]), ([[1.0], [2.0]], 1.0),
    ],
)  # fmt: skip
def test_bad_input_to_min_slopes_is_reported_in_a_message(X, alpha):
    with pytest.raises(ValueError, match=r"\.$"):
        min_slopes(X, alpha)
