"""Explicit feature maps: K = ΦΦᵀ for every kernel with finitely many features."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from tests.core.kernels.finite_kernels import COMPOSITIONS


@settings(max_examples=150)
@given(COMPOSITIONS, st.integers(1, 6), st.integers(1, 3), st.integers(0, 10**6), st.floats(-2, 1))
def test_the_gram_matrix_is_features_times_features(kernel, m, d, seed, digits):
    """Allow differences of 1e-10 ‖φ(x)‖ ‖φ(z)‖, also between different sets of points."""
    rng = np.random.default_rng(seed)
    X, Z = (10.0**digits * rng.normal(size=(n, d)) for n in (m, 4))
    Phi, Psi = kernel.features(X), kernel.features(Z)
    assert Phi.shape == (m, kernel.feature_count(d))
    for A, B, K in ((Phi, Phi, kernel(X, X)), (Phi, Psi, kernel(X, Z))):
        size = np.outer(np.linalg.norm(A, axis=1), np.linalg.norm(B, axis=1))
        assert (np.abs(A @ B.T - K) <= 1e-10 * size + 1e-300).all()
    np.testing.assert_allclose((Phi**2).sum(axis=1), kernel.diagonal(X), rtol=1e-10, atol=1e-300)


@pytest.mark.parametrize("degree", [1, 2, 5, 9])
def test_features_on_a_line_are_powers(degree):
    x = np.array([-1.5, 0.0, 0.5, 2.0])
    Phi = kc.Polynomial(degree, 1.0).features(x[:, None])
    powers = np.vander(x, degree + 1, increasing=True)
    weights = Phi[3] / powers[3]
    np.testing.assert_allclose(Phi, powers * weights, rtol=1e-14)
    binomial = np.poly1d([1.0, 1.0]) ** degree
    np.testing.assert_allclose(weights**2, binomial.coeffs, rtol=1e-12)


@settings(max_examples=30)
@given(COMPOSITIONS, st.integers(0, 10**6))
def test_a_function_of_alpha_is_a_function_of_theta(kernel, seed):
    """Note 000, section 3: Σ alpha_i K(x_i, z) = θᵀφ(z) with θ = Σ alpha_i φ(x_i)."""
    rng = np.random.default_rng(seed)
    X, Z, alpha = rng.normal(size=(5, 2)), rng.normal(size=(7, 2)), rng.normal(size=5)
    Phi, Psi = kernel.features(X), kernel.features(Z)
    theta = alpha @ Phi
    size = np.linalg.norm(Psi, axis=1) * (np.abs(alpha) @ np.linalg.norm(Phi, axis=1))
    differences = np.abs(Psi @ theta - kernel(Z, X) @ alpha)
    assert (differences <= 1e-12 * size + 1e-300).all()
    assert theta @ theta == pytest.approx(alpha @ kernel(X, X) @ alpha, rel=1e-6, abs=1e-9)
