"""Kernel ridge regression from one eigendecomposition, compared with scikit-learn's fits."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

import kernel_core as kc
from kernel_core.datasets import sine
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeSpectrum

LAMS = np.geomspace(1e-4, 1e2, 7)
KERNELS = [kc.RBF(0.4), kc.Polynomial(3, 1.0), kc.kernels.Laplace(0.7), kc.Linear()]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_fits_are_those_of_scikit_learn_for_every_lam(kernel):
    X, y = sine().sample(40, 1)
    K = kernel(X, X)
    fits = RidgeSpectrum(K, y).fits(LAMS)
    for k, lam in enumerate(LAMS):
        machine = KernelRidge(alpha=lam, kernel="precomputed").fit(K, y)
        np.testing.assert_allclose(K @ fits.alpha[k], machine.predict(K), atol=1e-8)
        np.testing.assert_allclose(y - fits.residuals[k], machine.predict(K), atol=1e-8)
        np.testing.assert_allclose(
            fits.alpha[k], machine.dual_coef_, rtol=1e-6, atol=1e-8 * np.abs(y).max() / lam
        )


def test_leaving_one_out_is_as_many_fits():
    X, y = sine().sample(15, 2)
    fits = RidgeSpectrum(kc.RBF(0.5)(X, X), y).fits(LAMS)
    for k, lam in enumerate(LAMS):
        machine = KernelRidge(alpha=lam, kernel="rbf", gamma=2.0)
        predicted = cross_val_predict(machine, X, y, cv=LeaveOneOut())
        np.testing.assert_allclose(fits.left_out[k], y - predicted, atol=1e-8)
        H = kc.RBF(0.5)(X, X) @ np.linalg.inv(kc.RBF(0.5)(X, X) + lam * np.eye(15))
        np.testing.assert_allclose(fits.leverage[k], np.diag(H), atol=1e-8)
        assert fits.degrees_of_freedom[k] == pytest.approx(np.trace(H))


def test_without_penalty_duplicates_get_the_mean_of_their_targets():
    X, y = np.array([[0.0], [0.0], [1.0]]), np.array([1.0, 3.0, -1.0])
    K = kc.RBF(0.5)(X, X)
    fits = RidgeSpectrum(K, y).fits([0.0])
    np.testing.assert_allclose(K @ fits.alpha[0], [2.0, 2.0, -1.0], atol=1e-9)
    np.testing.assert_allclose(fits.alpha[0], np.linalg.pinv(K) @ y, atol=1e-9)
    np.testing.assert_allclose(fits.left_out[0, :2], [-2.0, 2.0], atol=1e-9)
    assert np.isnan(fits.left_out[0, 2]), "without it, nothing says what f is there"


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[0.5], [0.5], [0.5]], [1.0, 2.0, 3.0]),
        ([[0.5]], [2.0]),
        ([[0.0], [1.0], [2.0]], [0.0, 0.0, 0.0]),
    ],
    ids=["all x equal", "one point", "constant y"],
)
def test_hard_data_have_a_fit_at_every_lam(X, y):
    X, y = np.array(X), np.array(y)
    K = kc.RBF(0.5)(X, X)
    fits = RidgeSpectrum(K, y).fits([0.0, 0.1, 1e6])
    assert np.isfinite(fits.alpha).all() and np.isfinite(fits.residuals).all()
    machine = KernelRidge(alpha=0.1, kernel="precomputed").fit(K, y)
    np.testing.assert_allclose(fits.alpha[1], machine.dual_coef_, atol=1e-9)


@pytest.mark.parametrize("lam", [-1.0, np.nan])
def test_a_penalty_below_zero_is_refused(lam):
    with pytest.raises(ValueError, match="λ"):
        RidgeSpectrum(np.eye(2), [1.0, 2.0]).fits([lam])
