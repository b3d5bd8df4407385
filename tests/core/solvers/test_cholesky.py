"""Low-rank factors of K, and Newton's method with and without them."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.duality_gap import Objective
from kernel_core.solvers import newton
from kernel_core.solvers.linalg import low_rank_factor, pivoted_cholesky

X, y = kc.datasets.mixture().sample(newton.MIN_LOW_RANK_SIZE, 3)


@pytest.mark.parametrize("tol", (1e-6, 1e-10, 1e-14))
def test_the_remainder_is_within_tolerance(tol):
    K = kc.RBF(2.0)(X, X)
    L = low_rank_factor(K, tol)
    assert L.tobytes() == pivoted_cholesky(K, tol).tobytes()
    remainder = K - L.T @ L
    assert len(L) < 0.4 * len(K)
    assert abs(np.diag(remainder)).max() <= 2 * tol
    # The remainder R is positive semidefinite, so |R_ij| <= √(R_ii R_jj).
    assert abs(remainder).max() <= 2 * tol + 1e-14


def test_a_narrow_kernel_has_no_low_rank_factor():
    assert low_rank_factor(kc.RBF(0.05)(X, X), 1e-9) is None


def test_equal_points_need_one_row():
    L = pivoted_cholesky(np.ones((50, 50)), 1e-12)
    assert L.shape == (1, 50)
    assert pivoted_cholesky(kc.Linear()(X, X), 1e-12).shape == (2, len(X))


def test_small_problems_and_a_zero_kernel_are_skipped():
    K = kc.RBF(2.0)(X, X)
    assert newton.factor_if_low_rank(K[:-1, :-1], 1.0) is None
    assert newton.factor_if_low_rank(np.zeros_like(K), 1.0) is None
    assert newton.factor_if_low_rank(K, 1.0) is not None


@pytest.mark.parametrize("loss", ("logistic", "squared", "exponential"))
@pytest.mark.parametrize("intercept", (False, True))
@pytest.mark.parametrize("lam", (1e-3, 1.0))
def test_newton_finds_the_same_values(loss, intercept, lam, monkeypatch):
    def solve_values():
        options = {"risk": "sum", "intercept": intercept}
        return kc.fit(X, y, kc.RBF(2.0), kc.LOSSES[loss], lam, **options)

    quick = solve_values()
    monkeypatch.setattr(newton, "MIN_LOW_RANK_SIZE", 10**9)
    values = solve_values()
    assert quick.gap <= 1e-9
    assert quick.decision(X) == pytest.approx(values.decision(X), abs=1e-5)
    assert quick.primal == pytest.approx(values.primal, rel=1e-9)


def test_the_same_problem_gives_the_same_bytes():
    first, second = (kc.fit(X, y, kc.RBF(1.5), kc.Logistic(), 0.1, risk="sum") for _ in range(2))
    assert first.alpha.tobytes() == second.alpha.tobytes()


def test_a_factor_that_is_too_coarse_is_not_used(monkeypatch):
    coarse = pivoted_cholesky(kc.RBF(2.0)(X, X), 0.3)
    monkeypatch.setattr(newton, "factor_if_low_rank", lambda K, scale: coarse)
    for lam in (1e-4, 1.0):
        assert kc.fit(X, y, kc.RBF(2.0), kc.Logistic(), lam, risk="sum").gap <= 1e-6


@pytest.mark.parametrize("columns", [(), (2,)])
def test_a_low_rank_approximation_gives_the_same_step(columns):
    """The factor only preconditions conjugate gradients, which solve the system with K itself."""
    K = kc.RBF(0.8)(X, X)
    coarse = pivoted_cholesky(K, 0.05)
    assert len(coarse) < len(X) / 8
    rng = np.random.default_rng(4)
    s, t = rng.uniform(0.1, 0.5, len(X)), rng.standard_normal((len(X), *columns))
    quick, exact = (
        newton.QuadraticModel(Objective(K, y, kc.Logistic(), 0.1, 1.0), L) for L in (coarse, None)
    )
    expected = exact.solve_shifted(s, t)
    np.testing.assert_allclose(quick.solve_shifted(s, t), expected, atol=1e-8 * abs(expected).max())


def test_along_lam_no_large_system_is_factored(monkeypatch):
    """If K has nearly a low rank, each stop needs only small systems and products with K."""
    sizes = []
    solve = newton.solve_or_lstsq
    monkeypatch.setattr(
        newton, "solve_or_lstsq", lambda A, r: (sizes.append(len(A)), solve(A, r))[1]
    )
    lams = np.geomspace(1e-3, 10, 5)
    out = kc.sweep(kc.Problem(X, y, kc.Logistic(), risk="sum"), kc.RBF(0.7), lams)
    assert out.gap.max() <= 1e-9
    assert 0 < max(sizes) < len(X) / 2


def test_points_that_come_twice():
    Z, y_doubled = np.vstack([X[:150], X[:150]]), np.append(y[:150], y[:150])
    assert kc.fit(Z, y_doubled, kc.RBF(1.0), kc.Logistic(), 0.01, risk="sum").gap <= 1e-6
