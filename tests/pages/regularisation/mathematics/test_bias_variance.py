"""Bias, variance and noise add up to the average error; bias and variance change in opposite
directions."""

import numpy as np
import pytest

from kernel_core.datasets import sine
from kernel_core.datasets.regression_data import staircase
from pages.regularisation.mathematics.bias_variance import (
    bias_variance_along_lam,
    bias_variance_by_degree,
    data_sets,
)
from pages.regularisation.mathematics.polynomial_regression import (
    DesignMatrix,
    expected_error,
    powers,
)


@pytest.mark.parametrize("line", [sine(), staircase(0.5)])
def test_the_sum_is_the_expected_error(line):
    """Compare with the mean error over 400 draws of the noise in each data set, within four
    standard errors. For the given fits alone, the terms add up exactly to the mean of their
    errors."""
    table, sets = bias_variance_by_degree(line, 25, lam=1e-3, seed=2), data_sets(line, 25, 50, 2)
    noise = np.random.default_rng(0).standard_normal((50, 400, 25)) * line.s
    for M in (0, 4, 15):
        designs = [DesignMatrix(X, M) for X, _ in sets]
        w = [design.ridge(y, 1e-3) for design, (_, y) in zip(designs, sets, strict=True)]
        total = table.sample_bias2[M] + table.sample_variance[M] + table.noise
        assert total == pytest.approx(expected_error(w, line).mean(), rel=1e-10)
        error_samples = np.array([
            expected_error(design.ridge(line.truth(X[:, 0]) + e, 1e-3), line)
            for design, (X, _), e in zip(designs, sets, noise, strict=True)
        ])  # fmt: skip
        standard_error = error_samples.std(axis=1).mean() / error_samples.size**0.5
        assert abs(table.total[M] - error_samples.mean()) < 4 * standard_error
    assert table.noise == line.s**2
    assert (table.bias2 >= 0).all() and (table.variance >= 0).all()


@pytest.mark.thorough
def test_the_bias_is_that_of_the_expected_fit_and_falls():
    """At degree 12 through fifteen points of a smooth truth the bias is almost 0, whatever the
    noise, although the mean of fifty noisy fits still oscillates."""
    table = bias_variance_by_degree(sine(), 15)
    assert 1e-7 < table.bias2[12] < 2e-7 and table.sample_bias2[12] > 17
    assert (table.bias2[[5, 7, 9, 11, 13]] < 0.1 * table.bias2[[3, 5, 7, 9, 11]]).all()
    for M in range(16):
        g = [
            DesignMatrix(X, M).ridge(np.sin(1.6 * X[:, 0]), 0)
            for X, _ in data_sets(sine(), 15, 50, 0)
        ]
        bias_of_mean = expected_error(np.mean(g, axis=0), sine()) - sine().s ** 2
        assert table.bias2[M] == pytest.approx(bias_of_mean, rel=1e-3, abs=1e-12)
    np.testing.assert_allclose(bias_variance_by_degree(sine(3.0), 15).bias2, table.bias2)


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", [20, pytest.param(60, marks=pytest.mark.thorough)])
def test_noise_left_in_the_mean_counts_as_bias(seeds):
    """Check that on average over many seeds the estimate of bias² is too large by `leftover`."""
    tables = [bias_variance_by_degree(sine(), 15, highest=10, seed=seed) for seed in range(seeds)]
    for M in (1, 7, 10):
        standard_error = np.array([t.sample_bias2[M] - t.bias2[M] - t.leftover[M] for t in tables])
        assert abs(standard_error.mean()) < 4 * standard_error.std() / seeds**0.5
    assert min(t.leftover[10] / t.bias2[10] for t in tables) > 100


def test_degree_trades_bias_for_variance():
    table = bias_variance_by_degree(sine(), 25)
    assert table.bias2[0] > 0.3 and table.bias2[5:9].max() < 0.01
    assert (np.diff(table.variance) > 0).mean() > 0.9 and table.variance[15] > 1
    assert 4 <= table.total.argmin() <= 8


def test_lam_trades_variance_for_bias():
    lams = np.geomspace(1e-6, 1e4, 30)
    table = bias_variance_along_lam(sine(), 20, 12, lams)
    assert (np.diff(table.variance) < 0).mean() > 0.85  # it falls at nearly every λ
    assert table.variance[0] > 5 * table.variance[15] > 1e5 * table.variance[-1]
    assert table.bias2[-1] > 0.3 > 0.01 > table.bias2.min()
    assert 3 < table.total.argmin() < 26
    np.testing.assert_array_equal(table.stops, lams)


def test_the_curves_are_the_fits():
    x = np.linspace(-3, 3, 11)
    table = bias_variance_along_lam(sine(), 15, 4, [0.1, 1.0], count=7, seed=5, x=x)
    assert table.fits.shape == (2, 7, 11) and table.mean.shape == (2, 11)
    X, y = data_sets(sine(), 15, 7, 5)[3]
    np.testing.assert_allclose(table.fits[1, 3], powers(x, 4) @ DesignMatrix(X, 4).ridge(y, 1.0))
    np.testing.assert_allclose(table.mean[0], table.fits[0].mean(axis=0))
    np.testing.assert_allclose(table.truth, np.sin(1.6 * x))


def test_data_sets_differ_and_are_reproducible():
    first, second = data_sets(sine(), 10, 50, 0), data_sets(sine(), 10, 50, 0)
    assert all((a[1] == b[1]).all() for a, b in zip(first, second, strict=True))
    assert len({y.tobytes() for _, y in first}) == 50
    assert not {y.tobytes() for _, y in first} & {
        y.tobytes() for _, y in data_sets(sine(), 10, 50, 1)
    }


def test_one_data_set_has_no_variance():
    table = bias_variance_by_degree(sine(), 10, count=1, highest=3)
    assert not table.sample_variance.any() and table.stops.tolist() == [0, 1, 2, 3]
    assert table.variance[0] == pytest.approx(0.2**2 / 10)  # variance of a mean of ten: s²/n


@pytest.mark.parametrize("change", [{"count": 0}, {"seed": -1}, {"highest": 16}, {"lam": -1}])
def test_bad_input_is_refused_with_a_message(change):
    with pytest.raises(ValueError, match=r"must be|goes from"):
        bias_variance_by_degree(sine(), 10, **change)
