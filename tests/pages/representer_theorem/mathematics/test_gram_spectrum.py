"""Gram and covariance matrix: entries, eigenvalues, eigenvectors, and the two ridge matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from pages.representer_theorem.mathematics.gram_spectrum import (
    EXAMPLE_FEATURES_001,
    covariance_matrix_of,
    gram_matrix_of,
    gram_spectrum_of,
    push_through_identity,
)


def random_features(N, M, seed, rank=None, scale=1.0):
    rng = np.random.default_rng(seed)
    rank = min(N, M) if rank is None else min(rank, N, M)
    return scale * rng.normal(size=(N, rank)) @ rng.normal(size=(rank, M))


def test_the_worked_example():
    """Use the three points of note 001 and their matrix."""
    s = gram_spectrum_of(EXAMPLE_FEATURES_001)
    np.testing.assert_array_equal(s.gram, [[4, 1, 0], [1, 1, 1], [0, 1, 4]])
    np.testing.assert_array_equal(
        s.covariance, [[3, 0, 2, 0], [0, 2, 0, 2], [2, 0, 2, 0], [0, 2, 0, 2]]
    )
    root = np.sqrt(17.0)
    np.testing.assert_allclose(s.gram_values, [(5 + root) / 2, 4, (5 - root) / 2], rtol=1e-14)
    np.testing.assert_allclose(s.covariance_values, [*s.gram_values, 0], rtol=1e-14)
    assert s.rank == 3
    np.testing.assert_allclose(s.u[:, 1], np.array([1, 0, -1]) / np.sqrt(2), atol=1e-14)
    with pytest.raises(ValueError, match="read-only"):
        EXAMPLE_FEATURES_001[0, 0] = 2


def test_the_entries_are_what_the_notes_table_says():
    Phi = random_features(3, 2, 0)
    K, C = gram_matrix_of(Phi), covariance_matrix_of(Phi)
    assert K.shape == (3, 3) and C.shape == (2, 2)
    assert K[0, 2] == pytest.approx(sum(Phi[0, k] * Phi[2, k] for k in range(2)))
    assert C[0, 1] == pytest.approx(sum(Phi[n, 0] * Phi[n, 1] for n in range(3)))
    np.testing.assert_allclose(K, kc.Linear()(Phi, Phi))


@settings(max_examples=80)
@given(
    st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6), st.integers(0, 9),
    st.sampled_from([1e-5, 1.0, 1e5]),
)  # fmt: skip
def test_nonzero_eigenvalues_are_shared_and_eigenvectors_linked(N, M, seed, rank, scale):
    Phi = random_features(N, M, seed, rank, scale)
    s = gram_spectrum_of(Phi)
    k, top = s.rank, s.gram_values[0]
    assert k <= min(N, M, rank) and s.u.shape == (N, k) and s.v.shape == (M, k)
    for matrix, values in ((s.gram, s.gram_values), (s.covariance, s.covariance_values)):
        np.testing.assert_array_equal(matrix, matrix.T)
        assert len(values) == len(matrix) and (np.diff(values) <= 0).all() and (values >= 0).all()
        assert values.sum() == pytest.approx(np.trace(matrix))
        assert not values[k:].any() and (values[:k] > 0).all()
    sigma = s.gram_values[:k]
    np.testing.assert_allclose(s.covariance_values[:k], sigma, atol=1e-13 * top)
    np.testing.assert_allclose(s.gram @ s.u, s.u * sigma, atol=1e-12 * top)
    np.testing.assert_allclose(s.covariance @ s.v, s.v * sigma, atol=1e-12 * top)
    for vectors in (s.u, s.v):
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(k), atol=1e-12)
    large = sigma > 1e-8 * top
    np.testing.assert_allclose((Phi.T @ s.u / np.sqrt(sigma))[:, large], s.v[:, large], atol=1e-6)


def test_turning_features_turns_only_v_and_repeating_a_point_adds_a_zero():
    Phi = random_features(4, 5, 1)
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0]
    s, rotated, repeated = (
        gram_spectrum_of(Phi),
        gram_spectrum_of(Phi @ Q),
        gram_spectrum_of(np.vstack([Phi, Phi[:1]])),
    )
    np.testing.assert_allclose(rotated.gram_values, s.gram_values, rtol=1e-9)
    np.testing.assert_allclose(rotated.u, s.u, atol=1e-9)
    np.testing.assert_allclose(rotated.v, Q.T @ s.v, atol=1e-9)
    assert len(repeated.gram_values) == 5 and repeated.gram_values[4] == 0 and repeated.rank == 4


def test_nothing_but_zeros():
    s = gram_spectrum_of(np.zeros((2, 3)))
    assert s.rank == 0 and not s.gram_values.any() and not s.covariance_values.any()
    assert s.u.shape == (2, 0) and s.v.shape == (3, 0)


@settings(max_examples=60)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6), st.floats(-4, 4))
def test_the_two_ridge_matrices_are_one(N, M, seed, digits):
    """(ΦᵀΦ + λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ + λI)⁻¹ for N < M and for N ≥ M; compare also single entries."""
    Phi, lam = random_features(N, M, seed), 10.0**digits
    roads = push_through_identity(Phi, lam)
    assert roads.primal.shape == roads.dual.shape == (M, N)
    size = np.abs(roads.primal).max()
    condition = 1 + np.linalg.norm(Phi, 2) ** 2 / lam
    assert roads.difference <= 1e-14 * condition * size
    assert roads.difference == np.abs(roads.primal - roads.dual).max()
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    exact = (Vt.T * (s / (s * s + lam))) @ U.T
    np.testing.assert_allclose(roads.dual, exact, atol=1e-14 * condition * size)


def test_the_two_ridge_matrices_give_ridges_theta():
    rng = np.random.default_rng(3)
    Phi, y = rng.normal(size=(5, 8)), rng.normal(size=5)
    s, roads = (
        kc.learners.ridge_primal(Phi, y, 0.5, "sum"),
        push_through_identity(Phi, 0.5),
    )
    np.testing.assert_allclose(roads.primal @ y, s.theta, rtol=1e-12)
    np.testing.assert_allclose(roads.dual @ y, s.theta, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: push_through_identity(EXAMPLE_FEATURES_001, 0),
            "lam must be above 0",
        ),
        (
            lambda: push_through_identity(EXAMPLE_FEATURES_001, -1),
            "finite number of at least 0",
        ),
        (lambda: gram_spectrum_of([[1, 2], [3]]), "equal length"),
        (lambda: gram_spectrum_of([[1, np.inf]]), "finite"),
        (lambda: gram_matrix_of([1, 2]), "one row for each point"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
