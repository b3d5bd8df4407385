"""The kernel perceptron: the pseudo-code of note 004, the primal form, and the mistake bound."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from kernel_core.learners.index_sampling import ORDERS, draw_indices
from kernel_core.learners.kernel_perceptron import perceptron_steps


def separable_data(m, seed, d=2, distance=1.0):
    """Return two clouds, one on each side of a hyperplane through 0: X (m, d) and y (m,)."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], m)
    X[:, 0] = y * (np.abs(X[:, 0]) + distance / 2)
    return X @ np.linalg.qr(rng.normal(size=(d, d)))[0], y


def printed(K, y, indices):
    """Run the “kernelized perceptron” as note 004 prints it; return alpha after every step."""
    alpha = np.zeros(len(y))
    for n in indices:
        if np.sign(sum(alpha[j] * K[j, n] for j in range(len(y)))) != y[n]:
            alpha[n] = alpha[n] + y[n]
        yield alpha.copy()


@pytest.mark.parametrize("order", ["uniform", "shuffled", "cyclic"])
@pytest.mark.parametrize("seed", range(5))
def test_it_matches_the_printed_pseudo_code(seed, order):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, size=(12, 3)), rng.choice([-1.0, 1.0], 12)
    K = (X @ X.T + 1.0) ** 2  # K has whole numbers, so both sums are exact
    run = run_kernel_perceptron(K, y, 20, seed, order=order)
    for t, alpha in enumerate(printed(K, y, run.index), start=1):
        np.testing.assert_array_equal(run.alpha_at(t), alpha)
    assert run.index.tolist() == list(islice(draw_indices(12, seed, order), len(run.index)))


@pytest.mark.parametrize("seed", range(4))
def test_scikit_learn_makes_the_same_mistakes(seed):
    X, y = kc.datasets.mixture().sample(50, seed)
    reference = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=30).fit(X, y)
    run = run_kernel_perceptron(X @ X.T, y, 30, order="cyclic")
    np.testing.assert_allclose(run.alpha @ X, reference.coef_[0], atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 60), st.integers(1, 4), st.floats(0.2, 3))
def test_it_stops_when_separated_and_counts_mistakes(seed, m, d, distance):
    X, y = separable_data(m, seed, d, distance)
    for order in ("uniform", "shuffled", "cyclic"):
        run = run_kernel_perceptron(X @ X.T, y, 2000, seed, order=order)
        assert run.converged and (y * run.decision(X @ X.T) > 0).all()
        assert run.mistakes == run.mistake_counts.sum() and run.mistake_counts.dtype.kind == "i"
        assert (y * run.alpha >= 0).all()


def test_runs_are_reproducible_and_longer_runs_extend_shorter_ones():
    X, y = kc.datasets.mixture().sample(60, 0)
    K = kc.RBF(0.4)(X, X)
    first, second = (run_kernel_perceptron(K, y, 30, 5) for _ in range(2))
    longer_run = run_kernel_perceptron(K, y, 60, 5)
    assert first.index.tobytes() == second.index.tobytes() == longer_run.index[: 30 * 60].tobytes()
    assert first.mistake.tobytes() == longer_run.mistake[: 30 * 60].tobytes()
    assert run_kernel_perceptron(K, y, 30, 6).index.tobytes() != first.index.tobytes()


def test_one_point_one_class_and_a_kernel_of_zeros():
    run = run_kernel_perceptron([[2.0]], [-1], 3)
    assert run.converged and run.alpha.tolist() == [-1] and len(run.index) == 1
    run = run_kernel_perceptron(np.ones((4, 4)), np.ones(4), 3)
    assert run.converged and run.mistakes == 1
    run = run_kernel_perceptron(np.zeros((2, 2)), [1, -1], 3)
    assert not run.converged and run.mistakes == 6  # f stays 0, so every step is a mistake
    # One point with both labels has no solution.
    run = run_kernel_perceptron(np.ones((2, 2)), [1, -1], 10, order="cyclic")
    assert not run.converged and run.mistakes == 20


def test_steps_are_recorded():
    steps = list(islice(perceptron_steps([[1.0, 0], [0, 4.0]], [1, -1], order="cyclic"), 4))
    assert [(s.t, s.i, s.f, s.mistake, s.converged) for s in steps] == [
        (1, 0, 0.0, True, False),
        (2, 1, 0.0, True, True),
        (3, 0, 1.0, False, True),
        (4, 1, -4.0, False, True),
    ]


@pytest.mark.parametrize("m", [0, -1, 2.5])
@pytest.mark.parametrize("order", ORDERS)
def test_indices_need_at_least_one_example(m, order):
    with pytest.raises(ValueError, match="m must be a whole number of at least 1"):
        draw_indices(m, 0, order)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1, 0]}, "labels -1 and"),
        ({"y": [1, 1, 1]}, "one row and one column for each label"),
        ({"K": [[1, 2], [3, 4]]}, "symmetric"),
        ({"K": [[np.nan, 0], [0, 1]]}, "finite"),
        ({"K": "rbf"}, "matrix of numbers"),
        ({"K": np.zeros((0, 0)), "y": []}, "at least one"),
        ({"passes": 0}, "passes"),
        ({"passes": 1.5}, "passes"),
        ({"seed": -1}, "seed"),
        ({"order": "sorted"}, "order"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"K": np.eye(2), "y": [1, -1], "passes": 1, **change}
    with pytest.raises(ValueError, match=message):
        run_kernel_perceptron(**options)
