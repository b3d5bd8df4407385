"""Failures of a fit with a function that is not a kernel."""

import numpy as np
import pytest

import kernel_core as kc
from lab.formulas.candidates import NegativeDistance, SquaredDistance, Tanh
from pages.is_it_a_kernel.mathematics.line_search import (
    line_search_dual,
    line_search_risk,
    lowest_eigenpair,
    risk_is_unbounded,
)

LOSSES = [kc.Hinge(), kc.Logistic(), kc.Squared(), kc.Perceptron(), kc.Exponential()]
rng = np.random.default_rng(0)
X = rng.normal(size=(12, 2))
Y = np.where(X[:, 0] > 0, 1.0, -1.0)
TS = np.array([-1e3, -10.0, -1.0, 0.0, 0.5, 10.0, 1e3])


def each_loss(losses):
    return pytest.mark.parametrize("loss", losses, ids=lambda loss: loss.name)


@each_loss(LOSSES[:4])
@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_the_risk_along_a_line_is_that_of_a_certificate(loss, risk):
    """Compare with the primal value of a certificate, for a kernel."""
    K, c = kc.RBF(0.7)(X, X), rng.normal(size=12)
    J = line_search_risk(K, Y, loss, 0.3, c, TS, risk=risk)
    for t, value in zip(TS, J, strict=True):
        proof = kc.certificate(K, Y, t * c, 0.0, loss, 0.3, risk, with_intercept=False)
        assert value == pytest.approx(proof.primal, rel=1e-12)


@each_loss(LOSSES[:3])
@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_the_dual_meets_the_risk_at_the_optimum(loss, risk):
    K, lam = kc.RBF(0.7)(X, X), 0.3
    s = kc.fit(X, Y, kc.RBF(0.7), loss, lam, risk=risk, tol=1e-10)
    u = -lam * s.alpha * (12 if risk == "mean" else 1)
    D = line_search_dual(
        K, Y, loss, lam, rng.normal(size=12), [0.0, 0.01, -0.01], start=u, risk=risk
    )
    assert D[0] == pytest.approx(s.primal, rel=1e-8)
    assert (D[1:] < D[0]).all()


def test_the_most_negative_direction():
    for candidate in (
        SquaredDistance(),
        Tanh(1, -0.5),
        kc.RBF(1) - kc.RBF(0.5),
    ):
        K = candidate(X, X)
        mu, c = lowest_eigenpair(K)
        assert mu == pytest.approx(np.linalg.eigvalsh(K)[0]) and mu < 0
        np.testing.assert_allclose(K @ c, mu * c, atol=1e-10)
        assert np.linalg.norm(c) == pytest.approx(1) and c[np.abs(c).argmax()] > 0


@each_loss([kc.Hinge(), kc.Logistic(), kc.Perceptron()])
@pytest.mark.parametrize("candidate", [SquaredDistance(), kc.RBF(1) - kc.RBF(0.5)], ids=repr)
def test_the_risk_falls_without_bound(loss, candidate):
    K = candidate(X, X)
    mu, c = lowest_eigenpair(K)
    assert risk_is_unbounded(K, Y, loss, 0.1, c)
    J = line_search_risk(K, Y, loss, 0.1, c, np.geomspace(1e3, 1e9, 7) * max(1, -1 / mu))
    assert (np.diff(J) < 0).all() and J[-1] < -1e6
    on_a_kernel = line_search_risk(kc.RBF(1)(X, X), Y, loss, 0.1, c, TS)
    assert (on_a_kernel >= 0).all() and not risk_is_unbounded(kc.RBF(1)(X, X), Y, loss, 0.1, c)


@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_the_squared_loss_bounds_the_risk_despite_a_negative_eigenvalue(risk):
    """J has the curvature mu (w mu + lam), which is negative only for -lam/w < mu < 0."""
    Q = np.linalg.qr(rng.normal(size=(12, 12)))[0]
    w, lam = (1 / 12 if risk == "mean" else 1.0), 0.5
    for mu in (-0.9 * lam / w, -0.1 * lam / w, -1.1 * lam / w, -9 * lam / w, 0.3):
        K = Q @ np.diag([mu, *np.ones(11)]) @ Q.T
        falls = -lam / w < mu < 0
        assert risk_is_unbounded(K, Y, kc.Squared(), lam, Q[:, 0], risk=risk) == falls
        J = line_search_risk(K, Y, kc.Squared(), lam, Q[:, 0], [1e6, 1e7], risk=risk)
        assert (J[1] < J[0] < 0) == falls


def test_the_exponential_loss_bounds_the_risk_where_a_margin_is_negative():
    K = -np.eye(3)
    y = np.array([1.0, -1.0, 1.0])
    for c, falls in ((np.array([1.0, 0, 0]), False), (np.array([-1.0, 1.0, 0.0]), True)):
        assert risk_is_unbounded(K, y, kc.Exponential(), 1.0, c) == falls
        J = line_search_risk(K, y, kc.Exponential(), 1.0, c, [50.0, 100.0])
        assert (J[1] < J[0] < 0) == falls


@pytest.mark.parametrize("candidate", [SquaredDistance(), Tanh(1, -0.5)], ids=repr)
def test_the_dual_is_no_longer_concave(candidate):
    K = candidate(X, X)
    mu, c = lowest_eigenpair(K)
    ts = np.linspace(-0.4, 0.4, 9)
    D = line_search_dual(K, Y, kc.Hinge(), 0.1, c, ts)
    assert np.isfinite(D).all() and (np.diff(D, 2) > 0).all()  # the dual along this line is convex
    np.testing.assert_allclose(np.diff(D, 2), -mu / 0.1 * 0.1**2, rtol=1e-9)
    D = line_search_dual(kc.RBF(1)(X, X), Y, kc.Hinge(), 0.1, c, ts)
    assert (np.diff(D, 2) < 0).all()
    assert line_search_dual(K, Y, kc.Hinge(), 0.1, c, [99.0])[0] == -np.inf  # infeasible


@pytest.mark.parametrize(
    "candidate",
    [
        SquaredDistance(),
        NegativeDistance(),
        Tanh(1, -0.5),
        kc.RBF(1) - kc.RBF(0.5),
    ],
    ids=repr,
)
@each_loss(LOSSES)
def test_fit_refuses_with_the_reason(candidate, loss):
    with pytest.raises(ValueError, match=r"not a Gram matrix: it has the negative eigenvalue −\d"):
        kc.fit(X, Y, candidate, loss, 0.1)
