"""`fit`: certified solutions of random problems, and properties of every optimum."""

import numpy as np
import pytest

import kernel_core as kc
from tests.core.problems import noisy, random_problems

LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]
SMOOTH = ["logistic", "squared", "exponential"]


@pytest.mark.thorough(keep_every=3)
@pytest.mark.thorough("exponential", "perceptron")
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_200_random_problems_are_solved_to_a_gap_of_1e_6(name, intercept):
    seed = 2 * LOSSES.index(name) + intercept
    for X, y, kernel, lam, risk in random_problems(200, seed):
        s = kc.fit(X, y, kernel, kc.LOSSES[name], lam, risk=risk, intercept=intercept)
        assert s.gap <= 1e-6  # otherwise fit would have raised NotConverged
        assert s.gap >= 0
        proof = kc.certificate(
            kernel(X, X), y, s.alpha, s.intercept, s.loss, lam, risk, with_intercept=intercept
        )
        assert proof.gap == s.gap
        assert s.intercept == 0 or intercept


@pytest.mark.parametrize("name", ["hinge", "logistic"])
def test_a_thousand_points(name):
    X, y = noisy(1000)
    assert kc.fit(X, y, kc.RBF(0.8), kc.LOSSES[name], 1e-3, risk="sum").gap <= 1e-6


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("C", [0.5, 200.0])
@pytest.mark.parametrize("tau", [0.1, 0.4, 3.2])
def test_hinge_satisfies_the_kkt_conditions(tau, C, intercept):
    X, y = noisy(150)
    s = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum", intercept=intercept)
    margin, a = y * s.decision(X), y * s.alpha
    assert ((a >= 0) & (a <= C)).all()
    assert (margin[a == 0] >= 1 - 1e-6).all()
    assert (margin[a == C] <= 1 + 1e-6).all()
    free = (a > 0) & (a < C)
    assert free.any() or intercept  # none is free at C = ½, tau = 3.2
    np.testing.assert_allclose(margin[free], 1, atol=1e-6)
    assert not intercept or abs(s.alpha.sum()) < 1e-9 * C


@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", SMOOTH)
def test_representer_identity(name, intercept, risk):
    """The proof of theorem 2.1 in note 000 has alpha_i = -L'(f_i, y_i) / (lam m) for the mean
    risk."""
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.02, risk=risk, intercept=intercept)
    c = 1 / 60 if risk == "mean" else 1
    expected = -c * s.loss.derivative(s.decision(X), y) / 0.02
    np.testing.assert_allclose(s.alpha, expected, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("name", LOSSES)
def test_mean_and_sum_differ_by_m_in_lam_alone(name):
    X, y = noisy(70)
    mean = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.01, risk="mean")
    sum_ = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.01 * 70, risk="sum")
    np.testing.assert_allclose(mean.alpha, sum_.alpha, rtol=1e-4, atol=1e-6)
    assert 70 * mean.primal == pytest.approx(sum_.primal, rel=1e-6)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_the_order_of_the_points_does_not_matter(name, intercept):
    X, y = noisy(60)
    order = np.random.default_rng(0).permutation(60)
    fit = kc.fit(X, y, kc.RBF(0.3), kc.LOSSES[name], 0.05, risk="sum", intercept=intercept)
    two = kc.fit(
        X[order], y[order], kc.RBF(0.3), kc.LOSSES[name], 0.05, risk="sum", intercept=intercept
    )
    np.testing.assert_allclose(two.alpha, fit.alpha[order], atol=1e-4)
    assert two.intercept == pytest.approx(fit.intercept, abs=1e-4)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_swapping_the_classes_swaps_the_sign(name, intercept):
    X, y = noisy(60, seed=3)
    first, second = (
        kc.fit(X, labels, kc.RBF(0.6), kc.LOSSES[name], 0.1, risk="sum", intercept=intercept)
        for labels in (y, -y)
    )
    np.testing.assert_allclose(second.decision(X), -first.decision(X), atol=1e-4)


@pytest.mark.parametrize("name", LOSSES)
def test_duplicating_every_point_keeps_the_mean_risk(name):
    X, y = noisy(40)
    single = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.01, intercept=True)
    doubled = kc.fit(
        np.tile(X, (2, 1)), np.tile(y, 2), kc.RBF(0.5), single.loss, 0.01, intercept=True
    )
    assert doubled.primal == pytest.approx(single.primal, rel=2e-6)
    np.testing.assert_allclose(doubled.decision(X), single.decision(X), atol=1e-4)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("factor", [1e-9, 1e6])
