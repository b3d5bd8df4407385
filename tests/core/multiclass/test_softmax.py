"""Softmax, or multinomial logistic regression, compared with scikit-learn and certified."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from kernel_core.solvers.linalg import pivoted_cholesky
from tests.classes import fit_softmax
from tests.core.problems import random_problems

Z = np.random.default_rng(3).uniform(-2.5, 2.5, size=(100, 2))


def data(m=80, seed=0, C=4):
    return class_mixtures.pinwheel(C, noise=2.0).sample(m, seed)


def primal_of(s, risk):
    """Compute the objective by its definition, from the solution's own alpha."""
    K = s.kernel(s.X, s.X)
    f = (s.alpha @ K + s.intercept[:, None]).T
    loss = np.log(np.exp(f - f[np.arange(len(f)), s.k][:, None]).sum(axis=1))
    penalty = s.lam / 2 * sum(a @ K @ a for a in s.alpha)
    return (loss.mean() if risk == "mean" else loss.sum()) + penalty


def peer(lam, intercept):
    return LogisticRegression(
        C=1 / lam, fit_intercept=intercept, solver="newton-cg", tol=1e-10, max_iter=10_000
    )


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("C", [3, 4, 7])
def test_linear_against_scikit_learn(C, intercept):
    X, y = data(C=C)
    options = {"risk": "sum", "intercept": intercept, "tol": 1e-10}
    s = fit_softmax(X, y, kc.Linear(), 0.5, **options)
    reference = peer(0.5, intercept).fit(X, y)
    np.testing.assert_allclose(s.alpha @ X, reference.coef_, atol=1e-5)
    np.testing.assert_allclose(s.intercept, reference.intercept_ * intercept, atol=1e-5)
    np.testing.assert_allclose(s.probabilities(Z), reference.predict_proba(Z), atol=1e-5)
    np.testing.assert_array_equal(s.predict(Z), reference.predict(Z))


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(
    "kernel", [kc.Polynomial(3), kc.Linear() + kc.Polynomial(2, 0.5)], ids=repr
)
def test_kernels_against_scikit_learn_on_their_features(kernel, intercept):
    X, y = data(120)
    s = fit_softmax(X, y, kernel, 0.1, risk="sum", intercept=intercept, tol=1e-8)
    reference = peer(0.1, intercept).fit(kernel.features(X), y)
    np.testing.assert_allclose(
        s.probabilities(Z), reference.predict_proba(kernel.features(Z)), atol=1e-5
    )


def test_rbf_against_scikit_learn_on_the_matrix_root():
    X, y = data(60)
    d, U = np.linalg.eigh(kc.RBF(0.5)(X, X))
    root = U * np.sqrt(np.maximum(d, 0))
    s = fit_softmax(X, y, kc.RBF(0.5), 0.05, risk="sum", tol=1e-8)
    reference = peer(0.05, False).fit(root, y)
    np.testing.assert_allclose(s.probabilities(X), reference.predict_proba(root), atol=1e-5)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
def test_two_classes_are_the_binary_logistic_fit_with_half_of_lam(lam, risk, intercept):
    X, y = kc.datasets.mixture().sample(90, 1)
    options = {"risk": risk, "intercept": intercept, "tol": 1e-9}
    s = fit_softmax(X, y, kc.RBF(0.7), lam, **options)
    b = kc.fit(X, y, kc.RBF(0.7), kc.Logistic(), lam / 2, **options)
    minus, plus = s.values(Z)
    scale = max(1.0, np.abs(b.decision(Z)).max())
    np.testing.assert_allclose(plus - minus, b.decision(Z), atol=1e-5 * scale)
    np.testing.assert_allclose(plus, -minus, atol=1e-9 * scale)
    assert s.primal[0] == pytest.approx(b.primal, rel=1e-9)
    likely = 1 / (1 + np.exp(-b.decision(Z)))
    np.testing.assert_allclose(s.probabilities(Z)[:, 1], likely, atol=1e-5)


