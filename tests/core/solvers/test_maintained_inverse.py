"""The maintained inverse of the free points' matrix, and fits that use it."""

from collections import Counter

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.solvers import maintained_inverse
from kernel_core.solvers.maintained_inverse import MaintainedInverse
from tests.core.problems import noisy


@pytest.fixture
def update_counts(monkeypatch):
    """Count the calls of each kind of update, by name."""
    counts = Counter()

    def count(owner, name):
        original = getattr(owner, name)

        def counting_call(*args):
            counts[name] += 1
            return original(*args)

        monkeypatch.setattr(owner, name, counting_call)

    for name in ("refactor", "append", "apply"):
        count(maintained_inverse.MaintainedInverse, name)
    return counts


def spd(n, seed=0, least=1e-3):
    """Return a symmetric positive definite matrix (n, n) with eigenvalues from `least` to 1."""
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(n, n)))[0]
    return (Q * np.geomspace(least, 1, n)) @ Q.T


def inverse_of(A):
    return MaintainedInverse(lambda rows, columns: A[np.ix_(rows, columns)], len(A))


@pytest.mark.parametrize("n", [1, 2, 64, 65, 131, 300])
def test_an_inverse_from_halves(n):
    A = spd(n)
    np.testing.assert_allclose(inverse_of(A).invert(A) @ A, np.eye(n), atol=1e-9)


def test_an_inaccurate_inverse_is_recomputed():
    """The matrix of 300 close points on a line is nearly singular."""
    x = np.linspace(0, 1, 300)
    A = np.exp(-((x[:, None] - x) ** 2) / 1e-4) + 1e-7 * np.eye(300)
    maintained, r = inverse_of(A), np.random.default_rng(0).normal(size=300)
    maintained.set_free(np.arange(300))
    assert not maintained.is_exact(maintained.apply(r), r)
    np.testing.assert_allclose(A @ maintained.solve(r), r, atol=1e-5)
    assert maintained.reliable


def test_points_join_and_leave_in_any_order():
    """The set of free points changes twenty times, by few or many points."""
    A, rng = spd(150), np.random.default_rng(1)
    inverse, F = inverse_of(A), np.sort(rng.permutation(150)[:80])
    for _ in range(20):
        inverse.set_free(F)
        for _ in range(3):
            r = rng.normal(size=len(F))
            d = inverse.solve(r)
            np.testing.assert_allclose(A[np.ix_(F, F)] @ d, r, atol=1e-9)
            steps = rng.normal(size=(len(F), 4))
            np.testing.assert_allclose(inverse.times(steps), A[np.ix_(F, F)] @ steps, atol=1e-12)
            rows = np.sort(rng.permutation(len(F))[: len(F) - rng.integers(1, 4)])
            F = F[rows]
            inverse.restrict(rows)
        outside_indices = np.setdiff1d(np.arange(150), F)
        F = np.union1d(F, rng.permutation(outside_indices)[: rng.integers(0, 25)])
        F = np.sort(rng.permutation(F)[: len(F) - rng.integers(0, 20)])
    assert inverse.reliable


def test_rounding_does_not_add_up_from_set_to_set():
    """Points on a line join and leave six times, and the first inverse stays accurate enough."""
    x = np.linspace(0, 1, 200)
    A = np.exp(-((x[:, None] - x) ** 2) / 4e-4) + 1e-4 * np.eye(200)
    maintained, rng = inverse_of(A), np.random.default_rng(4)
    order = rng.permutation(200)
    maintained.set_free(np.sort(order[:120]))
    P = maintained.P
    for k in range(6):
        F = np.sort(order[3 * k : 126 + 6 * k])
        maintained.set_free(F)
        r = rng.normal(size=len(F))
        np.testing.assert_allclose(A[np.ix_(F, F)] @ maintained.solve(r), r, atol=1e-6)
    assert maintained.P is P and len(maintained.indices) == 156


