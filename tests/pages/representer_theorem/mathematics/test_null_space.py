"""If K is singular, there are many minimising alpha, and one w (an exercise in note 001)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from pages.representer_theorem.mathematics.null_space import (
    along_direction,
    null_space_basis,
    risk_at_alpha,
)


def unit(m, i):
    return np.eye(m)[i]


def check_basis(K, N, tol=1e-11):
    np.testing.assert_allclose(N.T @ N, np.eye(N.shape[1]), atol=1e-11)
    np.testing.assert_allclose(K @ N, 0, atol=tol * np.abs(K).max(initial=1.0))


@settings(max_examples=80)
@given(
    st.integers(1, 12), st.integers(0, 12), st.integers(0, 10**6), st.sampled_from([1e-8, 1, 1e8])
)
def test_as_many_directions_as_the_rank_lacks(m, rank, seed, scale):
    Phi = np.random.default_rng(seed).normal(size=(m, rank))
    K = scale * Phi @ Phi.T
    N = null_space_basis(K)
    assert N.shape == (m, max(0, m - rank))
    check_basis(K, N)
    np.testing.assert_allclose(Phi.T @ N, 0, atol=1e-6)  # Kv = 0 implies Φᵀv = 0


@pytest.mark.parametrize("kernel", [kc.RBF(0.5), kc.RBF(0.5) + kc.Linear()], ids=repr)
def test_a_repeated_point_gives_their_difference(kernel):
    X = np.random.default_rng(0).normal(size=(6, 2))
    X[4] = X[1]
    N = null_space_basis(kernel(X, X))
    np.testing.assert_allclose(N[:, 0], (unit(6, 1) - unit(6, 4)) / np.sqrt(2), atol=1e-10)
    X[5] = X[0]
    N = null_space_basis(kernel(X, X))
    np.testing.assert_allclose(N[:, 0], (unit(6, 0) - unit(6, 5)) / np.sqrt(2), atol=1e-10)
    np.testing.assert_allclose(N[:, 1], (unit(6, 1) - unit(6, 4)) / np.sqrt(2), atol=1e-10)


def test_a_point_three_times_over():
    X = np.array([[0.0], [1.0], [1.0], [1.0]])
    N = null_space_basis(kc.RBF(1.0)(X, X))
    np.testing.assert_allclose(N[:, 0], np.array([0, 2, -1, -1]) / np.sqrt(6), atol=1e-12)
    np.testing.assert_allclose(N[:, 1], np.array([0, 0, 1, -1]) / np.sqrt(2), atol=1e-12)


def test_all_zero_and_empty_matrices():
    assert null_space_basis(np.eye(3)).shape == (3, 0)
    np.testing.assert_allclose(null_space_basis(np.zeros((3, 3))), np.eye(3), atol=1e-15)
    np.testing.assert_allclose(null_space_basis([[0.0]]), [[1.0]])
    assert null_space_basis([[2.0]]).shape == (1, 0)


def test_what_counts_as_zero_is_the_callers_choice():
    K = np.diag([1.0, 1e-3, 1e-6])
    assert [null_space_basis(K, tol).shape[1] for tol in (1e-12, 1e-5, 1e-2)] == [0, 1, 2]


@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("name", ["hinge", "logistic", "squared", "exponential"])
def test_all_alphas_on_the_walk_are_minimisers_and_w_is_one(name, risk):
    """Risk, predictions, norm and w are constant up to rounding while alpha moves far away."""
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(8, 2)), rng.choice([-1.0, 1.0], 8)
    X[6:], y[6:] = X[:2], y[:2]
    kernel, loss, lam = kc.Polynomial(2, 1.0), kc.LOSSES[name], 0.1
    K, Phi = kernel(X, X), kernel.features(X)
    s = kc.fit(X, y, kernel, loss, lam, risk=risk)
    N = null_space_basis(K)
    assert N.shape == (8, 2)  # 8 points in a space of 6 features
    for v in N.T:
        alphas = along_direction(s.alpha, v, np.linspace(-20, 20, 41))
        assert np.linalg.norm(alphas[0] - alphas[-1]) == pytest.approx(40)
        feature_risk = risk_at_alpha(K, y, alphas, loss, lam, risk=risk, Phi=Phi)
        assert (
            feature_risk.risk.shape == (41,)
            and feature_risk.f.shape == (41, 8)
            and feature_risk.w.shape == (41, 6)
        )
        np.testing.assert_allclose(feature_risk.risk, s.primal, rtol=1e-11)
        np.testing.assert_allclose(feature_risk.f, np.tile(s.decision(X), (41, 1)), atol=1e-10)
        np.testing.assert_allclose(feature_risk.norm2, s.norm2, atol=1e-10)
        np.testing.assert_allclose(feature_risk.w, np.tile(Phi.T @ s.alpha, (41, 1)), atol=1e-10)
        proof = kc.certificate(K, y, alphas[3], 0.0, loss, lam, risk, with_intercept=False)
        assert proof.primal == pytest.approx(s.primal, rel=1e-11)  # by kernel_core's formula


def test_a_step_off_the_null_space_raises_the_risk():
    """With squared loss and λ > 0, every step off the null space increases the risk."""
    X, y = np.array([[0.0], [1.0], [1.0]]), np.array([1.0, 2.0, 2.0])
    K = kc.RBF(1.0)(X, X)
    alpha = np.linalg.solve(K + 0.1 * np.eye(3), y)
    t = np.array([-1.0, 0.0, 1.0])
    risk_away = risk_at_alpha(
        K, y, along_direction(alpha, unit(3, 0), t), kc.Squared(), 0.1, risk="sum"
    )
    assert (
        risk_away.risk[1] < min(risk_away.risk[0], risk_away.risk[2]) - 0.1 and risk_away.w is None
    )
    along = null_space_basis(K)[:, 0]
    stay = risk_at_alpha(K, y, along_direction(alpha, along, t), kc.Squared(), 0.1, risk="sum")
    np.testing.assert_allclose(stay.risk, risk_away.risk[1], rtol=1e-13)


def test_every_minimiser_is_on_the_walk():
    """From K((K + λI)α − y) = 0 every α is (K + λI)⁻¹(y + v) with Kv = 0, which adds v/λ (note
    001)."""
    rng = np.random.default_rng(5)
    Phi, y, lam = rng.normal(size=(6, 2)), rng.normal(size=6), 0.3
    K, N = Phi @ Phi.T, null_space_basis(Phi @ Phi.T)
    alpha = np.linalg.solve(K + lam * np.eye(6), y)
    for v in N.T:
        alpha_other = np.linalg.solve(K + lam * np.eye(6), y + v)
        np.testing.assert_allclose(alpha_other, along_direction(alpha, v, 1 / lam), atol=1e-12)
        gradient = K @ ((K + lam * np.eye(6)) @ alpha_other - y)
        np.testing.assert_allclose(gradient, 0, atol=1e-12)


def test_the_intercept_is_added_to_f_alone():
    K, y, alpha = np.eye(2), np.array([1.0, -1.0]), np.array([0.5, 0.25])
    feature_risk = risk_at_alpha(K, y, alpha, kc.Hinge(), 2.0, intercept=1.0)
    np.testing.assert_allclose(feature_risk.f, [1.5, 1.25])
    assert feature_risk.norm2 == pytest.approx(0.3125)
    assert feature_risk.risk == pytest.approx((0 + 2.25) / 2 + 0.3125)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: null_space_basis([[1.0, 2.0]]), "as many rows as columns"),
        (lambda: null_space_basis([]), "as many rows as columns"),
        (lambda: null_space_basis([[1.0, 2.0], [0.0, 1.0]]), "symmetric"),
        (lambda: null_space_basis([[np.nan]]), "finite"),
        (lambda: null_space_basis([["a"]]), "must be numbers"),
        (lambda: along_direction([1.0, 2.0], [1.0], 0.0), "equal length"),
        (
            lambda: risk_at_alpha(np.eye(2), [1], [1.0, 2.0], kc.Hinge(), 1.0),
            "must have 2 numbers",
        ),
        (
            lambda: risk_at_alpha(np.eye(1), [1], [1.0], kc.Hinge(), -1.0),
            "finite number of at least 0",
        ),
        (
            lambda: risk_at_alpha(np.eye(1), [1], [1.0], kc.Hinge(), 1.0, risk="x"),
            "risk must be",
        ),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