@pytest.mark.thorough("1", "2")
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("i", range(3))
def test_random_problems_are_proved(i, intercept):
    rng = np.random.default_rng(i)
    for problem in random_problems(60, seed=i, largest=200):
        X, kernel, lam, risk = problem.X, problem.kernel, problem.lam, problem.risk
        m = len(X)
        if m < 2:
            continue
        C = int(rng.integers(2, min(m, 9) + 1))
        y = np.argsort(np.argsort(X[:, 0] + rng.uniform(0, 2) * rng.normal(size=m))) * C // m
        s = fit_softmax(X, y, kernel, lam, risk=risk, intercept=intercept)
        assert s.gap[0] <= 1e-6, problem
        assert s.primal[0] == pytest.approx(primal_of(s, risk), rel=1e-6, abs=1e-9)
        scale = max(1.0, np.abs(s.alpha).max())
        np.testing.assert_allclose(s.alpha.sum(axis=0), 0, atol=1e-9 * scale)
        if intercept:
            np.testing.assert_allclose(s.alpha.sum(axis=1), 0, atol=1e-7 * scale * m)


def test_the_dual_lies_below_every_other_answer():
    X, y = data(50)
    K, rng = kc.RBF(0.6)(X, X), np.random.default_rng(0)
    s = fit_softmax(X, y, kc.RBF(0.6), 0.02)
    for size in (1e-6, 1e-3, 0.1, 1.0, 30.0):
        for _ in range(20):
            alpha = s.alpha + size * rng.normal(size=s.alpha.shape)
            f = (alpha @ K).T
            risk = mc.cross_entropy(f, np.eye(4)[y]).mean()
            assert s.dual[0] <= risk + 0.01 * np.vdot(alpha, alpha @ K)
    assert s.dual[0] <= s.primal[0] <= np.log(4)


def test_representer_theorem():
    X, y = data(70)
    for risk, c in (("mean", 1 / 70), ("sum", 1.0)):
        s = fit_softmax(X, y, kc.RBF(0.6), 0.1, risk=risk, tol=1e-9)
        expected = c / 0.1 * (np.eye(4)[y] - s.probabilities(X))
        np.testing.assert_allclose(s.alpha.T, expected, atol=1e-3 * c)


def test_with_an_intercept_probabilities_add_up_to_the_classes():
    X, y = data(70)
    s = fit_softmax(X, y, kc.RBF(0.6), 0.3, intercept=True)
    np.testing.assert_allclose(s.probabilities(X).sum(axis=0), np.bincount(y), atol=1e-6)
    assert abs(s.intercept.sum()) < 1e-9


@pytest.mark.parametrize("intercept", [False, True])
def test_limits_of_lam(intercept):
    X, y = data(60)
    y[:20] = 0
    flat = fit_softmax(X, y, kc.RBF(0.6), 1e9, intercept=intercept)
    shares = np.bincount(y) / 60 if intercept else np.full(4, 0.25)
    np.testing.assert_allclose(flat.probabilities(Z), np.tile(shares, (100, 1)), atol=1e-6)
    sharp = fit_softmax(X, y, kc.RBF(0.1), 1e-6, intercept=intercept)
    assert (sharp.probabilities(X)[np.arange(60), y] > 0.99).all()


def test_edge_cases():
    equal_points = fit_softmax(np.ones((6, 2)), [0, 1, 2, 0, 1, 0], kc.RBF(1.0), 1e-6)
    assert equal_points.gap[0] <= 1e-6
    # At one point the probabilities are the shares of its classes.
    np.testing.assert_allclose(
        equal_points.probabilities(np.ones((1, 2)))[0], [1 / 2, 1 / 3, 1 / 6], atol=1e-3
    )
    zero_solution = fit_softmax(np.zeros((4, 2)), [0, 1, 2, 3], kc.Linear(), 0.1)
    np.testing.assert_allclose(zero_solution.probabilities(Z), 0.25)
    d = zero_solution.decide(Z)
    assert (d.status == mc.Predictions.TIE).all() and len(set(d.choice)) == 4
    separate_classes = fit_softmax(np.eye(3)[:, :2], ["a", "b", "c"], kc.RBF(0.5), 1e-4)
    assert list(separate_classes.predict(np.eye(3)[:, :2])) == ["a", "b", "c"]


