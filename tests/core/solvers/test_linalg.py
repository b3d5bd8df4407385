"""Singular systems: NumPy raises or, in a browser, returns inf and NaN without an error."""

from pathlib import Path

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.solvers.linalg import cholesky_inverse, solve_or_lstsq
from tests.classes import fit_softmax
from tests.core.problems import noisy
from tests.core.solvers.solving import ANSWERS, count_singular, solving_by_itself


@pytest.fixture(params=ANSWERS)
def solve(request, monkeypatch):
    """Run a test with each treatment of singular systems by `numpy.linalg.solve`."""
    return count_singular(monkeypatch, request.param)


@pytest.mark.parametrize("columns", [(), (2,)])
def test_a_singular_system_has_the_minimum_norm_answer(solve, columns):
    A, r = np.ones((3, 3)), np.ones((3, *columns))
    np.testing.assert_allclose(solve_or_lstsq(A, r), np.full((3, *columns), 1 / 3))
    assert solve["singular"] == 1
    np.testing.assert_allclose(solve_or_lstsq(2 * np.eye(3), r), r / 2)


def test_non_finite_systems_have_non_finite_answers(solve):
    for A, r in ((np.full((2, 2), np.nan), np.ones(2)), (np.eye(2), np.array([np.inf, 0.0]))):
        assert not np.isfinite(solve_or_lstsq(A, r)).all()


def singular_problems():
    """Yield problems in which some systems are singular: duplicate points, a zero kernel, one
    class."""
    X, y = noisy(30)
    yield np.vstack([X, X]), np.append(y, y), kc.Linear()
    yield np.zeros((6, 2)), np.array([1.0, -1, 1, 1, -1, -1]), kc.Linear()
    yield X, np.ones(30), kc.RBF(50.0)


@pytest.mark.parametrize("name", ["hinge", "squared-hinge", "epsilon-insensitive", "logistic"])
@pytest.mark.parametrize("intercept", [False, True])
def test_every_solver_continues_after_a_singular_system(solve, name, intercept):
    for X, y, kernel in singular_problems():
        for lam in (1e-3, 1.0):
            s = kc.fit(X, y, kernel, kc.LOSSES[name], lam, risk="sum", intercept=intercept)
            assert s.gap <= 1e-6


def test_the_hard_margin_continues_after_a_singular_system(solve):
    X, y = np.array([[-1.0, 0], [-1, 0], [1, 0], [1, 0]]), np.array([-1.0, -1, 1, 1])
    hard = kc.svm.fit_hard_margin(X, y, kc.Linear())
    assert hard.feasible and hard.gap <= 1e-9


def test_softmax_and_ridge_continue_after_a_singular_system(solve):
    X, y = np.vstack([noisy(12)[0]] * 2), np.arange(24) % 3
    s = fit_softmax(X, y, kc.Linear(), 1e-3, intercept=True)
    assert s.worst_gap <= 1e-6
    Phi = np.ones((4, 2))  # ΦᵀΦ is singular, and lam = 1e-30 is lost in rounding
    theta = kc.learners.ridge_primal(Phi, np.ones(4), 1e-30).theta
    np.testing.assert_allclose(theta, 0.5)
    assert solve["singular"] >= 1


def test_every_system_is_solved_in_one_module():
    root = Path(kc.__file__).parent
    calls = {
        path.relative_to(root).as_posix(): names
        for path in root.rglob("*.py")
        if (names := solving_by_itself(path.read_text("utf-8")))
    }
    assert calls == {"solvers/linalg.py": ["np.linalg.solve", "np.linalg.cholesky"]}
    assert solving_by_itself("np.linalg.inv(A) @ np.linalg.solve(A, r)") == [
        "np.linalg.inv",
        "np.linalg.solve",
    ]


@pytest.mark.parametrize("n", [1, 64, 65, 300])
def test_the_inverse_by_its_triangle(n):
    root = np.random.default_rng(n).normal(size=(n, n))
    A = root @ root.T + 0.1 * np.eye(n)
    np.testing.assert_allclose(cholesky_inverse(A, 64) @ A, np.eye(n), atol=1e-9)
    np.testing.assert_allclose(cholesky_inverse(A, 64), np.linalg.inv(A), atol=1e-9)
    A[-1, -1] = -1.0
    assert np.isnan(cholesky_inverse(A, 64)).all()
