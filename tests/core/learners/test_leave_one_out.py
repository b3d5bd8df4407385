"""Leave-one-out predictions in closed form, compared with one fit without each example."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

import kernel_core as kc
from kernel_core.learners import leave_one_out_predictions
from tests.core.problems import noisy

X = noisy(30)[0]
Y = np.sin(3 * X[:, 0]) + X[:, 1]
W = np.random.default_rng(0).uniform(0.2, 5, 30)


@pytest.mark.parametrize("weights", [None, W])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("kernel", [kc.RBF(0.7), kc.Linear()], ids=repr)
def test_each_prediction_is_that_of_a_fit_to_the_others(kernel, intercept, weights):
    loss = kc.Squared() if weights is None else kc.WeightedLoss(kc.Squared(), weights)
    s = kc.fit(X, Y, kernel, loss, 0.3, risk="sum", intercept=intercept)
    predictions = leave_one_out_predictions(s, with_intercept=intercept)
    for i in range(len(Y)):
        remaining = np.arange(len(Y)) != i
        part = loss.subset(remaining, "sum")
        smaller_fit = kc.fit(
            X[remaining], Y[remaining], kernel, part, 0.3, risk="sum", intercept=intercept
        )
        assert predictions[i] == pytest.approx(smaller_fit.decision(X[i : i + 1])[0], abs=1e-8)


def test_scikit_learn_agrees_where_it_fits_again_and_again():
    s = kc.fit(X, Y, kc.RBF(0.7), kc.Squared(), 0.3, risk="sum")
    ridge = KernelRidge(alpha=0.3, kernel="rbf", gamma=1 / (2 * 0.7**2))
    expected = cross_val_predict(ridge, X, Y, cv=LeaveOneOut())
    predictions = leave_one_out_predictions(s, with_intercept=False)
    np.testing.assert_allclose(predictions, expected, atol=1e-9)


def test_the_mean_risk_keeps_the_weight_of_each_loss():
    mean = kc.fit(X, Y, kc.RBF(0.7), kc.Squared(), 0.3 / 30)
    total = kc.fit(X, Y, kc.RBF(0.7), kc.Squared(), 0.3, risk="sum")
    np.testing.assert_allclose(
        *(leave_one_out_predictions(s, with_intercept=True) for s in (mean, total)), atol=1e-9
    )


@pytest.mark.parametrize("loss", [kc.Huber(), kc.Hinge(), kc.WeightedLoss(kc.Huber(), W)])
def test_another_loss_is_refused_with_a_message(loss):
    s = kc.fit(X, np.sign(Y), kc.RBF(0.7), loss, 0.3)
    with pytest.raises(ValueError, match=f"{loss.name} loss, fit again without the example"):
        leave_one_out_predictions(s, with_intercept=False)
