"""SGD in w for perceptron and logistic loss, compared with the code in note 004, with scikit-learn
and with the bound."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron, SGDClassifier

import kernel_core as kc
from pages.stochastic_gradient.mathematics.linear_sgd import run_linear_sgd
from pages.stochastic_gradient.mathematics.mistake_bound import mistake_bound


def printed(X, y, method, eta, indices):
    """Run both updates as printed in note 004; return w after every step."""
    w = np.zeros(X.shape[1])
    for n in indices:
        if method == "perceptron":
            w = w + (y[n] * (w @ X[n]) <= 0) * y[n] * X[n]
        else:
            w = w + eta / (1 + np.exp(y[n] * (w @ X[n]))) * y[n] * X[n]
        yield w


@pytest.mark.parametrize("method", ["perceptron", "logistic"])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_printed_update(method, seed):
    X, y = kc.datasets.mixture().sample(30, seed)
    run = run_linear_sgd(X, y, method, steps=300, eta=0.7, seed=seed)
    np.testing.assert_allclose(
        run.w[1:], list(printed(X, y, method, 0.7, run.index)), rtol=1e-12, atol=1e-12
    )
    arrows = run.size[:, None] * (y[:, None] * X)[run.index]
    np.testing.assert_allclose(np.diff(run.w, axis=0), arrows, atol=1e-12)
    before = y[run.index] * (run.w[:-1] * X[run.index]).sum(axis=1)
    np.testing.assert_allclose(run.margin, before, atol=1e-12)
    assert run.mistakes[0] == 0 and run.mistakes[-1] == run.is_mistake.sum()
    assert (run.n_misclassified == [(y * (X @ w) <= 0).sum() for w in run.w]).all()
    if method == "perceptron":
        assert (run.size == run.is_mistake).all()
    else:
        assert ((run.size > 0) & (run.size < 0.7)).all()


@pytest.mark.parametrize("seed", range(3))
def test_scikit_learn_takes_the_same_steps(seed):
    X, y = kc.datasets.mixture().sample(40, seed)
    reference = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=20).fit(X, y)
    path = run_linear_sgd(X, y, steps=800, order="cyclic")
    np.testing.assert_allclose(path.w[-1], reference.coef_[0], atol=1e-9)
    reference = SGDClassifier(
        loss="log_loss",
        alpha=0,
        learning_rate="constant",
        eta0=0.3,
        shuffle=False,
        fit_intercept=False,
        tol=None,
        max_iter=20,
    ).fit(X, y)
    path = run_linear_sgd(X, y, "logistic", eta=0.3, steps=800, order="cyclic")
    np.testing.assert_allclose(path.w[-1], reference.coef_[0], rtol=1e-9)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 40), st.floats(0.3, 2))
def test_the_perceptron_keeps_within_its_bound(seed, m, distance):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(m, 2)), rng.choice([-1.0, 1.0], m)
    X[:, 0] = y * (np.abs(X[:, 0]) + distance / 2)
    run = run_linear_sgd(X, y, steps=1500, seed=seed)
    bound = mistake_bound(X, y, kc.Linear())
    assert run.mistakes[-1] <= bound.bound
    assert bound.gamma >= distance / 2 * (1 - 1e-9)
    perceptron = kc.learners.run_kernel_perceptron(X @ X.T, y, 1500, seed)
    t = min(1500, len(perceptron.index))
    np.testing.assert_allclose(perceptron.alpha_at(t) @ X, run.w[t], atol=1e-9)


def test_logistic_sgd_comes_near_the_minimum_risk():
    X, y = kc.datasets.mixture().sample(100, 0)
    best = kc.fit(X, y, kc.Linear(), kc.Logistic(), 1e-9).primal
    run = run_linear_sgd(X, y, "logistic", eta=0.02, steps=10_000, seed=0)
    w = run.w[5000:].mean(axis=0)
    assert best - 1e-9 <= kc.Logistic().value(X @ w, y).mean() <= best + 0.002


def test_the_same_seed_gives_the_same_bytes():
    X, y = kc.datasets.blobs().sample(30, 0)
    first, second = (run_linear_sgd(X, y, "logistic", seed=3) for _ in range(2))
    assert first.w.tobytes() == second.w.tobytes()
    assert (
        first.w.tobytes() == run_linear_sgd(X, y, "logistic", seed=3, steps=300).w[:201].tobytes()
    )


def test_one_point():
    run = run_linear_sgd([[2.0, 1.0]], [-1], steps=3)
    assert run.w.tolist() == [[0, 0], [-2, -1], [-2, -1], [-2, -1]]
    assert run.mistakes.tolist() == [0, 1, 1, 1] and run.n_misclassified.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "svm"}, "perceptron, logistic"),
        ({"y": [0, 1]}, "labels -1 and"),
        ({"eta": 0, "method": "logistic"}, "eta"),
        ({"steps": -1}, "steps"),
        ({"order": "best"}, "order"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"X": [[0, 1], [1, 1]], "y": [1, -1], **change}
    with pytest.raises(ValueError, match=message):
        run_linear_sgd(**options)
