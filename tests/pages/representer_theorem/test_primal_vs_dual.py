"""One problem solved over θ and over α has one function, one risk and two certificates."""

import json

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression, Ridge

import kernel_core as kc
from pages.representer_theorem.primal_and_dual.primal_vs_dual import (
    DEGREES,
    LAM,
    LOSSES,
    POINTS,
    problem,
    sweep,
)


def read(loss):
    tensors = sweep(loss)["tensors"]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in tensors.items()}


def test_the_problem_is_small_and_theta_grows_past_alpha():
    for loss in LOSSES:
        X, y = problem(loss)
        assert X.shape == (POINTS, 1) and y.shape == (POINTS,) and abs(X).max() <= 1
        assert (np.diff(X[:, 0]) > 0).all()
        tensors = read(loss)
        assert tensors["features"].tolist() == [degree + 1 for degree in DEGREES]
        assert tensors["features"].min() < POINTS < tensors["features"].max()
        assert POINTS in tensors["features"]
    assert set(np.abs(problem("logistic")[1])) == {1.0}
    assert len(set(problem("squared")[1])) == POINTS, "real targets"


@pytest.mark.parametrize("loss", LOSSES)
def test_both_roads_end_at_one_function_and_one_risk(loss):
    tensors = read(loss)
    assert tensors["apart"].max() < 1e-8
    np.testing.assert_allclose(tensors["f_theta"], tensors["f_alpha"], atol=2e-4, rtol=1e-4)
    for name in ("risk_theta", "risk_alpha"):
        text = [f"{risk:.12g}" for risk in tensors[name]]
        assert text == [f"{risk:.12g}" for risk in tensors["risk_theta"]], (
            "to more digits than shown"
        )
    for name in ("gap_theta", "gap_alpha"):
        assert tensors[name].min() >= 0 and tensors[name].max() < 1e-12
    assert (np.diff(tensors["risk_theta"]) < 0).all(), "more features fit no worse"


@pytest.mark.parametrize("k", [0, 4, 7, 11])
def test_the_coefficients_are_scikit_learns(k):
    (X, y), tensors = problem("squared"), read("squared")
    kernel = kc.Polynomial(DEGREES[k], 1.0)
    Phi = kernel.features(X)
    ridge = Ridge(alpha=LAM * POINTS, fit_intercept=False, solver="svd").fit(Phi, y)
    np.testing.assert_allclose(
        tensors["theta"][k][: Phi.shape[1]], ridge.coef_, rtol=1e-4, atol=1e-6
    )
    assert (tensors["theta"][k][Phi.shape[1] :] == 0).all(), "there are no more features"
    dual = KernelRidge(alpha=LAM * POINTS, kernel="precomputed").fit(kernel(X, X), y)
    np.testing.assert_allclose(tensors["alpha"][k], dual.dual_coef_, rtol=1e-4)


def test_the_logistic_fit_is_scikit_learns():
    (X, y), tensors = problem("logistic"), read("logistic")
    for k in (1, 6, 10):
        Phi = kc.Polynomial(DEGREES[k], 1.0).features(X)
        reference = LogisticRegression(
            C=1 / (LAM * POINTS), fit_intercept=False, tol=1e-10, max_iter=10_000
        ).fit(Phi, y)
        theta = tensors["theta"][k][: Phi.shape[1]]
        np.testing.assert_allclose(theta, reference.coef_[0], rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_it_is_plain_json_solved_once(loss):
    text = json.dumps(sweep(loss), allow_nan=False)
    assert len(text) < 60_000 and sweep(loss) is sweep(loss)
