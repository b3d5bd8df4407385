"""A Gaussian process, compared with scikit-learn's."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

import kernel_core as kc
from kernel_core.datasets import sine
from pages.kernel_ridge.mathematics.gaussian_process import posterior, square_root
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeSpectrum

X, Y = sine().sample(20, 0)
Z = np.linspace(-3, 3, 41)[:, None]


@pytest.mark.parametrize("tau", [0.1, 0.5, 3.2])
def test_posterior_and_evidence_are_those_of_scikit_learn(tau):
    ours = posterior(kc.RBF(tau), X, Y, Z, 0.2)
    theirs = GaussianProcessRegressor(RBF(tau), alpha=0.04, optimizer=None).fit(X, Y)
    mean, covariance = theirs.predict(Z, return_cov=True)
    np.testing.assert_allclose(ours.mean, mean, atol=1e-9)
    np.testing.assert_allclose(ours.covariance, covariance, atol=1e-9)
    assert ours.evidence == pytest.approx(theirs.log_marginal_likelihood_value_, abs=1e-8)


def test_the_mean_is_kernel_ridge_with_the_noise_as_penalty():
    kernel = kc.RBF(0.5)
    alpha = RidgeSpectrum(kernel(X, X), Y).fits([0.09]).alpha[0]
    mean = posterior(kernel, X, Y, Z, 0.3).mean
    np.testing.assert_allclose(mean, kernel(Z, X) @ alpha, atol=1e-12)


def test_samples_have_the_covariance_of_the_process():
    process = posterior(kc.RBF(0.5), X, Y, Z[::8], 0.2)
    normal = np.random.default_rng(0).standard_normal((40_000, len(Z[::8])))
    for samples, covariance in (
        (process.prior_samples(normal), process.prior_covariance),
        (process.samples(normal) - process.mean, process.covariance),
    ):
        np.testing.assert_allclose(np.cov(samples.T), covariance, atol=0.03)


def test_equal_places_have_equal_values_in_every_sample():
    process = posterior(kc.RBF(0.5), X, Y, [[0.3], [0.3]], 0.2)
    first, second = process.samples(np.random.default_rng(1).standard_normal((9, 2))).T
    np.testing.assert_allclose(first, second, atol=1e-6)
    assert np.isfinite(square_root(process.covariance)).all()


def test_noise_must_be_above_zero():
    with pytest.raises(ValueError, match="noise"):
        posterior(kc.RBF(0.5), X, Y, Z, 0.0)
