"""The steps about degree, ridge, bias and variance on a line: drawings and read-outs agree with the
fits."""

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
OTHER_SCENE = Scene(data="steps", m=9, seed=7, noise=2.0, loss="squared")


def read_tensors(sweep):
    return {
        n: np.reshape(t["data"], t["shape"])
        for n, t in sweep["tensors"].items()
        if not isinstance(t["data"], str)
    }


@pytest.mark.parametrize("scene", [SCENE, OTHER_SCENE])
@pytest.mark.parametrize("M", [0, 1, 4, 7])
def test_the_fit_of_a_degree_is_numpys(scene, M):
    points, tensors = sample(scene), read_tensors(polynomial_degree.sweep(scene))
    reference = polyfit(points.X[:, 0], points.targets, M)
    np.testing.assert_allclose(tensors["fit"][M], polyval(nodes(), reference), atol=1e-4)
    rss = np.square(polyval(points.X[:, 0], reference) - points.targets).mean()
    assert tensors["train"][M] == pytest.approx(rss, rel=1e-4, abs=1e-9)


def test_new_points_agree_with_the_test_error():
    tensors, line = read_tensors(polynomial_degree.sweep(SCENE)), sample(SCENE).line
    rng = np.random.default_rng(1)
    x = rng.uniform(-3, 3, 200_000)
    y = line.truth(x) + line.s * rng.standard_normal(len(x))
    for M in (1, 5, 9):
        f = np.interp(x, nodes(), tensors["fit"][M])
        assert tensors["test"][M] == pytest.approx(np.square(f - y).mean(), rel=0.02)


def test_more_powers_never_fit_the_points_worse_and_may_fit_the_truth_worse():
    tensors = read_tensors(polynomial_degree.sweep(SCENE))
    assert (np.diff(tensors["train"]) <= 1e-9).all()
    best = int(tensors["test"].argmin())
    assert 3 <= best <= 8, "up to 2 it underfits, from 9 on it overfits (001)"
    assert tensors["test"][:3].min() > 3 * tensors["test"][best]
    assert tensors["test"][9:].min() > 3 * tensors["test"][best]


@pytest.mark.parametrize("M", [3, 9, 15])
def test_the_ridge_fit_is_scikit_learns(M):
    points, tensors = sample(SCENE), read_tensors(ridge.sweep(SCENE, M))
    for k in (9, 18, 30):
        reference = Ridge(alpha=ridge.STOPS[k], fit_intercept=False, solver="svd")
        reference.fit(powers(points.X, M), points.targets)
        np.testing.assert_allclose(tensors["w"][k], reference.coef_, rtol=2e-4, atol=1e-5)
        assert tensors["norm2"][k] == pytest.approx(reference.coef_ @ reference.coef_, rel=1e-3)


def test_coefficients_shrink_to_nothing_as_lam_grows():
    tensors = read_tensors(ridge.sweep(SCENE, 15))
    freedom = read_tensors(ridge_prior.sweep(SCENE))["freedom"]
    assert (np.diff(tensors["norm2"]) < 0).all() and (np.diff(freedom) < 0).all()
    assert (np.diff(tensors["train"]) > 0).all()
    assert np.abs(tensors["fit"][-1]).max() < 0.01 and freedom[0] > 11


def test_the_prior_is_the_one_that_makes_ridge_the_likeliest():
    """The prior density of a coefficient is proportional to exp(−λw²/(2σ²)), so λ =
    noise²/prior²."""
    tensors, s = read_tensors(ridge_prior.sweep(SCENE)), sample(SCENE).line.s
    w = read_tensors(ridge.sweep(SCENE, ridge_prior.DEGREE))["w"]
    for k in (5, 20, 35):
        bell = np.exp(-ridge.STOPS[k] * np.square(w[k]) / (2 * s**2))
        np.testing.assert_allclose(tensors["wy"][k], bell, rtol=1e-3, atol=1e-6)


def test_no_coefficient_is_drawn_where_it_is_not():
    tensors, bars = (
        read_tensors(ridge_prior.sweep(SCENE)),
        read_tensors(ridge.sweep(SCENE, ridge_prior.DEGREE)),
    )
    is_absent, w = tensors["wx"] == "none", bars["w"]
    assert (
        is_absent.any() and (np.abs(w[is_absent]) > 6).all() and (np.abs(w[~is_absent]) <= 6).all()
    )
    np.testing.assert_array_equal(tensors["wx"][~is_absent].astype(float), w[~is_absent])
    np.testing.assert_array_equal(tensors["beyond"], is_absent.sum(axis=1))
    np.testing.assert_array_equal(bars["beyond"], is_absent.sum(axis=1))


def test_the_statements_about_degree_and_penalty_hold():
    """A higher degree never increases the training error, which is 0 from m − 1 on. A larger λ
    decreases the norm, lets the test error of degree 15 fall and then rise, and brings f to 0."""
    tensors = read_tensors(polynomial_degree.sweep(SCENE))
    assert (np.diff(tensors["train"]) <= 1e-12).all() and (tensors["train"][14:] < 1e-15).all()
    for M in (3, 9, 15):
        along = read_tensors(ridge.sweep(SCENE, M))
        assert (np.diff(along["norm2"]) <= 0).all() and (along["w"][-1] != 0).all()
        assert np.abs(along["fit"][-1]).max() < 0.01
    is_falling = np.diff(along["test"]) < 0
    assert is_falling[: is_falling.argmin()].all() and not is_falling[is_falling.argmin() :].any()


@pytest.mark.parametrize("sweep", [bias_variance.by_degree, bias_variance.along_lam])
def test_bias_variance_and_noise_add_up_to_the_expected_error(sweep):
    tensors = read_tensors(sweep(SCENE))
    total = tensors["bias2"] + tensors["variance"] + tensors["noise"]
    np.testing.assert_allclose(tensors["total"], total, rtol=1e-4)
    assert (tensors["noise"] == tensors["noise"][0]).all()
    assert sweep(SCENE)["tensors"]["fits"]["shape"][1] == 50


def test_bias_falls_and_variance_rises_with_the_degree():
    tensors = read_tensors(bias_variance.by_degree(SCENE))
    assert (
        tensors["bias2"][0] > 50 * tensors["bias2"][7]
        and tensors["variance"][12] > tensors["variance"][3]
    )
    assert (
        tensors["bias2"][12] < 1e-6 < 10 < tensors["sample_bias2"][12]
    )  # the mean of the fits still contains noise
    assert tensors["leftover"][12] > 1e6 * tensors["bias2"][12]
    np.testing.assert_array_equal(tensors["all_sample"], tensors["sample_bias2"])
    lam = read_tensors(bias_variance.along_lam(SCENE))
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
        for name, values in read_tensors(sweep).items():
            assert name == "wx" or np.isfinite(values).all(), name


def test_what_travels_is_modest():
    size = sum(len(str(ridge.sweep(SCENE, int(M)))) for M in ridge.DEGREES)
    assert size < 450_000
    assert len(str(bias_variance.by_degree(SCENE))) < 180_000
