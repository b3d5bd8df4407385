"""alpha_i = -L'(f(x_i), y_i) / (λm): on real fits, for every loss, and E1's lost factor."""

from dataclasses import replace

import numpy as np
import pytest

import kernel_core as kc
from tests.core.problems import noisy, random_problems

SMOOTH = ["logistic", "squared", "exponential"]
KINKED = ["hinge", "perceptron"]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("name", SMOOTH)
def test_a_smooth_loss_gives_alpha_by_its_slope(name, risk, intercept):
    X, y = noisy(40)
    loss = kc.LOSSES[name]
    s = kc.fit(X, y, kc.RBF(0.5), loss, 0.05, risk=risk, intercept=intercept, tol=1e-10)
    both, f = kc.theory.check_stationarity(s), s.decision(X)
    by_hand = -s.loss.derivative(f, y) / (0.05 * (40 if risk == "mean" else 1))
    np.testing.assert_allclose(both.expected, by_hand, rtol=1e-12)
    np.testing.assert_array_equal(both.low, both.high)
    np.testing.assert_array_equal(both.alpha, s.alpha)
    assert both.violation < 1e-6 * np.abs(s.alpha).max()
    assert np.abs(s.alpha).min() > 0  # every example has its say


@pytest.mark.parametrize("name", [*SMOOTH, "hinge"])
def test_without_the_factor_it_is_off_by_m(name):
    """E1: the proof in 000 has -w_i/λ. With m = 40 that is 40 times too much."""
    X, y = noisy(40)
    s = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.05)
    both = kc.theory.check_stationarity(s)
    np.testing.assert_allclose(both.notes, 40 * both.alpha, rtol=1e-4, atol=1e-8)
    K = kc.RBF(0.5)(X, X)
    right, theirs = (
        kc.certificate(K, y, a, 0.0, s.loss, 0.05, "mean", with_intercept=False).primal
        for a in (both.expected, both.notes)
    )
    assert right == pytest.approx(s.primal, rel=1e-6) and theirs > 10 * right


def test_for_the_sum_of_the_losses_there_is_no_factor_to_lose():
    X, y = noisy(20)
    both = kc.theory.check_stationarity(kc.fit(X, y, kc.RBF(0.5), kc.Logistic(), 0.05, risk="sum"))
    np.testing.assert_allclose(both.notes, both.expected, rtol=1e-15)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("name", KINKED)
def test_a_kinked_loss_gives_an_interval(name, risk, intercept):
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.02, risk=risk, intercept=intercept)
    both = kc.theory.check_stationarity(s)
    C = 1 / (0.02 * (60 if risk == "mean" else 1))
    assert (both.low <= both.high).all()
    assert both.violation < 1e-6 * C
    assert ((both.low <= both.expected) & (both.expected <= both.high)).all()
    assert set(np.round(np.abs([*both.low, *both.high]) / C, 12)) <= {0.0, 1.0}
    at_kink = both.low < both.high
    if name == "hinge":
        parts = kc.svm.report_kkt(s)
        assert set(np.flatnonzero(parts.kkt_category == 1)) <= set(np.flatnonzero(at_kink))
        assert 2 <= at_kink.sum() < 60
        np.testing.assert_allclose((y * s.decision(X))[at_kink], 1, atol=1e-6)
    elif not intercept:
        assert at_kink.all() and not s.alpha.any()  # E5: at zero, every point is on the kink


def test_a_wrong_alpha_is_seen():
    X, y = noisy(30)
    for name in (*SMOOTH, "hinge"):
        s = kc.fit(X, y, kc.RBF(0.5), kc.LOSSES[name], 0.05)
        values = {field: getattr(s, field) for field in s.__dataclass_fields__}
        wrong = kc.Solution(**{**values, "alpha": s.alpha + 0.1 * (np.arange(30) == 3)})
        assert kc.theory.check_stationarity(wrong).violation > 0.01


def test_random_problems_of_every_scale():
    for p in random_problems(40, 11, 80):
        for name in ("logistic", "squared", "hinge"):
            s = kc.fit(p.X, p.y, p.kernel, kc.LOSSES[name], p.lam, risk=p.risk, tol=1e-8)
            size = max(1, 1 / (p.lam * (len(p.y) if p.risk == "mean" else 1)))
            both = kc.theory.check_stationarity(s)
            theta_gap = p.kernel(p.X, p.X) @ (both.alpha - both.expected)
            assert np.abs(theta_gap).max() < 1e-3 * size  # the same function


def test_one_point():
    s = kc.fit([[2.0]], [1], kc.Linear(), kc.Hinge(), 1.0)
    both = kc.theory.check_stationarity(s)
    assert (both.low[0], both.high[0]) == (0, 1) and both.alpha == pytest.approx([0.25])


def test_the_subgradient_of_the_kinks():
    z = np.array([0.5, 1.0, 1.0 + 1e-9, 2.0])
    low, high = kc.theory.subgradient(kc.Hinge(), z, 1.0)
    assert low.tolist() == [-1, -1, -1, 0] and high.tolist() == [-1, 0, 0, 0]
    low, high = kc.theory.subgradient(kc.Hinge(), -z, -1.0)
    assert low.tolist() == [1, 0, 0, 0] and high.tolist() == [1, 1, 1, 0]
    low, high = kc.theory.subgradient(kc.Perceptron(), [-1.0, 0.0, 1.0], [1.0, 1.0, 1.0])
    assert low.tolist() == [-1, -1, 0] and high.tolist() == [-1, 0, 0]
    low, high = kc.theory.subgradient(kc.Squared(), [3.0], [1.0])
    assert low.tolist() == high.tolist() == [2.0]


def test_what_cannot_be_said_is_refused():
    X, y = np.array([[1.0], [1.0]]), np.array([1.0, -1.0])
    s = kc.fit(X, y, kc.Linear(), kc.Squared(), 1.0)
    with pytest.raises(ValueError, match="take lam > 0"):
        kc.theory.check_stationarity(replace(s, lam=0.0))
    with pytest.raises(ValueError, match="not convex"):
        kc.theory.subgradient(kc.ZeroOne(), [0.0], [1.0])
