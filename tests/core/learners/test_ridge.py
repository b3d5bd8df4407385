"""Ridge regression in two closed forms, compared with each other and with scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

import kernel_core as kc

SHAPES = [(1, 1), (1, 7), (7, 1), (30, 5), (5, 30), (12, 12)]
EXAMPLE_FEATURES_001 = np.array([[1.0, -1, 1, -1], [1, 0, 0, 0], [1, 1, 1, 1]])
METHODS = [kc.learners.ridge_primal, kc.learners.ridge_dual]


def problem(N, M, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(N, M)), 3 * rng.normal(size=N)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("lam", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_matches_ridge_and_kernel_ridge(shape, lam, method):
    Phi, y = problem(*shape)
    s = method(Phi, y, lam, risk="sum")
    Z = problem(20, shape[1], 1)[0]
    reference = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(Phi, y)
    np.testing.assert_allclose(s.theta, reference.coef_, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(s.decision(Z), reference.predict(Z), rtol=1e-8, atol=1e-10)
    dual = KernelRidge(alpha=lam, kernel="linear").fit(Phi, y)
    np.testing.assert_allclose(s.alpha, dual.dual_coef_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(s.theta, Phi.T @ s.alpha, rtol=1e-8, atol=1e-10)
    assert s.dual <= s.primal and s.gap < 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_the_mean_of_the_losses_takes_m_lam(method):
    Phi, y = problem(30, 5)
    np.testing.assert_allclose(
        method(Phi, y, 0.2).theta, method(Phi, y, 6.0, "sum").theta, rtol=1e-12
    )
    mean_fit = kc.fit(Phi, y, kc.Linear(), kc.Squared(), 0.2)
    assert method(Phi, y, 0.2).primal == pytest.approx(mean_fit.primal, rel=1e-10)


@settings(max_examples=60)
@given(st.integers(1, 15), st.integers(1, 15), st.integers(0, 10**6), st.floats(-6, 4))
def test_both_systems_give_the_same_theta(N, M, seed, digits):
    """Both systems give the same θ for N < M and N ≥ M, with repeated points and features."""
    Phi, y = problem(N, M, seed)
    rng = np.random.default_rng(seed)
    Phi = Phi[rng.integers(N, size=N)][:, rng.integers(M, size=M)]
    first, second = (method(Phi, y, 10.0**digits) for method in METHODS)
    assert max(first.gap, second.gap) < 1e-6
    assert first.dual <= second.primal and second.dual <= first.primal
    np.testing.assert_allclose(Phi @ first.theta, Phi @ second.theta, rtol=1e-6, atol=1e-6)
    assert abs(first.primal - second.primal) <= 1e-8 * max(1, first.primal)


def test_order_and_scale_do_not_change_the_solution():
    Phi, y = problem(20, 6)
    order = np.random.default_rng(0).permutation(20)
    for method in METHODS:
        s = method(Phi, y, 0.1)
        np.testing.assert_allclose(method(Phi[order], y[order], 0.1).theta, s.theta, rtol=1e-10)
        np.testing.assert_allclose(method(Phi, 5 * y, 0.1).theta, 5 * s.theta, rtol=1e-10)
        big = method(1e3 * Phi, y, 1e5)
        np.testing.assert_allclose(1e3 * big.theta, s.theta, rtol=1e-10)


def test_the_notes_example():
    """Use Φ from the worked example of note 001, y = (1, 0, 1) and λ = 1."""
    K = np.array([[4, 1, 0], [1, 1, 1], [0, 1, 4]])
    s = kc.learners.ridge_dual(EXAMPLE_FEATURES_001, [1, 0, 1], 1.0, "sum")
    np.testing.assert_allclose((K + np.eye(3)) @ s.alpha, [1, 0, 1], atol=1e-12)
    np.testing.assert_allclose(s.alpha, [0.25, -0.25, 0.25])
    np.testing.assert_allclose(s.theta, [0.25, 0, 0.5, 0], atol=1e-14)
    np.testing.assert_allclose(
        kc.learners.ridge_primal(EXAMPLE_FEATURES_001, [1, 0, 1], 1.0, "sum").theta,
        s.theta,
    )


@pytest.mark.parametrize("method", METHODS)
def test_rounding_errors_are_visible_in_the_gap(method):
    """Two features are almost equal, and λ is almost 0."""
    Phi, y = problem(40, 8)
    Phi[:, 1] = Phi[:, 0] * (1 + 1e-9)
    Phi *= 1e4
    s = method(Phi, y, 1e-14)
    theta = np.linalg.lstsq(Phi, y)[0]
    reachable = np.square(Phi @ theta - y).mean() / 2 + 1e-14 / 2 * theta @ theta
    assert s.dual <= min(s.primal, reachable)
    assert s.gap >= (s.primal - reachable) / max(1, s.primal)
    assert method is kc.learners.ridge_primal or s.gap > 0.1  # the 40 by 40 system has rank 8


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lam": 0}, "lam must be above 0"),
        ({"y": [1.0]}, "one label for each point"),
        ({"risk": "total"}, "risk must be"),
        ({"Phi": [1.0, 2.0]}, "one row for each point"),
    ],
)
def test_bad_input_is_refused_with_a_message(method, change, message):
    options = {"Phi": [[0, 1], [1, 1]], "y": [1, -1], "lam": 1.0, "risk": "sum", **change}
    with pytest.raises(ValueError, match=message):
        method(**options)
