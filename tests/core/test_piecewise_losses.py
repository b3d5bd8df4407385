"""Fits with piecewise linear or quadratic losses, compared with other implementations."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import QuantileRegressor
from sklearn.svm import SVR, LinearSVC

import kernel_core as kc
from kernel_core.base_loss import Piece
from kernel_core.losses import ResidualLoss
from tests.core.problems import noisy, random_problems

LOSSES = [kc.SquaredHinge(), kc.Huber(0.5), kc.EpsilonInsensitive(0.1), kc.EpsilonInsensitive(0.0),
          kc.Absolute(), kc.Pinball(0.8)]  # fmt: skip
every_loss = pytest.mark.parametrize("loss", LOSSES, ids=repr)
with_and_without_intercept = pytest.mark.parametrize("intercept", [False, True])


def curve(m=60, seed=0):
    """Return points along a sine curve with noise, a few of them far off: X (m, 1), y (m,)."""
    rng = np.random.default_rng(seed)
    X = np.sort(rng.uniform(-2, 2, (m, 1)), axis=0)
    y = np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=m)
    y[:: m // 5] += 3
    return X, y


@pytest.mark.thorough(keep_every=4)
@every_loss
@with_and_without_intercept
def test_random_problems_are_solved_to_a_gap_of_1e_6(loss, intercept):
    """Use labels ±1, real labels and both risks; `fit` raises if the gap is larger."""
    rng = np.random.default_rng(LOSSES.index(loss))
    problems = random_problems(60, 50 + LOSSES.index(loss), largest=150)
    for k, (X, y, kernel, lam, risk) in enumerate(problems):
        if k % 3 and not loss.margin_based:
            y = y * rng.exponential(size=len(y))
        s = kc.fit(X, y, kernel, loss, lam, risk=risk, intercept=intercept)
        proof = kc.certificate(
            kernel(X, X), y, s.alpha, s.intercept, loss, lam, risk, with_intercept=intercept
        )
        assert 0 <= proof.gap == s.gap <= 1e-6


@every_loss
@with_and_without_intercept
def test_no_nearby_solution_has_a_smaller_risk(loss, intercept):
    X, y = noisy(40) if loss.margin_based else curve(40)
    kernel, lam, rng = kc.RBF(0.5), 0.1, np.random.default_rng(1)
    K = kernel(X, X)
    s = kc.fit(X, y, kernel, loss, lam, risk="sum", intercept=intercept, tol=1e-9)

    def risk(alpha, b):
        return loss.value(K @ alpha + b, y).sum() + lam / 2 * alpha @ K @ alpha

    assert risk(s.alpha, s.intercept) == pytest.approx(s.primal)
    for size in (1e-3, 1e-1):
        for _ in range(50):
            d, db = size * rng.normal(size=40), size * rng.normal() * intercept
            assert risk(s.alpha + d, s.intercept + db) >= s.primal - 1e-9


@pytest.mark.parametrize("C", [0.5, 20.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.5])
def test_epsilon_insensitive_is_svr(epsilon, C):
    X, y = curve()
    s = kc.fit(X, y, kc.RBF(0.4), kc.EpsilonInsensitive(epsilon), 1 / C, risk="sum", intercept=True)
    reference = SVR(C=C, epsilon=epsilon, gamma=1 / (2 * 0.4**2), tol=1e-9).fit(X, y)
    np.testing.assert_allclose(s.decision(X), reference.predict(X), atol=2e-3)


@pytest.mark.parametrize("C", [0.1, 5.0])
def test_squared_hinge_is_linear_svc(C):
    X, y = noisy(150)
    s = kc.fit(X, y, kc.Linear(), kc.SquaredHinge(), 1 / C, risk="sum")
    reference = LinearSVC(C=C, fit_intercept=False, tol=1e-10, max_iter=10**6).fit(X, y)
    np.testing.assert_allclose(s.decision(X), reference.decision_function(X), atol=1e-5)


@pytest.mark.parametrize("quantile", [0.2, 0.5, 0.9])
def test_pinball_goes_to_quantile_regression_as_lam_goes_to_0(quantile):
    """QuantileRegressor has no squared norm in its objective, but at alpha = 0 it fits the same
    line as we do for lam → 0."""
    X, y = curve(61)
    s = kc.fit(X, y, kc.Linear(), kc.Pinball(quantile), 1e-7, risk="sum", intercept=True)
    reference = QuantileRegressor(quantile=quantile, alpha=0.0).fit(X, y)
    own_value = kc.Pinball(quantile).value(s.decision(X), y).sum()
    assert own_value == pytest.approx(
        kc.Pinball(quantile).value(reference.predict(X), y).sum(), rel=1e-5
    )


@with_and_without_intercept
@pytest.mark.parametrize("delta", [0.1, 1.0, 100.0])
def test_huber_by_brute_force(delta, intercept):
    """Compare with a direct minimisation and, for a large delta, with least squares."""
    X, y = curve(30)
    Phi, lam, loss = np.column_stack([X, X**2, X**3]), 0.3, kc.Huber(delta)
    s = kc.fit(Phi, y, kc.Linear(), loss, lam, risk="sum", intercept=intercept)

    def risk(w):
        f = Phi @ w[:3] + intercept * w[3]
        slope = loss.derivative(f, y)
        gradient = np.append(slope @ Phi + lam * w[:3], intercept * slope.sum())
        return loss.value(f, y).sum() + lam / 2 * w[:3] @ w[:3], gradient

    best = minimize(risk, np.zeros(4), jac=True, method="BFGS", options={"gtol": 1e-9})
    assert s.primal == pytest.approx(best.fun, rel=1e-6)
    if delta == 100.0:
        ridge = kc.fit(Phi, y, kc.Linear(), kc.Squared(), lam, risk="sum", intercept=intercept)
        np.testing.assert_allclose(s.decision(Phi), ridge.decision(Phi), atol=1e-6)


def test_one_distant_label_moves_the_squared_loss_farthest():
    X, y = curve(40)
    far = y.copy()
    far[20] += 50

    def largest_change(loss):
        original, two = (kc.fit(X, t, kc.RBF(0.5), loss, 0.5, risk="sum") for t in (y, far))
        return np.abs(original.decision(X) - two.decision(X)).max()

    for loss in (kc.Huber(), kc.Absolute(), kc.EpsilonInsensitive()):
        assert largest_change(loss) < largest_change(kc.Squared()) / 5


@with_and_without_intercept
def test_few_support_vectors_within_a_wide_tube(intercept):
    X, y = curve(60)
    s = kc.fit(X, y, kc.RBF(0.5), kc.EpsilonInsensitive(0.5), 0.05, risk="sum", intercept=intercept)
    inside = np.abs(s.decision(X) - y) < 0.5 - 1e-6
    assert inside.sum() > 20 and (s.alpha[inside] == 0).all()


@every_loss
def test_a_sweep_matches_separate_fits(loss):
    X, y = noisy(50) if loss.margin_based else curve(50)
    for kernels, lams in ([kc.RBF(t) for t in (0.2, 0.5, 1.2)], 0.1), (kc.RBF(0.5), [0.01, 0.1, 1]):
        path = kc.sweep(kc.Problem(X, y, loss, risk="sum"), kernels, lams)
        assert path.gap.max() <= 1e-6
        for k in range(3):
            single_fit = kc.fit(X, y, path.kernels[k], loss, float(path.lams[k]), risk="sum")
            np.testing.assert_allclose(path.decision[k], single_fit.decision(X), atol=1e-4)


@dataclass(frozen=True)
class Deadband(ResidualLoss):
    """[z - y - 1]₊ + 2 [y - z]₊, an asymmetric loss with two kinks."""

    name: ClassVar[str] = "deadband"
    pieces: ClassVar[tuple[Piece, ...]] = (Piece(0.0, -2.0, 0.0), Piece(1.0, 0.0, 1.0))

    def phi(self, s):
        return np.maximum(0.0, s - 1) + 2 * np.maximum(0.0, -s)

    def slope(self, s):
        return np.greater(s, 1.0) - 2.0 * np.less(s, 0.0)

    def dual(self, v):
        return np.maximum(v, 0.0)


@with_and_without_intercept
def test_a_new_loss_needs_only_its_class(intercept):
    X, y = curve(50)
    s = kc.fit(X, y, kc.RBF(0.5), Deadband(), 0.1, risk="sum", intercept=intercept)
    assert s.gap <= 1e-6


class Valued(kc.Loss):
    name = "valued"

    def value(self, z, y):
        return np.abs(np.subtract(z, y))


class Kinked(kc.Absolute):
    """A loss with a kink and a conjugate, but without `pieces`."""

    pieces = ()
    slopes = (-1.0, 1.0)


@pytest.mark.parametrize(("loss", "reason"), [(Valued(), "no conjugate"), (Kinked(), "neither")])
def test_a_loss_that_no_solver_can_minimise_is_refused_with_a_message(loss, reason):
    X, y = curve(10)
    with pytest.raises(ValueError, match=reason):
        kc.fit(X, y, kc.RBF(0.5), loss, 0.1)
    with pytest.raises(ValueError, match=reason):
        kc.sweep(kc.Problem(X, y, loss), kc.RBF(0.5), [0.1, 1.0])


def test_lam_0_is_refused_with_a_message():
    X, y = curve(10)
    with pytest.raises(ValueError, match="lam must be above 0"):
        kc.fit(X, y, kc.RBF(0.5), kc.Squared(), 0)