@pytest.mark.parametrize("name", LOSSES)
def test_the_scale_of_the_kernel_does_not_matter(name, factor, intercept):
    """If K and lam are multiplied by `factor`, f stays the same and alpha is divided by it."""
    X, y = noisy(40)
    X[0] = 0  # φ(x) = 0
    X[1:11] = X[11:21]  # ten points occur twice
    kernel = kc.Polynomial(3, 0.0)
    first, second = (
        kc.fit(X, y, size * kernel, kc.LOSSES[name], 0.1 * size, risk="sum", intercept=intercept)
        for size in (1.0, factor)
    )
    assert second.primal == pytest.approx(first.primal, rel=2e-6)
    np.testing.assert_allclose(second.decision(X), first.decision(X), atol=1e-3)


def test_removing_a_non_support_vector_changes_nothing():
    X, y = noisy(100)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.1, risk="sum")
    idle = np.setdiff1d(np.arange(100), s.support)
    assert len(idle) > 10
    remaining = np.delete(np.arange(100), idle[:10])
    t = kc.fit(X[remaining], y[remaining], kc.RBF(0.4), kc.Hinge(), 0.1, risk="sum")
    np.testing.assert_allclose(t.decision(X), s.decision(X), atol=1e-7)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("lam", [1e-6, 1.0, 1e3])
def test_the_perceptron_loss_with_a_penalty_is_minimised_at_zero(lam, intercept):
    """alpha = 0 has objective 0, and its certificate proves that it is optimal."""
    X, y = noisy(50)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Perceptron(), lam, intercept=intercept)
    assert not s.alpha.any()
    assert (s.intercept, s.primal, s.dual, s.gap) == (0, 0, 0, 0)
    assert len(s.support) == 0


@pytest.mark.parametrize("name", LOSSES)
def test_a_start_gives_the_same_solution_sooner(name):
    X, y = noisy(120)
    s = kc.fit(X, y, kc.RBF(0.4), kc.LOSSES[name], 0.02, risk="sum", intercept=True)
    moved_X = X.copy()
    moved_X[0] += 0.02
    problem = kc.Problem(moved_X, y, s.loss, intercept=True)
    cold, warm = (kc.solve(problem, kc.RBF(0.41), 0.0003, start=start) for start in (None, s))
    np.testing.assert_allclose(warm.decision(X), cold.decision(X), atol=1e-3)
    assert warm.iterations <= cold.iterations
    if name in ("hinge", "logistic", "exponential"):
        assert warm.iterations < 0.7 * cold.iterations


def test_an_edge_of_the_intercepts_bracket_is_not_preferred():
    """No example is free, so every b in an interval is optimal; `fit` returns its middle."""
    X, y = np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0])
    s = kc.fit(X, y, kc.RBF(1.0), kc.Hinge(), 10.0, risk="sum", intercept=True)
    np.testing.assert_allclose(y * s.alpha, 0.1)  # both have α = C
    assert s.intercept == pytest.approx(0, abs=1e-15)
    unequal = kc.fit(
        np.zeros((3, 2)), [1, 1, -1], kc.RBF(1.0), kc.Hinge(), 1.0, risk="sum", intercept=True
    )
    assert unequal.decision(np.zeros((1, 2))) == pytest.approx(1)
    assert unequal.primal == pytest.approx(2)


@pytest.mark.parametrize("name", LOSSES)
def test_the_same_problem_gives_the_same_bytes(name):
    X, y = noisy(90)
    runs = [kc.fit(X, y, kc.RBF(0.4), kc.LOSSES[name], 0.01, intercept=True) for _ in range(2)]
    assert runs[0].alpha.tobytes() == runs[1].alpha.tobytes()
    assert runs[0].intercept == runs[1].intercept
    assert runs[0].gap == runs[1].gap


def test_the_interface_of_a_solution():
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.5), kc.Hinge(), 0.05, risk="sum", intercept=True)
    gx, gy = np.linspace(-1, 1, 4), np.linspace(-2, 2, 3)
    grid = np.stack(np.meshgrid(gx, gy), axis=-1)
    field = s.on_grid(gx, gy)
    assert field.shape == (3, 4)
    np.testing.assert_allclose(field, s.decision(grid.reshape(-1, 2)).reshape(3, 4), atol=1e-9)
    assert set(s.predict(X)) == {-1.0, 1.0}
    assert (s.predict(X) == np.sign(s.decision(X))).all()
    np.testing.assert_array_equal(s.support, np.flatnonzero(s.alpha))
    assert s.norm2 == pytest.approx(s.alpha @ s.kernel(X, X) @ s.alpha)
    assert s.primal == pytest.approx(
        np.maximum(0, 1 - y * s.decision(X)).sum() + 0.025 * s.norm2, rel=1e-12
    )
    assert s.gap == pytest.approx((s.primal - s.dual) / max(1, s.primal), abs=1e-15)
