"""`fit` compared with scikit-learn's estimators for the same problem."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import kernel_core as kc
from tests.core.problems import noisy

Z = np.random.default_rng(9).normal(size=(200, 2))


def agree(solution: np.ndarray, reference: np.ndarray, rel: float = 1e-3) -> None:
    assert np.abs(solution - reference).max() <= rel * np.abs(reference).max()


@pytest.mark.parametrize("m", [40, 200])
@pytest.mark.parametrize("C", [0.1, 1.0, 200.0])
@pytest.mark.parametrize("tau", [0.1, 0.4, 1.6])
def test_hinge_is_svc(tau, C, m):
    X, y = noisy(m)
    solution = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum", intercept=True)
    reference = SVC(C=C, gamma=1 / (2 * tau**2), tol=1e-8).fit(X, y)
    agree(solution.decision(Z), reference.decision_function(Z))


@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(3, 1.0)], ids=repr)
def test_hinge_is_svc_with_other_kernels_and_the_mean_risk(kernel):
    X, y = noisy(100)
    solution = kc.fit(X, y, kernel, kc.Hinge(), 0.02, risk="mean", intercept=True)
    reference = SVC(C=1 / (100 * 0.02), kernel=kernel, tol=1e-8).fit(X, y)
    agree(solution.decision(Z), reference.decision_function(Z))


@pytest.mark.parametrize("lam", [1e-3, 1.0])
@pytest.mark.parametrize("tau", [0.1, 0.4, 1.6])
def test_squared_is_kernel_ridge(tau, lam):
    """KernelRidge minimises ‖y - f‖² + a ‖θ‖², which is twice our objective if a = lam."""
    X, _ = noisy(120)
    y = np.sin(3 * X[:, 0]) + X[:, 1]  # real labels
    solution = kc.fit(X, y, kc.RBF(tau), kc.Squared(), lam, risk="sum")
    reference = KernelRidge(alpha=lam, kernel="rbf", gamma=1 / (2 * tau**2)).fit(X, y)
    agree(solution.decision(Z), reference.predict(Z))
    np.testing.assert_allclose(solution.alpha, reference.dual_coef_, rtol=1e-4, atol=1e-6 / lam)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("lam", [1e-2, 1.0])
@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(2, 1.0)], ids=repr)
def test_logistic_is_logistic_regression_on_the_features(kernel, lam, intercept):
    """LogisticRegression minimises C Σ L + ½‖w‖² with a free intercept, so C = 1/lam."""
    X, y = noisy(150)
    solution = kc.fit(X, y, kernel, kc.Logistic(), lam, risk="sum", intercept=intercept)
    reference = LogisticRegression(
        C=1 / lam, fit_intercept=intercept, solver="newton-cholesky", tol=1e-10, max_iter=1000
    ).fit(kernel.features(X), y)
    agree(solution.decision(Z), reference.decision_function(kernel.features(Z)))
