"""Kernel SGD: Figure 1 of note 000, its stochastic gradient, and steps that are too long."""

from itertools import islice

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.learners import run_kernel_sgd, sgd_steps
from kernel_core.learners.kernel_sgd import MAX_ALPHA, mean_risk

CONVEX = [loss for name, loss in kc.LOSSES.items() if name != "zero-one"]
NAMES = [loss.name for loss in CONVEX]


def problem(m=40, seed=0, tau=0.5):
    X, y = kc.datasets.mixture().sample(m, seed)
    return X, y, kc.RBF(tau)(X, X)


def printed(K, y, slope, lam, c, indices):
    """Run Figure 1 of note 000 line by line; return alpha after every step."""
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


@pytest.mark.thorough(*({*NAMES} - {"hinge", "logistic"}))
@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("absolute", "pinball")])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_average_comes_to_the_certified_optimum(name, seed):
    """Check every loss on the page except absolute and pinball: they have a kink at the label, so
    the risk keeps fluctuating."""
    (X, y, K), loss = problem(30, seed, 0.6), kc.LOSSES[name]
    best = kc.fit(X, y, kc.RBF(0.6), loss, 0.02, tol=1e-9)
    run = run_kernel_sgd(K, y, loss, 0.02, 0.15, steps=20_000, seed=seed)
    excess = run.mean_risk - best.primal
    assert run.stop_reason is None
    # The optimum is a lower bound.
    assert (excess >= -1e-9).all() and (run.risk - best.primal >= -1e-9).all()
    assert excess[-1] <= max(0.05 * excess[0], 0.001)
    assert excess[-1] < 0.6 * excess[np.searchsorted(run.at, 2000)]  # the excess keeps decreasing
    assert mean_risk(K, y, run.mean_alpha, loss, 0.02) == run.mean_risk[-1]


def test_with_a_constant_kernel_the_average_is_exact():
    """With m copies of one point the risk is L(z) + lam/2 z², minimised by z = 1 / (1 + lam)."""
    K, y = np.ones((5, 5)), np.ones(5)
    run = run_kernel_sgd(K, y, kc.Squared(), 0.1, 0.1, steps=20_000, seed=0)
    assert run.mean_alpha.sum() == pytest.approx(1 / 1.1, rel=0.01)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("loss", CONVEX, ids=NAMES)
@pytest.mark.parametrize("tau", [0.05, 0.4, 5.0])
@pytest.mark.parametrize("lam", [1e-5, 0.1, 1.0, 1e6, 1e300])
@pytest.mark.filterwarnings("error")
def test_a_diverging_run_ends_with_a_reason_and_finite_numbers(loss, tau, lam):
    _, y, K = problem(200, 0, tau)
    run = run_kernel_sgd(K, y, loss, lam, 1.0, steps=400, seed=1)
    for array in (run.alpha, run.risk, run.mean_risk, run.mean_alpha, run.z, run.slope, run.decay):
        assert np.isfinite(array).all()
    assert run.at[0] == 0 and run.at[-1] == len(run.index)
    assert (run.stop_reason is None) == (len(run.index) == 400)
    assert np.abs(run.alpha).max() <= MAX_ALPHA
    if lam >= 1e6 or (lam == 1 and tau > 0.1):
        assert run.stop_reason is not None
    if run.stop_reason:
        assert "Use a smaller" in run.stop_reason and "nan" not in run.stop_reason


def test_the_stop_reason_is_correct():
    _, y, K = problem(200, 0, 3.0)
    hinge = run_kernel_sgd(K, y, kc.Hinge(), 1.0)
    assert "mλη" in hinge.stop_reason and "smaller λ" in hinge.stop_reason
    squared = run_kernel_sgd(K, y, kc.Squared(), 1e-5)
    assert "squared loss curves too strongly" in squared.stop_reason
    assert "smaller c" in squared.stop_reason
    assert run_kernel_sgd(K, y, kc.Hinge(), 1e-5).stop_reason is None


def test_runs_are_reproducible():
    _, y, K = problem(60, 0)
    first, second = (run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=7) for _ in range(2))
    for name in ("index", "eta", "z", "slope", "decay", "alpha", "risk", "mean_risk"):
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes()
    rare = run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=7, every=137)
    assert rare.at.tolist() == [0, 137, 274, 411, 500]
    for step in islice(sgd_steps(K, y, kc.Logistic(), 0.01, 1.0, 7), 500):
        assert rare.alpha_at(step.t).tobytes() == step.alpha.tobytes()
        assert first.alpha_at(step.t).tobytes() == step.alpha.tobytes()
    assert not rare.alpha_at(0).any()
    longer_run = run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=700, seed=7)
    assert longer_run.alpha_at(500).tobytes() == first.alpha_at(500).tobytes()
    assert (
        run_kernel_sgd(K, y, kc.Logistic(), 0.01, steps=500, seed=8).index.tobytes()
        != first.index.tobytes()
    )


def test_the_summed_risk_is_the_same_run_with_lam_over_m():
    """Note 000, section 6: Σ L + lam/2 alphaᵀK alpha is m times the mean risk with lam/m."""
    _, y, K = problem(30, 0)
    alpha = np.random.default_rng(0).normal(size=30)
    summed = kc.Hinge().value(K @ alpha, y).sum() + 0.5 / 2 * alpha @ K @ alpha
    assert 30 * mean_risk(K, y, alpha, kc.Hinge(), 0.5 / 30) == pytest.approx(summed)


def test_one_point_and_one_step():
    run = run_kernel_sgd([[1.0]], [1.0], kc.Hinge(), 0.1, steps=1)
    assert run.alpha_at(1).tolist() == [1.0] and run.at.tolist() == [0, 1]
    assert run.risk.tolist() == [1.0, 0.05] and run.index.tolist() == [0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1, 0]}, "labels -1 and"),
        ({"loss": kc.ZeroOne()}, "zero-one loss has no derivative"),
        ({"loss": kc.WeightedLoss(kc.Hinge(), [1.0, 2.0])}, "hinge loss must not be weighted"),
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
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"K": np.eye(2), "y": [1, -1], "loss": kc.Hinge(), "lam": 0.1, **change}
    with pytest.raises(ValueError, match=message):
        run_kernel_sgd(**options)