def test_names_and_their_order_change_nothing():
    X, y = data()
    names, order = np.array(["ant", "bee", "cat", "dog"]), np.array([2, 0, 3, 1])
    first = fit_softmax(X, names[y], kc.RBF(0.6), 0.1, classes=list(names), tol=1e-9)
    second = fit_softmax(X, names[y], kc.RBF(0.6), 0.1, classes=list(names[order]), tol=1e-9)
    np.testing.assert_allclose(first.probabilities(Z)[:, order], second.probabilities(Z), atol=1e-6)
    np.testing.assert_array_equal(first.predict(Z), second.predict(Z))


def test_too_few_steps_leave_a_true_gap():
    X, y = data()
    best = fit_softmax(X, y, kc.RBF(0.3), 1e-4, risk="sum")
    problem = mc.ClassProblem(X, y, kc.Logistic(), risk="sum")
    for max_steps in (1, 2, 4):
        stops = mc.multi_sweep(problem, kc.RBF(0.3), 1e-4, ["softmax"], max_iter=max_steps)
        s = next(stops).solutions["softmax"]
        assert s.gap[0] > 1e-6
        assert s.dual[0] <= best.primal[0] <= s.primal[0]
        assert s.primal[0] == pytest.approx(primal_of(s, "sum"), rel=1e-6)
        assert s.primal[0] < 80 * np.log(4)  # no worse than alpha = 0


@pytest.mark.parametrize(
    "kernel", [kc.Linear(), kc.Polynomial(3), kc.RBF(0.05), kc.RBF(5.0)], ids=repr
)
def test_the_factor_is_a_root_of_the_matrix(kernel):
    X, _ = data(90)
    K = kernel(X, X)
    Phi = pivoted_cholesky(K, 1e-13).T
    np.testing.assert_allclose(Phi @ Phi.T, K, atol=1e-12 * K.max())
    ranks = {"Linear()": 2, "Polynomial(degree=3, c=1.0)": 10, "RBF(tau=0.05)": 90}
    assert Phi.shape[1] == ranks.get(repr(kernel), Phi.shape[1])
    assert pivoted_cholesky(np.zeros((3, 3)), 1e-13).shape == (0, 3)


def test_the_same_problem_gives_the_same_bytes():
    X, y = data()
    first, second = (fit_softmax(X, y, kc.RBF(0.4), 0.01, intercept=True) for _ in range(2))
    assert first.alpha.tobytes() == second.alpha.tobytes()


def test_softmax_and_its_loss():
    s = np.array([[1.0, 2.0, 3.0], [1000.0, 0.0, -1000.0]])
    e = np.exp(s[0])
    np.testing.assert_allclose(mc.softmax(s)[0], e / e.sum())
    np.testing.assert_array_equal(mc.softmax(s)[1], [1, 0, 0])
    np.testing.assert_allclose(mc.softmax(s + 7.0), mc.softmax(s))
    Y = np.eye(3)[[0, 2]]
    np.testing.assert_allclose(mc.cross_entropy(s, Y), [-np.log(e[0] / e.sum()), 2000.0])
    # With two classes the cross-entropy is the logistic loss of s₁ - s₂.
    binary = kc.Logistic().value(s[:, 0] - s[:, 1], 1.0)
    np.testing.assert_allclose(mc.cross_entropy(s[:, :2], np.eye(2)[[0, 0]]), binary)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1, 1, 1]}, "at least two classes"),
        ({"lam": 0.0}, "lam of a sweep must be above 0"),
        ({"kernel": "rbf"}, "kernel must be"),
        ({"tol": 0}, "tol"),
        ({"classes": [0, 1, 2, 9]}, "Class 9 has no point"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"X": [[0, 0], [1, 1], [0, 1]], "y": [0, 1, 2], "kernel": kc.Linear(), "lam": 0.1}
    with pytest.raises(ValueError, match=message):
        fit_softmax(**{**options, **change})
