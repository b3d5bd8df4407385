"""Bias, variance and noise: their sum is the average error, and they move against each other."""

import numpy as np
import pytest

from kernel_core.bias_variance import (
    bias_variance_along_lam,
    bias_variance_by_degree,
    data_sets,
)
from kernel_core.lines import steps, wave
from kernel_core.polynomials import Design, expected_error, powers


@pytest.mark.parametrize("line", [wave(), steps(0.5)])
def test_the_sum_is_the_average_expected_error(line):
    table = bias_variance_by_degree(line, 25, lam=1e-3, seed=2)
    for M in (0, 4, 15):
        w = [Design(X, M).ridge(y, 1e-3) for X, y in data_sets(line, 25, 50, 2)]
        assert table.total[M] == pytest.approx(expected_error(w, line).mean(), rel=1e-10)
    assert table.noise == line.s**2
    assert (table.bias2 >= 0).all() and (table.variance >= 0).all()


def test_degree_trades_bias_for_variance():
    table = bias_variance_by_degree(wave(), 25)
    assert table.bias2[0] > 0.3 and table.bias2[5:9].max() < 0.01
    assert (np.diff(table.variance) > 0).mean() > 0.9 and table.variance[15] > 1
    assert 4 <= table.total.argmin() <= 8


def test_lam_trades_variance_for_bias():
    lams = np.geomspace(1e-6, 1e4, 30)
    table = bias_variance_along_lam(wave(), 20, 12, lams)
    assert (np.diff(table.variance) < 0).mean() > 0.85  # where the data sets' places differ, nearly
    assert table.variance[0] > 5 * table.variance[15] > 1e5 * table.variance[-1]
    assert table.bias2[-1] > 0.3 > 0.01 > table.bias2.min()
    assert 3 < table.total.argmin() < 26
    np.testing.assert_array_equal(table.stops, lams)


def test_the_curves_are_the_fits():
    x = np.linspace(-3, 3, 11)
    table = bias_variance_along_lam(wave(), 15, 4, [0.1, 1.0], count=7, seed=5, x=x)
    assert table.fits.shape == (2, 7, 11) and table.mean.shape == (2, 11)
    X, y = data_sets(wave(), 15, 7, 5)[3]
    np.testing.assert_allclose(table.fits[1, 3], powers(x, 4) @ Design(X, 4).ridge(y, 1.0))
    np.testing.assert_allclose(table.mean[0], table.fits[0].mean(axis=0))
    np.testing.assert_allclose(table.truth, np.sin(1.6 * x))


def test_data_sets_differ_and_come_again():
    one, other = data_sets(wave(), 10, 50, 0), data_sets(wave(), 10, 50, 0)
    assert all((a[1] == b[1]).all() for a, b in zip(one, other, strict=True))
    assert len({y.tobytes() for _, y in one}) == 50
    assert not {y.tobytes() for _, y in one} & {
        y.tobytes() for _, y in data_sets(wave(), 10, 50, 1)
    }


def test_one_data_set_has_no_variance():
    table = bias_variance_by_degree(wave(), 10, count=1, highest=3)
    assert not table.variance.any() and table.stops.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("change", [{"count": 0}, {"seed": -1}, {"highest": 16}, {"lam": -1}])
def test_bad_input_is_told_in_a_sentence(change):
    with pytest.raises(ValueError, match=r"must be|goes from"):
        bias_variance_by_degree(wave(), 10, **change)
