"""Polynomial fits and ridge, compared with scikit-learn, NumPy's Legendre fits and averages over
samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import BayesianRidge, Ridge

from kernel_core.datasets import REGRESSION_SOURCES, sine
from kernel_core.datasets.regression_data import staircase
from pages.regularisation.mathematics.polynomial_regression import (
    DesignMatrix,
    expected_error,
    fit_along_lam,
    fit_by_degree,
    posterior,
    powers,
    quadrature,
)

LAMS = [1e-8, 1e-4, 0.01, 1.0, 100.0]


@pytest.mark.parametrize("M", [0, 1, 5, 15])
@pytest.mark.parametrize("lam", LAMS)
def test_it_matches_ridge(M, lam):
    x, y = sine().sample(30, 0)
    w = DesignMatrix(x, M).ridge(y, lam)
    X = powers(x, M)
    reference = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(X, y).coef_
    np.testing.assert_allclose(w, reference, rtol=1e-6, atol=1e-9)
    slope = X.T @ (X @ w - y) + lam * w  # half of ∇G at w
    assert np.abs(slope).max() <= 1e-10 * np.abs(X.T @ y).max()


def test_the_notes_formula_where_it_is_well_conditioned():
    x, y = sine().sample(30, 1)
    X = powers(x, 4)
    w = np.linalg.inv(X.T @ X + 0.3 * np.eye(5)) @ X.T @ y
    np.testing.assert_allclose(DesignMatrix(x, 4).ridge(y, 0.3), w, rtol=1e-10)


@pytest.mark.parametrize("n", [16, 20, 60])
def test_least_squares_to_degree_15_is_sound(n):
    """Compare with Legendre polynomials, which span the same functions and are well conditioned."""
    x, y = sine().sample(n, 2)
    fits, z = fit_by_degree(x, y, sine()), np.linspace(-3, 3, 50)
    for M in range(16):
        reference = np.polynomial.Legendre.fit(x[:, 0], y, M, domain=[-3, 3])
        scale = np.abs(reference(z)).max()
        np.testing.assert_allclose(fits.curves(z)[M], reference(z), atol=1e-7 * scale)
        assert fits.train[M] == pytest.approx(np.mean((reference(x[:, 0]) - y) ** 2), abs=1e-9)
    assert (fits.w[np.triu_indices(16, 1)] == 0).all()
    np.testing.assert_allclose(fits.degrees_of_freedom, np.arange(1, 17))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**4), st.integers(1, 40), st.sampled_from(list(REGRESSION_SOURCES)))
def test_training_error_only_falls_and_testing_is_never_below_the_noise(seed, n, name):
    line = REGRESSION_SOURCES[name](1.5)
    x, y = line.sample(n, seed)
    fits = fit_by_degree(x, y, line)
    assert (np.diff(fits.train) <= 1e-9).all()
    assert (fits.test >= line.s**2).all()
    assert np.isfinite(fits.w).all()
    if n <= 16:
        assert fits.train[n - 1 :].max() <= 1e-12  # one coefficient for each point


@pytest.mark.parametrize("n", [12, 15])
def test_low_degrees_underfit_and_high_ones_overfit(n):
    """In the median over twenty samples, M ≤ 2 underfits and M ≥ 9 overfits (note 001)."""
    tables = [fit_by_degree(*sine().sample(n, seed), sine()) for seed in range(20)]
    train = np.median([t.train for t in tables], axis=0)
    test = np.median([t.test for t in tables], axis=0)
    best = int(test.argmin())
    assert 3 <= best <= 8
    assert train[:3].min() > 5 * train[best] and test[:3].min() > 4 * test[best]
    assert train[9:].max() < train[best] and test[9:].min() > 3 * test[best]


def test_fewer_points_than_coefficients_gives_the_least_norm():
    x, y = sine().sample(5, 0)
    w = DesignMatrix(x, 12).ridge(y, 0.0)
    np.testing.assert_allclose(w, np.linalg.pinv(powers(x, 12)) @ y, rtol=1e-9)
    np.testing.assert_allclose(w, DesignMatrix(x, 12).ridge(y, 1e-12), rtol=1e-6)


@pytest.mark.parametrize("line", [sine(0.5), staircase(2.0)])
def test_the_expected_error_is_that_of_a_large_sample(line):
    x, y = line.sample(20, 3)
    w = DesignMatrix(x, 6).ridge(y, 0.01)
    rng = np.random.default_rng(0)
    z = rng.uniform(-3, 3, 400_000)
    new_targets = line.truth(z) + line.s * rng.standard_normal(len(z))
    squares = np.square(powers(z, 6) @ w - new_targets)
    sure = 5 * squares.std() / np.sqrt(len(z))
    assert float(expected_error(w, line)) == pytest.approx(squares.mean(), abs=sure)


def test_the_quadrature_is_exact_with_jumps_and_all():
    x, weights = quadrature()
    assert weights.sum() == pytest.approx(1, rel=1e-14)
    assert x**30 @ weights == pytest.approx(3.0**30 / 31, rel=1e-13)
    share = np.array([1.5, 1.75, 1.5, 1.25]) / 6  # relative widths of the four steps
    assert staircase().truth(x) @ weights == pytest.approx(
        share @ [-0.8, 0.9, -0.6, 0.5], rel=1e-13
    )


def test_fits_shrink_as_lam_grows_from_zero_to_infinity():
    x, y = sine().sample(20, 0)
    lams = [0, *np.geomspace(1e-14, 1e9, 60), np.inf]
    fits = fit_along_lam(x, y, sine(), 12, lams)
    norms = np.linalg.norm(fits.w, axis=1)
    assert (np.diff(norms) < 0).all() and (np.diff(fits.train) >= -1e-13).all()
    assert (np.diff(fits.degrees_of_freedom) < 0).all()
    assert fits.degrees_of_freedom[0] == pytest.approx(13) and fits.degrees_of_freedom[-1] == 0
    least = np.linalg.lstsq(powers(x, 12), y)[0]
    np.testing.assert_allclose(fits.w[0], least, rtol=1e-8)
    np.testing.assert_allclose(fits.w[1], least, rtol=1e-4)
    assert not fits.w[-1].any() and np.abs(fits.w[-2]).max() < 1e-7
    np.testing.assert_allclose(1e9 * fits.w[-2], powers(x, 12).T @ y, rtol=1e-6)
    assert fits.test.argmin() not in (0, len(lams) - 1)  # the best λ is not at an end


@pytest.mark.parametrize("n", [4, 30])
@pytest.mark.parametrize("M", [3, 9])
def test_ridge_is_the_mean_of_a_posterior(n, M):
    """The posterior's mean is the ridge solution with λ = noise²/prior², and maximises the
    posterior."""
    x, y = sine().sample(n, 0)
    p = posterior(x, y, M, noise=0.3, prior=1.5)
    assert p.lam == pytest.approx(0.04)
    np.testing.assert_allclose(p.mean, DesignMatrix(x, M).ridge(y, 0.04), rtol=1e-12)
    X = powers(x, M)
    np.testing.assert_allclose(
        p.cov, 0.09 * np.linalg.inv(X.T @ X + 0.04 * np.eye(M + 1)), rtol=1e-8, atol=1e-12
    )
    z = np.linspace(-3, 3, 7)
    std = np.sqrt((powers(z, M) @ p.cov * powers(z, M)).sum(axis=1))
    curves = p.sample_functions(z, 4000, 0)
    np.testing.assert_allclose(curves.std(axis=0), std, rtol=0.06)
    np.testing.assert_allclose(curves.mean(axis=0), powers(z, M) @ p.mean, atol=0.1 * std.max())
    before = p.sample_functions(z, 4000, 0, prior=True)
    np.testing.assert_allclose(
        before.std(axis=0), 1.5 * np.linalg.norm(powers(z, M), axis=1), rtol=0.06
    )
    assert (
        std <= 1.5 * np.linalg.norm(powers(z, M), axis=1)
    ).all()  # data never increase the prior's uncertainty


def test_scikit_learn_has_the_same_posterior():
    x, y = sine().sample(25, 0)
    X = powers(x, 6)
    reference = BayesianRidge(
        fit_intercept=False, max_iter=1, alpha_init=1 / 0.3**2, lambda_init=1 / 1.5**2
    ).fit(X, y)  # alpha_ and lambda_ change after this one iteration
    p = posterior(x, y, 6, noise=reference.alpha_**-0.5, prior=reference.lambda_**-0.5)
    np.testing.assert_allclose(p.mean, reference.coef_, rtol=1e-6)
    np.testing.assert_allclose(p.cov, reference.sigma_, rtol=1e-6, atol=1e-9)


def test_one_point_and_copies():
    fits = fit_by_degree([1.5], [2.0], sine())
    assert fits.train.max() < 1e-28 and (fits.degrees_of_freedom > 1 - 1e-12).all()
    np.testing.assert_allclose(fits.w[1, :2], [1.6, 0.8])  # minimum norm: 2 φ/‖φ‖², φ = (1, ½)
    x, y = np.repeat([-1.0, 2.0], 5), np.arange(10.0)
    fits = fit_by_degree(x, y, sine())  # two distinct places only
    np.testing.assert_allclose(
        fits.curves([-1.0, 2.0])[1:], np.tile([2.0, 7.0], (15, 1)), rtol=1e-9
    )
    np.testing.assert_allclose(fits.degrees_of_freedom[1:], 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: powers([0.0], 16), "from 0 to 15"),
        (lambda: powers([0.0], -1), "degree M"),
        (lambda: powers([[0.0, 1.0]], 2), "shape"),
        (lambda: powers([np.inf], 2), "finite"),
        (lambda: DesignMatrix([], 2), "at least one point"),
        (lambda: DesignMatrix([1.0], 2).ridge([1.0], -1), "lam must be"),
        (lambda: DesignMatrix([1.0], 2).ridge([1.0], np.nan), "lam must be"),
        (lambda: DesignMatrix([1.0], 2).ridge([1.0, 2.0], 1), "one for each point"),
        (lambda: posterior([1.0], [1.0], 2, 0, 1), "noise"),
        (lambda: posterior([1.0], [1.0], 2, 1, -1), "prior"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
