"""The risk along a ray: why the perceptron loss with any lam > 0 ends at alpha = 0."""

import numpy as np
import pytest

import kernel_core as kc
from pages.losses.mathematics.risk_along import risk_along
from tests.core.problems import noisy

T = np.linspace(0, 2, 81)


def solve_hinge(lam=1e-4):
    """Return a hinge solution that separates its own points, and its decision values."""
    X, y = noisy(40)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), lam, risk="sum")
    f = s.decision(X)
    assert (y * f > 0).all()
    return s, f


@pytest.mark.parametrize("name", ["hinge", "logistic", "squared", "exponential", "perceptron"])
def test_it_is_the_objective_of_every_multiple_of_alpha(name):
    s, f = solve_hinge()
    loss, lam, K = kc.LOSSES[name], 0.03, s.kernel(s.X, s.X)
    risk = risk_along(T, f, s.y, s.norm2, loss, lam)
    for k in (0, 17, 40, 80):
        proof = kc.certificate(K, s.y, T[k] * s.alpha, 0.0, loss, lam, "sum", with_intercept=False)
        assert risk[k] == pytest.approx(proof.primal, rel=1e-9)


@pytest.mark.parametrize("lam", [1e-9, 1e-3, 1.0, 1e3])
def test_the_perceptron_falls_all_the_way_to_zero(lam):
    s, f = solve_hinge()
    risk = risk_along(T, f, s.y, s.norm2, kc.Perceptron(), lam)
    assert risk[0] == 0 and risk.argmin() == 0
    assert (np.diff(risk) > 0).all(), "every step away from 0 costs, however small lam is"
    np.testing.assert_allclose(risk, lam / 2 * T**2 * s.norm2)


def test_at_lam_zero_every_multiple_is_a_minimum():
    s, f = solve_hinge()
    assert (risk_along(T, f, s.y, s.norm2, kc.Perceptron(), 0.0) == 0).all()


def test_the_hinge_asks_for_margin_one_and_stays_away_from_zero():
    s, f = solve_hinge()
    least = T[risk_along(T, f, s.y, s.norm2, kc.Hinge(), s.lam).argmin()]
    assert least == 1.0, "alpha itself is the solution"
    free = risk_along(T, f, s.y, s.norm2, kc.Hinge(), 0.0)
    assert free[0] == len(f) and free[-1] < 1e-9
    far = [T[risk_along(T, f, s.y, s.norm2, kc.Hinge(), lam).argmin()] for lam in (0.01, 0.1, 1.0)]
    assert 1 >= far[0] >= far[1] >= far[2] > 0


def test_a_point_on_the_wrong_side_lets_the_perceptron_fall_to_zero_all_the_more():
    f, y = np.array([2.0, -1.0, 0.5]), np.array([1.0, 1.0, -1.0])
    risk = risk_along(T, f, y, 3.0, kc.Perceptron(), 0.1)
    np.testing.assert_allclose(risk, 1.5 * T + 0.15 * T**2)
