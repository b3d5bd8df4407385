"""GD, SGD and Newton on one objective, and the saddles."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import kernel_core as kc
from pages.stochastic_gradient.mathematics.gradient_methods import (
    gradient_descent,
    newton_descent,
    stochastic_descent,
)
from pages.stochastic_gradient.mathematics.objectives import LinearRisk, SaddleFunction
from tests.core.solvers.solving import ANSWERS, count_singular


def hill(lam=0.1, loss=None, m=60, seed=0):
    X, y = kc.datasets.mixture().sample(m, seed)
    return LinearRisk(X, y, loss or kc.Logistic(), lam)


@pytest.mark.parametrize("loss", [kc.Logistic(), kc.Squared(), kc.Exponential()])
def test_the_derivatives_are_those_of_the_value(loss):
    risk, h = hill(loss=loss), 1e-5
    w = np.array([0.3, -0.4])
    for e in np.eye(2):
        slope = (risk.value(w + h * e) - risk.value(w - h * e)) / (2 * h)
        assert risk.gradient(w) @ e == pytest.approx(slope, rel=1e-6)
        bend = (risk.gradient(w + h * e) - risk.gradient(w - h * e)) / (2 * h)
        np.testing.assert_allclose(risk.hessian(w) @ e, bend, rtol=1e-6)
    gradients = [risk.component_gradient(w, n) for n in range(risk.n_terms)]
    np.testing.assert_allclose(np.mean(gradients, axis=0), risk.gradient(w), rtol=1e-12)
    np.testing.assert_allclose(risk.values([w, 2 * w]), [risk.value(w), risk.value(2 * w)])


def test_the_optimum_is_certified_and_scikit_learns():
    risk = hill()
    w, proof = risk.optimum()
    assert proof.gap <= 1e-10 and risk.value(w) == pytest.approx(proof.primal, rel=1e-12)
    reference = LogisticRegression(C=1 / (0.1 * risk.n_terms), fit_intercept=False, tol=1e-10)
    np.testing.assert_allclose(w, reference.fit(risk.X, risk.y).coef_[0], atol=1e-6)
    assert np.abs(risk.gradient(w)).max() <= 1e-9


@pytest.mark.thorough("0.01", "1.0")
@pytest.mark.parametrize("lam", [0.01, 0.1, 1.0])
def test_all_three_come_to_the_optimum_and_none_below(lam):
    risk, start = hill(lam), [2.0, -2.0]
    best, proof = risk.optimum()
    gd = gradient_descent(risk, start, 1 / risk.largest_curvature(), 2000)
    newton = newton_descent(risk, [0.0, 0.0], 12)
    sgd = stochastic_descent(risk, start, 0.5, 20_000, seed=1)
    for path, near in ((gd, 1e-10), (newton, 1e-12), (sgd, 5e-3)):
        assert path.stop_reason is None
        assert (path.risk >= proof.dual - 1e-12).all()
        assert path.risk[-1] <= proof.primal + near
    np.testing.assert_allclose(newton.w[-1], best, atol=1e-9)
    assert (np.diff(gd.risk) <= 1e-15).all()  # η <= 1/L: the risk never increases


def test_the_work_is_counted():
    risk = hill()
    gd = gradient_descent(risk, [1.0, 1.0], 0.5, 5)
    newton = newton_descent(risk, [0.0, 0.0], 3)
    sgd = stochastic_descent(risk, [1.0, 1.0], 0.5, 4)
    assert (
        gd.gradient_evaluations.tolist() == [0, 60, 120, 180, 240, 300]
        and not gd.hessian_evaluations.any()
    )
    assert (
        newton.gradient_evaluations.tolist()
        == newton.hessian_evaluations.tolist()
        == [0, 60, 120, 180]
    )
    assert (
        sgd.gradient_evaluations.tolist() == [0, 1, 2, 3, 4] and not sgd.hessian_evaluations.any()
    )


def test_one_step_of_each_by_hand():
    risk, w = hill(), np.array([0.7, -0.2])
    g = risk.gradient(w)
    np.testing.assert_allclose(gradient_descent(risk, w, 0.3, 1).w[1], w - 0.3 * g)
    np.testing.assert_allclose(
        newton_descent(risk, w, 1).w[1], w - np.linalg.inv(risk.hessian(w)) @ g
    )
    n = next(kc.learners.index_sampling.draw_indices(60, 9))
    for constant, second in ((False, 0.3 / 2**0.5), (True, 0.3)):
        sgd = stochastic_descent(risk, w, 0.3, 2, 9, constant=constant)
        np.testing.assert_allclose(sgd.w[1], w - 0.3 * risk.component_gradient(w, n))
        step = np.linalg.norm(sgd.w[2] - sgd.w[1])
        options = [np.linalg.norm(risk.component_gradient(sgd.w[1], k)) for k in range(60)]
        assert np.isclose(step, second * np.array(options)).any()


def test_newton_needs_one_step_on_a_parabola():
    risk = hill(loss=kc.Squared())
    best, _ = risk.optimum()
    np.testing.assert_allclose(newton_descent(risk, [5.0, 5.0], 1).w[-1], best, atol=1e-10)


def test_steps_to_a_risk_counts_until_the_risk_stays_below():
    risk = hill()
    sgd = stochastic_descent(risk, [2.0, -2.0], 1.0, 3000, seed=0)
    level = risk.optimum()[1].primal + 0.02
    t = sgd.steps_to(level)
    assert 0 < t < 3000 and (sgd.risk[t:] <= level).all() and sgd.risk[t - 1] > level
    assert np.flatnonzero(sgd.risk <= level)[0] < t  # the risk was below the level before
    assert sgd.steps_to(0.0) is None and sgd.steps_to(1e9) == 0


@pytest.mark.filterwarnings("error")
def test_gd_is_stable_up_to_two_over_the_curvature():
    risk = hill(loss=kc.Squared())
    L = risk.largest_curvature()
    assert gradient_descent(risk, [1.0, 1.0], 1.98 / L, 2000).stop_reason is None
    unstable = gradient_descent(risk, [1.0, 1.0], 2.05 / L, 2000)
    assert "smaller η" in unstable.stop_reason and len(unstable.w) < 2001
    assert np.isfinite(unstable.w).all() and np.isfinite(unstable.risk).all()


@pytest.mark.filterwarnings("error")
def test_newton_overshoots_where_the_risk_is_flat():
    X, y = kc.datasets.blobs().sample(40, 0)
    risk = LinearRisk(X, y, kc.Logistic(), 1e-9)
    path = newton_descent(risk, [-30.0, -30.0], 30)
    assert "nearly linear" in path.stop_reason and np.isfinite(path.risk).all()


@pytest.mark.filterwarnings("error")
def test_sgd_stops_with_a_reason():
    risk = hill(lam=300.0)
    path = stochastic_descent(risk, [1.0, 1.0], 1.0, 400)
    assert "smaller c" in path.stop_reason and np.isfinite(path.w).all()


def test_a_strict_saddle_is_left_and_a_degenerate_one_is_not():
    good, degenerate = SaddleFunction("strict"), SaddleFunction("degenerate")
    escape = gradient_descent(good, [1.0, 1e-9], 0.1, 300)
    assert np.abs(escape.w[20, 1]) < 1e-6 and escape.stop_reason  # it stays, then leaves
    ridge_walk = gradient_descent(good, [1.0, 0.0], 0.1, 300)
    assert ridge_walk.stop_reason is None and np.abs(ridge_walk.w[-1]).max() < 1e-20
    for v in (0.1, 0.5, 1.0):  # each starts in the half plane v > 0
        path = gradient_descent(degenerate, [1.0, v], 0.1, 3000)
        assert path.stop_reason is None and 0 < path.w[-1, 1] < 0.002
    assert gradient_descent(degenerate, [1.0, -0.1], 0.1, 3000).stop_reason
    newton = newton_descent(good, [1.0, 1.0], 2)  # Newton goes to the saddle
    assert np.abs(newton.w[-1]).max() == 0
    assert "no inverse" in newton_descent(degenerate, [1.0, 0.0], 2).stop_reason


@pytest.mark.parametrize("kind", ["strict", "degenerate"])
def test_the_derivatives_of_the_saddles(kind):
    saddle, w, h = SaddleFunction(kind), np.array([0.4, -0.7]), 1e-6
    for e in np.eye(2):
        slope = (saddle.value(w + h * e) - saddle.value(w - h * e)) / (2 * h)
        assert saddle.gradient(w) @ e == pytest.approx(slope, abs=1e-8)
        bend = (saddle.gradient(w + h * e) - saddle.gradient(w - h * e)) / (2 * h)
        np.testing.assert_allclose(saddle.hessian(w) @ e, bend, atol=1e-8)
    assert not saddle.gradient(np.zeros(2)).any()


def test_bad_input_is_refused_with_a_message():
    with pytest.raises(ValueError, match="lam > 0"):
        hill(lam=0)
    with pytest.raises(ValueError, match="kink"):
        hill(loss=kc.Hinge())
    with pytest.raises(ValueError, match="strict"):
        SaddleFunction("ugly")
    for start in ([], [np.nan, 0], "ab", [1e9, 0], 3.0):
        with pytest.raises(ValueError, match="start"):
            newton_descent(hill(), start, 1)
    with pytest.raises(ValueError, match="eta"):
        gradient_descent(hill(), [0, 0], -1, 1)
    with pytest.raises(ValueError, match="steps"):
        newton_descent(hill(), [0, 0], 0)


@pytest.mark.parametrize("answer", ANSWERS)
def test_newton_stops_where_the_hessian_has_no_inverse(monkeypatch, answer):
    """At w₁ = 0 the curvature of w₁³ + w₂² along the first axis is 0."""
    count_singular(monkeypatch, answer)

    class Cubic:
        n_terms = 1

        def value(self, w):
            return w[0] ** 3 + w[1] ** 2

        def gradient(self, w):
            return np.array([3 * w[0] ** 2, 2 * w[1]])

        def hessian(self, w):
            return np.diag([6 * w[0], 2.0])

    run = newton_descent(Cubic(), [0.0, 1.0], steps=3)
    assert "no inverse" in run.stop_reason and len(run.risk) == 1
