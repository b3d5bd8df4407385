"""Figure 1 as printed, its stochastic gradient, and what becomes of it when steps are too long."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_core as kc
from kernel_core.learners import run_kernel_sgd, sgd_steps
from kernel_core.learners.kernel_sgd import LIMIT, mean_risk
from kernel_core.theory import (
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


def printed(K, y, slope, lam, c, indices):
    """000, Figure 1, a line of it at a time; alpha after every step."""
    m = len(y)
    alpha = [0.0] * m
    for t, i in enumerate(indices, start=1):
        z = sum(K[i][j] * alpha[j] for j in range(m))
        alpha_i = alpha[i]
        for j in range(m):
            alpha[j] -= c / t**0.5 * (slope(z, y[i]) * K[i][j] + m * lam * K[i][j] * alpha_i)
        yield list(alpha)


SLOPES = {
    "hinge": lambda z, y: -y if y * z < 1 else 0.0,
    "perceptron": lambda z, y: -y if y * z <= 0 else 0.0,
    "squared": lambda z, y: z - y,
    "logistic": lambda z, y: -y / (1 + np.exp(y * z)),
    "exponential": lambda z, y: -y * np.exp(-y * z),
    "squared-hinge": lambda z, y: -2 * y * (1 - y * z) if y * z < 1 else 0.0,
    "huber": lambda z, y: min(max(z - y, -1.0), 1.0),
    "epsilon-insensitive": lambda z, y: (z - y > 0.25) - 1.0 * (z - y < -0.25),
    "absolute": lambda z, y: 1.0 * (z > y) - 1.0 * (z < y),
    "pinball": lambda z, y: 0.5 * (z > y) - 0.5 * (z < y),
}


@pytest.mark.parametrize("loss", CONVEX, ids=NAMES)
@pytest.mark.parametrize("lam", [0.0, 0.003, 0.05])
def test_it_is_figure_1(loss, lam):
    _, y, K = problem(9, 3)
    run = run_kernel_sgd(K, y, loss, lam, 0.3, steps=60, seed=4)
    for t, alpha in enumerate(printed(K, y, SLOPES[loss.name], lam, 0.3, run.index), start=1):
        np.testing.assert_allclose(run.alpha_at(t), alpha, rtol=1e-9, atol=1e-12)
    assert run.stop_reason is None and len(run.index) == 60
    np.testing.assert_allclose(run.eta, 0.3 / np.sqrt(np.arange(1, 61)))


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
    each = [stochastic_gradient(K, y, alpha, loss, lam, i) for i in range(m)]
    np.testing.assert_allclose(spread.gradients, each, rtol=1e-9, atol=1e-9)
    assert spread.variance >= 0 and (m > 1 or spread.variance <= 1e-20 * (1 + lam) ** 2 * m)


@pytest.mark.parametrize("loss", [loss for loss in CONVEX if loss.smooth])
def test_the_full_gradient_is_the_slope_of_the_risk(loss):
    _, y, K = problem(12, 2)
    rng = np.random.default_rng(0)
    alpha, way, h = rng.normal(size=12), rng.normal(size=12), 1e-6
    up, down = (mean_risk(K, y, alpha + s * h * way, loss, 0.1) for s in (1, -1))
    slope = full_gradient(K, y, alpha, loss, 0.1) @ way
    assert (up - down) / (2 * h) == pytest.approx(slope, rel=1e-6)


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


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("absolute", "pinball")])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_average_comes_to_the_certified_optimum(name, seed):
    """Of every loss on the page; absolute and pinball jump at the label itself, and scatter."""
    (X, y, K), loss = problem(30, seed, 0.6), kc.LOSSES[name]
    best = kc.fit(X, y, kc.RBF(0.6), loss, 0.02, tol=1e-9)
    run = run_kernel_sgd(K, y, loss, 0.02, 0.15, steps=20_000, seed=seed)
    excess = run.mean_risk - best.primal
    assert run.stop_reason is None
    assert (excess >= -1e-9).all() and (run.risk - best.primal >= -1e-9).all()  # a floor
    assert excess[-1] <= max(0.05 * excess[0], 0.001)
    assert excess[-1] < 0.6 * excess[np.searchsorted(run.at, 2000)]  # and goes on falling
    assert mean_risk(K, y, run.mean_alpha, loss, 0.02) == run.mean_risk[-1]


def test_with_a_kernel_of_ones_the_average_is_sure():
    """m copies of one point: L(z) + lam/2 z², one number z, whose minimiser is 1 / (1 + lam)."""
    K, y = np.ones((5, 5)), np.ones(5)
    run = run_kernel_sgd(K, y, kc.Squared(), 0.1, 0.1, steps=20_000, seed=0)
    assert run.mean_alpha.sum() == pytest.approx(1 / 1.1, rel=0.01)


@pytest.mark.parametrize("loss", CONVEX, ids=NAMES)
@pytest.mark.parametrize("tau", [0.05, 0.4, 5.0])
@pytest.mark.parametrize("lam", [1e-5, 0.1, 1.0, 1e6, 1e300])
@pytest.mark.filterwarnings("error")
def test_a_run_gone_astray_ends_with_a_reason_and_numbers(loss, tau, lam):
    _, y, K = problem(200, 0, tau)
    run = run_kernel_sgd(K, y, loss, lam, 1.0, steps=400, seed=1)
    for array in (run.alpha, run.risk, run.mean_risk, run.mean_alpha, run.z, run.slope, run.decay):
        assert np.isfinite(array).all()
    assert run.at[0] == 0 and run.at[-1] == len(run.index)
    assert (run.stop_reason is None) == (len(run.index) == 400)
    assert np.abs(run.alpha).max() <= LIMIT
    if lam >= 1e6 or (lam == 1 and tau > 0.1):
        assert run.stop_reason is not None
    if run.stop_reason:
        assert "Take a smaller" in run.stop_reason and "nan" not in run.stop_reason


def test_the_reason_is_the_right_one():
    _, y, K = problem(200, 0, 3.0)
    hinge = run_kernel_sgd(K, y, kc.Hinge(), 1.0)
    assert "mλη" in hinge.stop_reason and "smaller λ" in hinge.stop_reason
    squared = run_kernel_sgd(K, y, kc.Squared(), 1e-5)
    assert "squared loss is too steep" in squared.stop_reason and "smaller c" in squared.stop_reason
    assert run_kernel_sgd(K, y, kc.Hinge(), 1e-5).stop_reason is None


def test_a_step_stretches_its_own_column_by_one_minus_eta_times_the_bracket():
    """For the squared loss g_i is affine in alpha, so its linear part is exact."""
    _, y, K = problem(15, 0)
    K[3, 3] = 2.5
    for i in range(15):
        at, zero = (
            stochastic_gradient(K, y, alpha, kc.Squared(), 0.07, i) for alpha in (K[i], 0 * y)
        )
        bracket = K[i] @ K[i] + 15 * 0.07 * K[i, i]
        np.testing.assert_allclose(at - zero, bracket * K[i], rtol=1e-9, atol=1e-12)
    brackets = np.square(K).sum(axis=1) + 15 * 0.07 * K.diagonal()
    assert step_stability(K, y, kc.Squared(), 0.07).total == pytest.approx(brackets.max())
    assert step_stability(K, y, kc.Hinge(), 0.07).total == pytest.approx(15 * 0.07 * 2.5)


@pytest.mark.parametrize(("m_lam_eta", "grows"), [(1.9, False), (2.1, True)])
def test_one_example_shows_the_rule_m_lam_eta_above_2(m_lam_eta, grows):
    """K = 1, far on the right side, where the hinge is silent: alpha ← (1 - mλη) alpha."""
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
    kappa = 0.25  # of the logistic loss
    rows = kappa * np.square(K).sum(axis=1) + 200 * 0.3
    assert step_stability(K, y, kc.Logistic(), 0.3).total == pytest.approx(rows.max())


@pytest.mark.parametrize("size", [1e160, 1e200, 1e300])
def test_kernel_values_whose_squares_are_no_floats_have_their_brackets_all_the_same(size):
    _, y, K = problem(6, 0)
    hinge, squared = (step_stability(size * K, y, kc.LOSSES[n], 0.5) for n in ("hinge", "squared"))
    assert hinge.total == hinge.penalty == pytest.approx(3 * size)
    assert hinge.stable_from(1e-200) >= 1
    assert hinge.stable_from(1.0) == squared.stable_from(1.0) == np.inf


def test_it_replays_in_equal_bytes():
    _, y, K = problem(60, 0)
    one, other = (run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=7) for _ in range(2))
    for name in ("index", "eta", "z", "slope", "decay", "alpha", "risk", "mean_risk"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    rare = run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=7, every=137)
    assert rare.at.tolist() == [0, 137, 274, 411, 500]
    for step in islice(sgd_steps(K, y, kc.Logistic(), 0.01, 1.0, 7), 500):
        assert rare.alpha_at(step.t).tobytes() == step.alpha.tobytes()
        assert one.alpha_at(step.t).tobytes() == step.alpha.tobytes()
    assert not rare.alpha_at(0).any()
    longer = run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=700, seed=7)
    assert longer.alpha_at(500).tobytes() == one.alpha_at(500).tobytes()
    assert (
        run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=8).index.tobytes()
        != one.index.tobytes()
    )


def test_the_summed_risk_is_the_same_run_with_lam_over_m():
    """000 §6: Σ L + lam/2 alphaᵀK alpha is m times J with lam/m."""
    _, y, K = problem(30, 0)
    alpha = np.random.default_rng(0).normal(size=30)
    summed = kc.Hinge().value(K @ alpha, y).sum() + 0.5 / 2 * alpha @ K @ alpha
    assert 30 * mean_risk(K, y, alpha, kc.Hinge(), 0.5 / 30) == pytest.approx(summed)


def test_one_point_and_one_step():
    run = run_kernel_sgd([[1.0]], [1.0], kc.Hinge(), 0.1, steps=1)
    assert run.alpha_at(1).tolist() == [1.0] and run.at.tolist() == [0, 1]
    assert run.risk.tolist() == [1.0, 0.05] and run.index.tolist() == [0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"y": [1, 0]}, "labels -1 and"),
        ({"loss": kc.ZeroOne()}, "zero-one loss has no derivative"),
        ({"lam": -1}, "lam"),
        ({"lam": np.nan}, "lam"),
        ({"c": 0}, "c must be"),
        ({"c": "1e"}, "c must be"),
        ({"steps": 0}, "steps"),
        ({"every": 0}, "every"),
        ({"seed": 0.5}, "seed"),
        ({"K": [[1.0]]}, "one row and one column"),
    ],
)
def test_bad_input_is_told_in_a_sentence(change, said):
    options = {"K": np.eye(2), "y": [1, -1], "loss": kc.Hinge(), "lam": 0.1, **change}
    with pytest.raises(ValueError, match=said):
        run_kernel_sgd(**options)


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
