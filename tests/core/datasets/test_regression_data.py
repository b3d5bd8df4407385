"""Data on a line: values of a known function with noise."""

from math import erf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_core.datasets import REGRESSION_SOURCES, NoisyFunction, sine
from kernel_core.datasets.regression_data import NOISE, staircase

every = pytest.mark.parametrize("name", REGRESSION_SOURCES)


@every
@given(m=st.integers(1, 80), extra=st.integers(0, 40), seed=st.integers(0, 2**31 - 1))
def test_a_larger_sample_adds_points_to_a_smaller_one(name, m, extra, seed):
    X, y = REGRESSION_SOURCES[name]().sample(m, seed)
    bigger, targets = REGRESSION_SOURCES[name]().sample(m + extra, seed)
    assert X.shape == (m, 1) and y.shape == (m,)
    assert np.array_equal(bigger[:m], X) and np.array_equal(targets[:m], y)
    assert (NoisyFunction.low <= X).all() and (NoisyFunction.high >= X).all()


@every
def test_noise_moves_the_targets_about_the_same_truth(name):
    quiet, loud = REGRESSION_SOURCES[name](0.5), REGRESSION_SOURCES[name](2.0)
    (X, y), (louder_X, louder) = quiet.sample(30, seed=5), loud.sample(30, seed=5)
    assert np.array_equal(X, louder_X)
    np.testing.assert_allclose((louder - loud.truth(X[:, 0])) / 4, y - quiet.truth(X[:, 0]))
    assert not np.array_equal(X, quiet.sample(30, seed=6)[0])


@every
def test_the_residuals_are_normal_with_the_stated_width(name):
    line = REGRESSION_SOURCES[name]()
    r = np.concatenate(
        [y - line.truth(X[:, 0]) for X, y in (line.sample(60, s) for s in range(60))]
    )
    assert r.std() == pytest.approx(NOISE, rel=0.05) and abs(r.mean()) < 0.02
    assert np.mean(np.abs(r) < NOISE) == pytest.approx(erf(1 / sqrt(2)), abs=0.02)


@every
@pytest.mark.parametrize("m", [5, 20, 60])
@pytest.mark.parametrize("seed", range(5))
def test_the_points_fill_the_line_evenly(name, m, seed):
    """Steps of the golden ratio leave gaps of at most three lengths, each near 6/m."""
    x = np.sort(REGRESSION_SOURCES[name]().sample(m, seed)[0][:, 0])
    gaps = np.append(np.diff(x), x[0] + (NoisyFunction.high - NoisyFunction.low) - x[-1])
    assert len(np.unique(gaps.round(9))) <= 3
    assert gaps.min() > 0.35 * 6 / m and gaps.max() < 2.4 * 6 / m


def test_the_truths_match_their_names():
    x = np.linspace(-3, 3, 601)
    np.testing.assert_allclose(sine().truth(x), np.sin(1.6 * x))
    assert set(staircase().truth(x)) == {-0.8, 0.9, -0.6, 0.5}
    assert np.count_nonzero(np.diff(staircase().truth(x))) == 3


@every
def test_label_probabilities_match_sampled_labels(name):
    line, x = REGRESSION_SOURCES[name](2.0), np.array([-2.5, -1.0, 0.1, 2.9])
    draws = line.truth(x) + line.s * np.random.default_rng(0).standard_normal((20_000, 4))
    np.testing.assert_allclose(line.positive(x), (draws > 0).mean(axis=0), atol=0.015)


@every
@pytest.mark.parametrize("noise", [0.25, 1.0, 3.0])
def test_the_window_is_tidy_and_shows_nearly_all(name, noise):
    line = REGRESSION_SOURCES[name](noise)
    x0, x1, y0, y1 = line.window
    assert x0 < NoisyFunction.low and x1 > NoisyFunction.high and y0 == -y1 and (2 * y1) % 1 == 0
    y = np.concatenate([line.sample(60, seed)[1] for seed in range(20)])
    assert np.mean(np.abs(y) > y1) < 0.005


@pytest.mark.parametrize("m", [0, -1, 2.5, "3", None])
def test_an_invalid_sample_size_is_refused_with_a_message(m):
    with pytest.raises(ValueError, match="must be a whole number of at least 1"):
        sine().sample(m, seed=0)


@every
@pytest.mark.parametrize("noise", [0, -1, float("nan"), float("inf"), "1", None])
def test_an_invalid_noise_is_refused_with_a_message(name, noise):
    with pytest.raises(ValueError, match="finite number above 0"):
        REGRESSION_SOURCES[name](noise)
