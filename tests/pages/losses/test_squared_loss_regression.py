"""Regression with the squared loss: the line is that of least squares, the numbers its own."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

import kernel_core as kc
from pages.losses import squared_loss_regression
from pages.losses.squared_loss_regression import AREA, LAM, MOVED_HOUSE, PRICE, fit, stops, sweep

TOLD = {n: np.reshape(t["data"], t["shape"]) for n, t in sweep()["tensors"].items()}


def prices(k):
    y = PRICE.copy()
    y[MOVED_HOUSE] = stops()[k]
    return y


def test_the_house_that_moves_is_marked_in_the_plot():
    told = {
        n: np.reshape(t["data"], t["shape"])
        for n, t in squared_loss_regression.sweep()["tensors"].items()
    }
    assert (
        told["own_area"] == squared_loss_regression.AREA[squared_loss_regression.MOVED_HOUSE]
    ).all()
    np.testing.assert_array_equal(
        told["own_price"], told["price"][:, squared_loss_regression.MOVED_HOUSE]
    )
    np.testing.assert_array_equal(told["own_price"], told["stops"])


@pytest.mark.parametrize("k", [0, 17, 40])
def test_the_line_is_that_of_ridge_regression(k):
    """½ Σ (z - y)² + (λ/2) w² is half of scikit-learn's objective with alpha = λ."""
    theirs = Ridge(alpha=LAM).fit(AREA[:, None], prices(k))
    f = theirs.predict(TOLD["ends"][:, None])
    np.testing.assert_allclose(TOLD["line"][k], f, rtol=1e-4)
    assert fit(stops()[k]).gap <= 1e-9


@pytest.mark.parametrize("k", range(0, 41, 8))
def test_the_numbers_are_those_of_the_line(k):
    f = np.interp(AREA, TOLD["ends"], TOLD["line"][k])
    losses = kc.Squared().value(f, prices(k))
    assert TOLD["z_now"][k] == pytest.approx(f[MOVED_HOUSE], abs=1e-3)
    assert TOLD["slope_now"][k] == pytest.approx(f[MOVED_HOUSE] - stops()[k], abs=1e-3)
    assert TOLD["loss_now"][k] == pytest.approx(losses[MOVED_HOUSE], abs=1e-2)
    assert TOLD["share"][k] == pytest.approx(losses[MOVED_HOUSE] / losses.sum(), abs=1e-3)
    np.testing.assert_allclose(TOLD["price"][k], prices(k), rtol=1e-4)
    for i in range(len(AREA)):
        np.testing.assert_allclose(TOLD[f"gap{i}"][k], [f[i], prices(k)[i]], atol=1e-3)
        assert (TOLD[f"at{i}"] == AREA[i]).all()


def test_the_farther_the_price_the_more_it_pulls_and_the_whole_line_follows():
    far = stops() > 5
    assert (np.diff(TOLD["slope_now"][far]) < 0).all() and (np.diff(TOLD["share"][far]) > 0).all()
    assert (np.diff(TOLD["line"][:, -1]) > 0).all()
    assert TOLD["share"][stops() == 4.25] < 0.25, "it begins among its neighbours"
    assert TOLD["share"][-1] > 0.6


def test_with_labels_it_is_the_curve_over_the_margin():
    """½ (z - y)² = ½ (1 - yz)² for y = ±1, and for no other y."""
    z = np.linspace(-3, 3, 13)
    for y in (-1.0, 1.0, 2.0):
        same = np.allclose(kc.Squared().value(z, y), kc.Squared().value(y * z, 1.0))
        assert same == (abs(y) == 1)
