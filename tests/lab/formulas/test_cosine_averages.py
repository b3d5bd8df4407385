"""The footnote of note 000, section 6: the variance for which the cosines average to the kernel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_core import RBF
from lab.formulas.sequences import cosine_averages, frequencies

taus = st.floats(0.05, 20)


def test_shapes_and_seeds():
    W = frequencies(7, 3, 0.5)
    assert W.shape == (7, 3)
    assert np.array_equal(W, frequencies(7, 3, 0.5))
    assert np.array_equal(W, frequencies(20, 3, 0.5)[:7]), "more features leave the first alone"
    assert not np.array_equal(W, frequencies(7, 3, 0.5, seed=1))
    averages = cosine_averages(W, np.zeros((4, 3)), np.array([1, 3, 7]))
    assert averages.shape == (3, 4)
    assert np.all(averages == 1), "cos 0 = 1 for every draw"


@given(taus)
def test_the_spread_is_one_over_tau_and_the_slips_is_tau(tau):
    right, slip = frequencies(4000, 2, tau), frequencies(4000, 2, tau, printed_variance=True)
    assert right.std() == pytest.approx(1 / tau, rel=0.05)
    assert slip.std() == pytest.approx(tau, rel=0.05)
    np.testing.assert_allclose(slip, right * tau**2)


def test_averages_are_means_over_the_first_draws():
    W, V = frequencies(50, 2, 0.7), np.random.default_rng(1).normal(size=(6, 2))
    averages = cosine_averages(W, V, np.array([1, 10, 50]))
    for k, count in enumerate((1, 10, 50)):
        expected = np.mean([np.cos(V @ w) for w in W[:count]], axis=0)
        np.testing.assert_allclose(averages[k], expected, atol=1e-12)


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("tau", [0.3, 1.0, 2.5])
def test_the_average_tends_to_the_kernel_and_the_slip_to_another_bandwidth(tau):
    V = np.random.default_rng(2).normal(size=(40, 2)) * tau
    origin = np.zeros((1, 2))
    count = np.array([200_000])
    average = cosine_averages(frequencies(200_000, 2, tau), V, count)[0]
    np.testing.assert_allclose(average, RBF(tau)(V, origin)[:, 0], atol=0.012)
    slip = cosine_averages(frequencies(200_000, 2, tau, printed_variance=True), V, count)[0]
    np.testing.assert_allclose(slip, RBF(1 / tau)(V, origin)[:, 0], atol=0.012)
    if tau != 1:  # at tau = 1 the two variances are the same
        assert np.abs(slip - RBF(tau)(V, origin)[:, 0]).max() > 0.25


def test_the_error_falls_like_one_over_the_root_of_the_number_of_features():
    r, counts = np.linspace(0.1, 2, 25)[:, None], np.array([25, 100, 400, 1600])
    kernel = RBF(0.5)(r, np.zeros((1, 1)))[:, 0]
    errors = [
        cosine_averages(frequencies(1600, 1, 0.5, seed=s), r, counts) - kernel for s in range(60)
    ]
    rms = np.sqrt(np.mean(np.square(errors), axis=(0, 2)))
    slope = np.polyfit(np.log(counts), np.log(rms), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.06)
    # The variance of cos is at most 1/2 + 1/2 K(2v), so the root mean square error with D features
    # is at most 1/sqrt(D).
    assert np.all(rms <= 1 / np.sqrt(counts))


@pytest.mark.parametrize(
    ("count", "dimension", "tau", "sentence"),
    [
        (5, 1, 0.0, "tau"),
        (5, 1, -2.0, "tau"),
        (5, 1, float("nan"), "tau"),
    ],
)
def test_what_cannot_be_drawn_is_reported_in_a_message(count, dimension, tau, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        frequencies(count, dimension, tau)
    assert str(error.value).endswith((".", "!"))
