"""The error of an average of random cosines: its formula compared with many draws (note 000,
footnote)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernel_core as kc
from lab.formulas.sequences import RandomFourier
from pages.kernel_trick.mathematics.cosine_error import measure_cosine_error


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("tau", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("D", [1, 20])
def test_it_is_the_error_of_many_draws(tau, D):
    V = np.random.default_rng(0).normal(size=(30, 2))
    k = kc.RBF(tau)(V, np.zeros((1, 2)))[:, 0]
    squares = [
        np.mean((RandomFourier(tau, D, seed=s)(V, np.zeros((1, 2)))[:, 0] - k) ** 2)
        for s in range(1500)
    ]
    assert np.sqrt(np.mean(squares)) == pytest.approx(measure_cosine_error(tau, V, D), rel=0.06)


def test_one_difference_by_hand():
    k = np.exp(-0.5)  # the kernel at ‖v‖ = τ
    assert measure_cosine_error(2.0, [[2.0]], 1) == pytest.approx((1 - k**2) / np.sqrt(2))
    assert measure_cosine_error(2.0, [[0.0]], 1) == 0, "at x = z every cosine is 1"
    assert measure_cosine_error(1e-3, [[5.0]], 1) == pytest.approx(np.sqrt(0.5)), (
        "where the kernel is 0, the error is that of one cosine"
    )


@given(st.floats(0.1, 10), st.integers(1, 10_000))
def test_it_falls_like_one_over_the_root_of_D(tau, D):
    V = [[0.3, -1.0], [2.0, 0.5]]
    single, four = measure_cosine_error(tau, V, [D, 4 * D])
    assert four == pytest.approx(single / 2)
    assert np.shape(measure_cosine_error(tau, V, D)) == ()


@pytest.mark.parametrize(
    ("tau", "V", "D"),
    [
        (0.0, [[1.0]], 1), (-1.0, [[1.0]], 1), (1.0, [[1.0]], 0), (1.0, [[1.0]], [1, np.nan]),
        (1.0, [[1.0]], np.inf), (1.0, np.zeros((0, 2)), 1), (1.0, [[np.nan]], 1),
        (1.0, [1.0, 2.0], 1),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_reported_in_a_message(tau, V, D):
    with pytest.raises(ValueError, match=r"\.$"):
        measure_cosine_error(tau, V, D)
