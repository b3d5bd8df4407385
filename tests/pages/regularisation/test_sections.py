"""Degree, ridge, bias and variance on a line: what is drawn and read out is what was fitted."""

import numpy as np
import pytest
from numpy.polynomial.polynomial import polyfit, polyval
from sklearn.linear_model import Ridge

from lab.scene.scene import Scene
from pages.regularisation.mathematics.polynomial_regression import powers
from pages.regularisation.polynomial_fits import (
    bias_variance,
    polynomial_degree,
    ridge,
    ridge_prior,
)
from pages.regularisation.polynomial_fits.sample import nodes, sample

SCENE = Scene(data="wave", m=15, loss="squared")
OTHER = Scene(data="steps", m=9, seed=7, noise=2.0, loss="squared")


def told(sweep):
    return {
        n: np.reshape(t["data"], t["shape"])
        for n, t in sweep["tensors"].items()
        if not isinstance(t["data"], str)
    }


@pytest.mark.parametrize("scene", [SCENE, OTHER])
@pytest.mark.parametrize("M", [0, 1, 4, 7])
def test_the_fit_of_a_degree_is_numpys(scene, M):
    drawn, seen = sample(scene), told(polynomial_degree.sweep(scene))
    theirs = polyfit(drawn.X[:, 0], drawn.targets, M)
    np.testing.assert_allclose(seen["fit"][M], polyval(nodes(), theirs), atol=1e-4)
    rss = np.square(polyval(drawn.X[:, 0], theirs) - drawn.targets).mean()
    assert seen["train"][M] == pytest.approx(rss, rel=1e-4, abs=1e-9)


def test_new_points_agree_with_the_test_error():
    seen, line = told(polynomial_degree.sweep(SCENE)), sample(SCENE).line
    rng = np.random.default_rng(1)
    x = rng.uniform(-3, 3, 200_000)
    y = line.truth(x) + line.s * rng.standard_normal(len(x))
    for M in (1, 5, 9):
        f = np.interp(x, nodes(), seen["fit"][M])
        assert seen["test"][M] == pytest.approx(np.square(f - y).mean(), rel=0.02)


def test_more_powers_never_fit_the_points_worse_and_may_fit_the_truth_worse():
    seen = told(polynomial_degree.sweep(SCENE))
    assert (np.diff(seen["train"]) <= 1e-9).all()
    best = int(seen["test"].argmin())
    assert 3 <= best <= 8, "up to 2 it underfits, from 9 on it overfits (001)"
    assert seen["test"][:3].min() > 3 * seen["test"][best]
    assert seen["test"][9:].min() > 3 * seen["test"][best]


@pytest.mark.parametrize("M", [3, 9, 15])
def test_the_ridge_fit_is_scikit_learns(M):
    drawn, seen = sample(SCENE), told(ridge.sweep(SCENE, M))
    for k in (9, 18, 30):
        theirs = Ridge(alpha=ridge.STOPS[k], fit_intercept=False, solver="svd")
        theirs.fit(powers(drawn.X, M), drawn.targets)
        np.testing.assert_allclose(seen["w"][k], theirs.coef_, rtol=2e-4, atol=1e-5)
        assert seen["norm2"][k] == pytest.approx(theirs.coef_ @ theirs.coef_, rel=1e-3)


def test_coefficients_shrink_to_nothing_as_lam_grows():
    seen = told(ridge.sweep(SCENE, 15))
    freedom = told(ridge_prior.sweep(SCENE))["freedom"]
    assert (np.diff(seen["norm2"]) < 0).all() and (np.diff(freedom) < 0).all()
    assert (np.diff(seen["train"]) > 0).all()
    assert np.abs(seen["fit"][-1]).max() < 0.01 and freedom[0] > 11


