"""The stochastic gradient and its variance, and steps that are too long."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from kernel_core.learners import run_kernel_sgd, sgd_steps
from kernel_core.learners.kernel_sgd import mean_risk
from pages.stochastic_gradient.mathematics.gradient_variance import (
    full_gradient,
    gradient_spread,
    step_stability,
    stochastic_gradient,
    variance_against_m,
)

CONVEX = [loss for name, loss in kc.LOSSES.items() if name != "zero-one"]
NAMES = [loss.name for loss in CONVEX]


def problem(m=40, seed=0, tau=0.5):
    X, y = kc.datasets.mixture().sample(m, seed)
    return X, y, kc.RBF(tau)(X, X)


@pytest.mark.parametrize("loss", CONVEX, ids=NAMES)
def test_each_step_is_a_stochastic_gradient(loss):
    _, y, K = problem(20, 1)
    before = np.zeros(20)
    for step in islice(sgd_steps(K, y, loss, 0.01, 0.2, seed=1), 200):
        g = stochastic_gradient(K, y, before, loss, 0.01, step.i)
        np.testing.assert_allclose(step.alpha, before - step.eta * g, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(step.alpha - before, step.factor * K[step.i], atol=1e-14)
        assert step.z == pytest.approx(K[step.i] @ before, abs=1e-12)
        assert step.slope == loss.derivative(step.z, y[step.i])
        assert step.decay == pytest.approx(20 * 0.01 * before[step.i])
        before = step.alpha


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(CONVEX),
    st.integers(0, 10**6),
    st.integers(1, 30),
    st.floats(0.02, 20),
    st.floats(0, 10),
)
def test_the_average_over_i_is_the_full_gradient(loss, seed, m, tau, lam):
    _, y, K = problem(m, seed, tau)
    alpha = np.random.default_rng(seed).normal(size=m)
    spread = gradient_spread(K, y, alpha, loss, lam)
    assert spread.max_difference <= 1e-13
    gradients = [stochastic_gradient(K, y, alpha, loss, lam, i) for i in range(m)]
    np.testing.assert_allclose(spread.gradients, gradients, rtol=1e-9, atol=1e-9)
    assert spread.variance >= 0 and (m > 1 or spread.variance <= 1e-20 * (1 + lam) ** 2 * m)


@pytest.mark.parametrize("loss", [loss for loss in CONVEX if loss.smooth])
def test_the_full_gradient_is_the_slope_of_the_risk(loss):
    _, y, K = problem(12, 2)
    rng = np.random.default_rng(0)
    alpha, way, h = rng.normal(size=12), rng.normal(size=12), 1e-6
    risk_above, risk_below = (mean_risk(K, y, alpha + s * h * way, loss, 0.1) for s in (1, -1))
    slope = full_gradient(K, y, alpha, loss, 0.1) @ way
    assert (risk_above - risk_below) / (2 * h) == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize("loss", [loss for loss in CONVEX if loss.smooth])
def test_at_the_optimum_even_the_scatter_is_gone(loss):
    X, y, K = problem(40, 0)
    s = kc.fit(X, y, kc.RBF(0.5), loss, 0.01, tol=1e-12)
    spread = gradient_spread(K, y, s.alpha, loss, 0.01)
    start = gradient_spread(K, y, np.zeros(40), loss, 0.01)
    assert spread.variance <= 1e-12 * start.variance


def test_at_the_optimum_of_a_kinked_loss_the_scatter_stays():
    X, y, K = problem(40, 0)
    s = kc.fit(X, y, kc.RBF(0.5), kc.Hinge(), 0.01, tol=1e-9)
    assert gradient_spread(K, y, s.alpha, kc.Hinge(), 0.01).variance > 0.01


def test_the_scatter_grows_as_m():
    X, y, _ = problem(400, 0)
    sizes = [50, 100, 200, 400]
    for vote in (0.0, 1.0):
        variance, norm2 = variance_against_m(
            X, y, kc.RBF(0.5), kc.Logistic(), 0.01, sizes, vote=vote
        )
        slope = np.polyfit(np.log(sizes), np.log(variance), 1)[0]
        assert 0.85 < slope < 1.15
        assert (variance > norm2).all()
    K = kc.RBF(0.5)(X[:50], X[:50])
    zero = gradient_spread(K, y[:50], np.zeros(50), kc.Logistic(), 0.01)
    variance, _ = variance_against_m(X, y, kc.RBF(0.5), kc.Logistic(), 0.01, [50])
    assert variance[0] == pytest.approx(zero.variance)


def test_a_step_stretches_its_own_column_by_one_minus_eta_times_the_bracket():
    """For the squared loss g_i is affine in alpha, so its linear part is exact."""
    _, y, K = problem(15, 0)
    K[3, 3] = 2.5
    for i in range(15):
        column, zero = (
            stochastic_gradient(K, y, alpha, kc.Squared(), 0.07, i) for alpha in (K[i], 0 * y)
        )
        bracket = K[i] @ K[i] + 15 * 0.07 * K[i, i]
        np.testing.assert_allclose(column - zero, bracket * K[i], rtol=1e-9, atol=1e-12)
    brackets = np.square(K).sum(axis=1) + 15 * 0.07 * K.diagonal()
    assert step_stability(K, y, kc.Squared(), 0.07).total == pytest.approx(brackets.max())
    assert step_stability(K, y, kc.Hinge(), 0.07).total == pytest.approx(15 * 0.07 * 2.5)


@pytest.mark.parametrize(("m_lam_eta", "grows"), [(1.9, False), (2.1, True)])
def test_one_example_shows_the_rule_m_lam_eta_above_2(m_lam_eta, grows):
    """K = 1, and alpha is so large that the hinge loss is 0: each step maps alpha to (1 − mλη)
    alpha."""
    alpha = 1e6
    after = alpha - 0.01 * stochastic_gradient(
        [[1.0]], [1.0], [alpha], kc.Hinge(), m_lam_eta / 0.01, 0
    )
    assert after[0] == pytest.approx((1 - m_lam_eta) * alpha)
    assert (abs(after[0]) > alpha) == grows


def test_stable_from_is_the_step_from_which_no_step_is_too_long():
    _, y, K = problem(200, 0, 0.4)
    for loss, lam in [(kc.Hinge(), 0.1), (kc.Squared(), 0.001), (kc.Logistic(), 0.3)]:
        steep = step_stability(K, y, loss, lam)
        t = steep.stable_from(2.0)
        assert t > 1 and 2.0 / t**0.5 * steep.total <= 2 < 2.0 / (t - 1) ** 0.5 * steep.total
        assert steep.penalty == pytest.approx(200 * lam)
    kappa = 0.25  # largest curvature of the logistic loss
    rows = kappa * np.square(K).sum(axis=1) + 200 * 0.3
    assert step_stability(K, y, kc.Logistic(), 0.3).total == pytest.approx(rows.max())


@pytest.mark.parametrize("size", [1e160, 1e200, 1e300])
def test_kernel_values_whose_squares_are_no_floats_have_their_brackets_all_the_same(size):
    _, y, K = problem(6, 0)
    hinge, squared = (step_stability(size * K, y, kc.LOSSES[n], 0.5) for n in ("hinge", "squared"))
    assert hinge.total == hinge.penalty == pytest.approx(3 * size)
    assert hinge.stable_from(1e-200) >= 1
    assert hinge.stable_from(1.0) == squared.stable_from(1.0) == np.inf


def test_other_bad_input():
    _, y, K = problem(5)
    with pytest.raises(ValueError, match="one of the 5 examples"):
        stochastic_gradient(K, y, np.zeros(5), kc.Hinge(), 0.1, 5)
    with pytest.raises(ValueError, match="finite numbers, one for each example"):
        full_gradient(K, y, np.zeros(4), kc.Hinge(), 0.1)
    with pytest.raises(ValueError, match="too few"):
        variance_against_m(np.eye(2), [1, -1], kc.Linear(), kc.Hinge(), 0.1, [3])
    with pytest.raises(ValueError, match="no step"):
        run_kernel_sgd(K, y, kc.Hinge(), 0.1, steps=3).alpha_at(4)
