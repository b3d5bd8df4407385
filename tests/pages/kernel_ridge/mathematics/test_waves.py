"""Both systems of ridge regression over waves, compared with scikit-learn's."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

from kernel_core.datasets import sine
from kernel_core.learners import ridge_dual, ridge_primal
from pages.kernel_ridge.mathematics.waves import waves


@pytest.mark.parametrize("p", [1, 2, 7, 40])
def test_both_systems_have_the_solution_of_scikit_learn(p):
    X, y = sine().sample(12, 0)
    Phi = waves(X[:, 0], p)
    assert Phi.shape == (12, p)
    over_w, over_alpha = (solve(Phi, y, 0.1, "sum") for solve in (ridge_primal, ridge_dual))
    theirs = Ridge(alpha=0.1, fit_intercept=False).fit(Phi, y).coef_
    np.testing.assert_allclose(over_w.theta, theirs, atol=1e-10)
    np.testing.assert_allclose(Phi.T @ over_alpha.alpha, theirs, atol=1e-10)
    dual = KernelRidge(alpha=0.1, kernel="linear").fit(Phi, y).dual_coef_
    np.testing.assert_allclose(over_alpha.alpha, dual, atol=1e-9)


def test_further_features_leave_the_others_as_they_are():
    x = np.linspace(-3, 3, 9)
    np.testing.assert_array_equal(waves(x, 40)[:, :7], waves(x, 7))
    np.testing.assert_allclose(
        waves(x, 5)[:, 1:3].T, [np.cos(x * np.pi / 4), np.sin(x * np.pi / 4)]
    )


def test_at_least_one_feature_is_needed():
    with pytest.raises(ValueError, match="features"):
        waves([0.0], 0)
