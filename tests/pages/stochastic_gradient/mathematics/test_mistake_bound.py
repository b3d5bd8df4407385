"""Novikoff's bound on the perceptron's mistakes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from pages.stochastic_gradient.mathematics.mistake_bound import mistake_bound


def separable_data(m, seed, d=2, distance=1.0):
    """Return two clouds, one on each side of a hyperplane through 0: X (m, d) and y (m,)."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], m)
    X[:, 0] = y * (np.abs(X[:, 0]) + distance / 2)
    return X @ np.linalg.qr(rng.normal(size=(d, d)))[0], y


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 60), st.integers(1, 4), st.floats(0.2, 3))
def test_mistakes_stay_below_the_bound_and_end(seed, m, d, distance):
    X, y = separable_data(m, seed, d, distance)
    bound = mistake_bound(X, y, kc.Linear())
    for order in ("uniform", "shuffled", "cyclic"):
        run = run_kernel_perceptron(X @ X.T, y, 2000, seed, order=order)
        assert run.converged
        assert run.mistakes <= bound.bound


def test_the_bound_in_feature_space():
    X, y = kc.datasets.circles(0.3).sample(40, 3)
    kernel = kc.Polynomial(2, 1.0)
    bound = mistake_bound(X, y, kernel)
    assert pytest.approx(np.sqrt(kernel.diagonal(X).max())) == bound.R
    run = run_kernel_perceptron(kernel(X, X), y, 3000, 1)
    assert run.converged and 0 < run.mistakes <= bound.bound < np.inf
    X, y = kc.datasets.mixture().sample(60, 0)  # no line separates these classes
    bound = mistake_bound(X, y, kc.Linear())
    assert bound.gamma == 0 and bound.bound == np.inf
    assert not run_kernel_perceptron(X @ X.T, y, 50, 0).converged


def test_the_bound_is_reached():
    """Orthonormal examples have R = 1 and γ = 1/√m, and each causes one mistake."""
    X, y = np.eye(7), np.array([1, -1, 1, 1, -1, 1, -1.0])
    assert mistake_bound(X, y, kc.Linear()).bound == pytest.approx(7)
    run = run_kernel_perceptron(X @ X.T, y, 1, order="cyclic")
    assert run.converged and run.mistakes == 7 and run.alpha.tolist() == y.tolist()