def test_two_nearly_equal_free_points_make_the_inverse_unreliable():
    A = spd(80)
    A[:, 79] = A[79] = A[:, 78]  # the last two points are equal
    A[79, 79] = A[78, 78] + 1e-15
    inverse, r = inverse_of(A), np.ones(79)
    inverse.set_free(np.arange(80))
    inverse.restrict(np.arange(79))  # point 79 has left, but P still contains it
    np.testing.assert_allclose(A[:79, :79] @ inverse.solve(r), r, atol=1e-6)
    assert inverse.reliable and len(inverse.indices) == 79
    for _ in range(2):  # first point 79 joins a set, then it is in the set from the start
        inverse.set_free(np.arange(80))
        d = inverse.solve(np.append(r, r[78]))
        np.testing.assert_allclose(A[:79] @ d, r, atol=1e-4)
        inverse.refactor(np.empty(0, dtype=int))
    assert not inverse.reliable


@pytest.mark.parametrize("C", [1.0, 400.0])
@pytest.mark.parametrize("tau", [0.06, 0.1, 0.16])
def test_a_sweep_with_many_free_variables_matches_fits_and_newton(update_counts, C, tau):
    X, y = noisy(400)
    kernels = [kc.RBF(tau * 1.08**k) for k in range(4)]
    path = kc.sweep(kc.Problem(X, y, kc.Hinge(), risk="sum"), kernels, 1 / C)
    update_counts.clear()
    assert path.gap.max() <= 1e-9
    for k, kernel in enumerate(kernels):
        K = kernel(X, X)
        proof = kc.certificate(
            K, y, path.alpha[k], 0.0, kc.Hinge(), 1 / C, "sum", with_intercept=False
        )
        assert proof.gap <= 1e-9
        single_fit = kc.fit(X, y, kernel, kc.Hinge(), 1 / C, risk="sum")
        np.testing.assert_allclose(path.decision[k], single_fit.decision(X), atol=1e-6)
    assert update_counts["apply"] and update_counts["append"]


@pytest.mark.parametrize("lam", [1e-5, 1e-2, 1.0, 1e2])
@pytest.mark.parametrize("tau", [1e-3, 0.05, 0.15, 1.0, 60.0])
def test_singular_and_extreme_problems(update_counts, tau, lam):
    """Every point occurs twice, and 40 points a third time with the other label."""
    X, y = noisy(130)
    X, y = np.vstack([X, X, X[:40]]), np.concatenate([y, y, -y[:40]])
    s = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), lam, risk="sum")
    assert s.gap <= 1e-6
    if tau < 0.2:  # the fitted values are unique, alpha is not
        permutation = np.random.default_rng(0).permutation(len(X))
        t = kc.fit(X[permutation], y[permutation], kc.RBF(tau), kc.Hinge(), lam, risk="sum")
        np.testing.assert_allclose(s.decision(X), t.decision(X), atol=1e-4)


def test_a_singular_set_is_noticed(update_counts):
    """Every point occurs twice and nearly all are free, so the matrix has no inverse. The fit is
    that of half the points."""
    X, y = noisy(160)
    half = kc.fit(X, y, kc.RBF(0.05), kc.Hinge(), 1e-3, risk="sum")
    doubled_fit = kc.fit(
        np.vstack([X, X]), np.append(y, y), kc.RBF(0.05), kc.Hinge(), 2e-3, risk="sum"
    )
    assert update_counts["refactor"] and doubled_fit.gap <= 1e-6
    np.testing.assert_allclose(doubled_fit.decision(X), half.decision(X), atol=1e-4)


def test_with_an_intercept_it_matches_scikit_learn(update_counts):
    svm = pytest.importorskip("sklearn.svm")
    X, y = noisy(200)
    for tau in (0.06, 0.8):
        fit = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 0.1, risk="sum", intercept=True)
        model = svm.SVC(C=10.0, gamma=1 / (2 * tau**2), tol=1e-6).fit(X, y)
        np.testing.assert_allclose(fit.decision(X), model.decision_function(X), atol=1e-4)
    assert update_counts["apply"], "at the smaller bandwidth more than a hundred are free"