def test_the_prior_is_the_one_that_makes_ridge_the_likeliest():
    """λ = noise²/prior²: the bell at a coefficient is exp(−λw²/2σ²)."""
    seen, s = told(ridge_prior.sweep(SCENE)), sample(SCENE).line.s
    w = told(ridge.sweep(SCENE, ridge_prior.POWER))["w"]
    for k in (5, 20, 35):
        bell = np.exp(-ridge.STOPS[k] * np.square(w[k]) / (2 * s**2))
        np.testing.assert_allclose(seen["wy"][k], bell, rtol=1e-3, atol=1e-6)


def test_no_coefficient_is_drawn_where_it_is_not():
    seen, bars = told(ridge_prior.sweep(SCENE)), told(ridge.sweep(SCENE, ridge_prior.POWER))
    off, w = seen["wx"] == "none", bars["w"]
    assert off.any() and (np.abs(w[off]) > 6).all() and (np.abs(w[~off]) <= 6).all()
    np.testing.assert_array_equal(seen["wx"][~off].astype(float), w[~off])
    np.testing.assert_array_equal(seen["beyond"], off.sum(axis=1))
    np.testing.assert_array_equal(bars["beyond"], off.sum(axis=1))


def test_what_the_page_says_of_the_degree_and_of_the_penalty():
    """No degree raises the training error, from m - 1 on it is 0; along λ the norm only falls, the
    test error of degree 15 falls and then rises, and f goes to 0."""
    seen = told(polynomial_degree.sweep(SCENE))
    assert (np.diff(seen["train"]) <= 1e-12).all() and (seen["train"][14:] < 1e-15).all()
    for M in (3, 9, 15):
        along = told(ridge.sweep(SCENE, M))
        assert (np.diff(along["norm2"]) <= 0).all() and (along["w"][-1] != 0).all()
        assert np.abs(along["fit"][-1]).max() < 0.01
    down = np.diff(along["test"]) < 0
    assert down[: down.argmin()].all() and not down[down.argmin() :].any()


@pytest.mark.parametrize("sweep", [bias_variance.by_degree, bias_variance.along_lam])
def test_bias_variance_and_noise_add_up_to_the_expected_error(sweep):
    seen = told(sweep(SCENE))
    total = seen["bias2"] + seen["variance"] + seen["noise"]
    np.testing.assert_allclose(seen["total"], total, rtol=1e-4)
    assert (seen["noise"] == seen["noise"][0]).all()
    assert sweep(SCENE)["tensors"]["fits"]["shape"][1] == 50


def test_bias_falls_and_variance_rises_with_the_degree():
    seen = told(bias_variance.by_degree(SCENE))
    assert seen["bias2"][0] > 50 * seen["bias2"][7] and seen["variance"][12] > seen["variance"][3]
    assert seen["bias2"][12] < 1e-6 < 10 < seen["sample_bias2"][12]  # noise, left in their mean
    assert seen["leftover"][12] > 1e6 * seen["bias2"][12]
    np.testing.assert_array_equal(seen["all_sample"], seen["sample_bias2"])
    lam = told(bias_variance.along_lam(SCENE))
    assert lam["variance"][0] > 100 * lam["variance"][12] > 100 * lam["variance"][-1]
    assert lam["bias2"][-1] > lam["bias2"][8]


@pytest.mark.parametrize("m", [2, 40])
def test_few_points_and_many_have_a_picture(m):
    scene = Scene(data="wave", m=m, loss="squared")
    for sweep in (
        polynomial_degree.sweep(scene),
        ridge.sweep(scene, 15),
        ridge_prior.sweep(scene),
        bias_variance.by_degree(scene),
    ):
        for name, values in told(sweep).items():
            assert name == "wx" or np.isfinite(values).all(), name


def test_what_travels_is_modest():
    size = sum(len(str(ridge.sweep(SCENE, int(M)))) for M in ridge.DEGREES)
    assert size < 450_000
    assert len(str(bias_variance.by_degree(SCENE))) < 180_000
