"""Change one multiplier: the duality gap equals the sum of its terms, and each term is 0 at
scikit-learn's optimum."""

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.svm.mathematics.moved_multiplier import move_multiplier

C = 2.0


@pytest.fixture(scope="module")
def optimum():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2))
    y = np.where(X[:, 0] + 0.8 * rng.normal(size=30) > 0, 1.0, -1.0)
    svc = SVC(C=C, kernel="rbf", gamma=0.7, tol=1e-10).fit(X, y)
    alpha = np.zeros(30)
    alpha[svc.support_] = svc.dual_coef_[0]
    K = np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(axis=2))
    return K, y, alpha, float(svc.intercept_[0])


def test_at_the_optimum_every_term_is_zero_and_primal_and_bound_agree(optimum):
    K, y, alpha, b = optimum
    for i in range(0, 30, 7):
        at = move_multiplier(K, y, alpha, b, np.full(30, C), i=i, values=np.abs(alpha[[i]]))
        assert at.primal[0] == pytest.approx(at.bound[0], rel=1e-7)
        assert at.constraint_gap[0] == pytest.approx(0, abs=1e-6)
        assert at.slack_gap[0] == pytest.approx(0, abs=1e-6)
        np.testing.assert_allclose(at.alpha[0], alpha)


def test_the_gap_is_the_sum_of_the_terms_and_no_multiplier_does_better(optimum):
    K, y, alpha, b = optimum
    multipliers = np.linspace(0, C, 9)
    for i in range(0, 30, 7):
        moved = move_multiplier(K, y, alpha, b, np.full(30, C), i=i, values=multipliers)
        gap = moved.primal - moved.bound
        np.testing.assert_allclose(gap, moved.constraint_gap + moved.slack_gap, atol=1e-9)
        assert (moved.constraint_gap >= -1e-9).all() and (moved.slack_gap >= -1e-9).all()
        best = move_multiplier(K, y, alpha, b, np.full(30, C), i=i, values=np.abs(alpha[[i]]))
        assert (moved.bound <= best.bound[0] + 1e-7).all()


def test_the_bound_is_the_smallest_lagrangian_over_w_and_slack(optimum):
    """Compare with the Lagrangian itself at many w and slacks chosen at random."""
    K, y, alpha, b = optimum
    moved = move_multiplier(K, y, alpha, b, np.full(30, C), i=3, values=np.array([0.7 * C]))
    a, rng = y * moved.alpha[0], np.random.default_rng(1)
    for scale in (0.0, 0.01, 0.3, 2.0):
        beta, xi = moved.alpha[0] + scale * rng.normal(size=30), scale * rng.random(30)
        f = K @ beta + b
        lagrangian = beta @ K @ beta / 2 + C * xi.sum() + a @ (1 - xi - y * f)
        assert lagrangian >= moved.bound[0] - 1e-9
        if not scale:
            assert lagrangian == pytest.approx(moved.bound[0])


def test_a_multiplier_above_c_gives_no_bound(optimum):
    K, y, alpha, b = optimum
    moved = move_multiplier(K, y, alpha, b, np.full(30, C), i=0, values=np.array([1.1 * C]))
    assert moved.bound[0] == -np.inf
