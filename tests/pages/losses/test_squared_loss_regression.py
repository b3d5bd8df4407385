"""Regression with the squared loss: the least-squares line, and its numbers."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

import kernel_core as kc
from pages.losses import squared_loss_regression
from pages.losses.squared_loss_regression import AREA, LAM, MOVED_HOUSE, PRICE, fit, stops, sweep

TENSORS = {n: np.reshape(t["data"], t["shape"]) for n, t in sweep()["tensors"].items()}


def prices(k):
    y = PRICE.copy()
    y[MOVED_HOUSE] = stops()[k]
    return y


def test_the_house_that_moves_is_marked_in_the_plot():
    tensors = {
        n: np.reshape(t["data"], t["shape"])
        for n, t in squared_loss_regression.sweep()["tensors"].items()
    }
    assert (
        tensors["own_area"] == squared_loss_regression.AREA[squared_loss_regression.MOVED_HOUSE]
    ).all()
    np.testing.assert_array_equal(
        tensors["own_price"], tensors["price"][:, squared_loss_regression.MOVED_HOUSE]
    )
    np.testing.assert_array_equal(tensors["own_price"], tensors["stops"])


@pytest.mark.parametrize("k", [0, 17, 40])
def test_the_line_is_that_of_ridge_regression(k):
    """Our objective ½ Σ (z − y)² + (λ/2) w² is half of scikit-learn's with alpha = λ."""
    reference = Ridge(alpha=LAM).fit(AREA[:, None], prices(k))
    f = reference.predict(TENSORS["ends"][:, None])
    np.testing.assert_allclose(TENSORS["line"][k], f, rtol=1e-4)
    assert fit(stops()[k]).gap <= 1e-9


@pytest.mark.parametrize("k", range(0, 41, 8))
def test_the_numbers_are_those_of_the_line(k):
    f = np.interp(AREA, TENSORS["ends"], TENSORS["line"][k])
    losses = kc.Squared().value(f, prices(k))
    assert TENSORS["z_now"][k] == pytest.approx(f[MOVED_HOUSE], abs=1e-3)
    assert TENSORS["slope_now"][k] == pytest.approx(f[MOVED_HOUSE] - stops()[k], abs=1e-3)
    assert TENSORS["loss_now"][k] == pytest.approx(losses[MOVED_HOUSE], abs=1e-2)
    assert TENSORS["share"][k] == pytest.approx(losses[MOVED_HOUSE] / losses.sum(), abs=1e-3)
    np.testing.assert_allclose(TENSORS["price"][k], prices(k), rtol=1e-4)
    for i in range(len(AREA)):
        np.testing.assert_allclose(TENSORS[f"gap{i}"][k], [f[i], prices(k)[i]], atol=1e-3)
        assert (TENSORS[f"at{i}"] == AREA[i]).all()


def test_the_farther_the_price_the_more_it_pulls_and_the_whole_line_follows():
    far = stops() > 5
    assert (np.diff(TENSORS["slope_now"][far]) < 0).all() and (
        np.diff(TENSORS["share"][far]) > 0
    ).all()
    assert (np.diff(TENSORS["line"][:, -1]) > 0).all()
    assert TENSORS["share"][stops() == 4.25] < 0.25, "it begins among its neighbours"
    assert TENSORS["share"][-1] > 0.6


def test_with_labels_it_is_the_curve_over_the_margin():
    """½ (z − y)² = ½ (1 − yz)² holds for y = ±1, and for no other y."""
    z = np.linspace(-3, 3, 13)
    for y in (-1.0, 1.0, 2.0):
        is_same = np.allclose(kc.Squared().value(z, y), kc.Squared().value(y * z, 1.0))
        assert is_same == (abs(y) == 1)
