"""Nyström and random Fourier features, compared with scikit-learn's."""

import numpy as np
import pytest
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

import kernel_core as kc
from kernel_core.datasets import sine
from pages.kernel_ridge.mathematics.low_rank import (
    feature_multiplications,
    fourier_features,
    nystroem_features,
    system_multiplications,
)

X, y = sine().sample(120, 0)
NEW = np.linspace(-3, 3, 31)[:, None]
TAU, LAM = 0.5, 1.0
GAMMA = 0.5 / TAU**2


@pytest.mark.parametrize("p", [2, 5, 10])
def test_nystroem_fits_as_that_of_scikit_learn(p):
    theirs = Nystroem(kernel="rbf", gamma=GAMMA, n_components=p, random_state=1).fit(X)
    ours = nystroem_features(kc.RBF(TAU), theirs.components_)
    np.testing.assert_allclose(
        ours(X) @ ours(NEW).T, theirs.transform(X) @ theirs.transform(NEW).T, atol=1e-6
    )


@pytest.mark.parametrize("p", [1, 7, 40])
def test_waves_are_those_of_scikit_learn(p):
    ours = fourier_features(TAU, p, 1, 0)
    theirs = RBFSampler(gamma=GAMMA, n_components=p).fit(X)
    theirs.random_weights_, theirs.random_offset_ = ours.frequencies, ours.phases
    np.testing.assert_allclose(ours(X), theirs.transform(X), atol=1e-12)
    np.testing.assert_array_equal(ours.phases, fourier_features(TAU, 50, 1, 0).phases[:p])


def test_many_waves_have_nearly_the_kernel():
    features = fourier_features(TAU, 20_000, 1, 0)(X[:20])
    np.testing.assert_allclose(features @ features.T, kc.RBF(TAU)(X[:20], X[:20]), atol=0.04)


def test_all_examples_as_landmarks_give_kernel_ridge():
    features = nystroem_features(kc.RBF(TAU), X)
    linear = Ridge(alpha=LAM, fit_intercept=False).fit(features(X), y)
    exact = KernelRidge(alpha=LAM, kernel="rbf", gamma=GAMMA).fit(X, y)
    np.testing.assert_allclose(linear.predict(features(NEW)), exact.predict(NEW), atol=1e-6)


def test_equal_landmarks_count_once():
    twice = nystroem_features(kc.RBF(TAU), [[0.0], [0.0], [1.0]])(NEW)
    once = nystroem_features(kc.RBF(TAU), [[0.0], [1.0]])(NEW)
    assert twice.shape == once.shape
    np.testing.assert_allclose(twice @ twice.T, once @ once.T, atol=1e-10)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_multiplications_are_counted_as_the_loops_do_them(n):
    counted = sum(1 for j in range(n) for _ in range(j, n) for _ in range(j))  # the Cholesky factor
    counted += 2 * sum(1 for i in range(n) for _ in range(i))  # two triangular systems
    assert system_multiplications(n) == counted
    assert feature_multiplications(50, n) == counted + 50 * n + sum(
        50 for i in range(n) for _ in range(i, n)
    )
