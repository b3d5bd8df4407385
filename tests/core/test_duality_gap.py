"""The certificate: weak duality for any answers, equality at the optimum, and honest rounding."""

from fractions import Fraction

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.duality_gap import dual_point
from tests.core.problems import noisy

LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]


def random_answers(count, seed=0, m=25):
    rng = np.random.default_rng(seed)
    X, y = noisy(m, seed)
    for _ in range(count):
        scale = 10 ** rng.uniform(-3, 1)
        yield X, y, scale * y * rng.normal(size=m), scale * rng.normal()


@pytest.mark.parametrize("with_intercept", [False, True])
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("name", LOSSES)
def test_every_dual_value_lies_below_every_primal_value(name, risk, with_intercept):
    primals, duals = [], []
    for X, y, alpha, b in random_answers(60):
        proof = kc.certificate(
            kc.RBF(0.5)(X, X),
            y,
            alpha,
            b if with_intercept else 0.0,
            kc.LOSSES[name],
            0.3,
            risk,
            with_intercept=with_intercept,
        )
        primals.append(proof.primal)
        duals.append(proof.dual)
        assert proof.gap >= 0
    assert max(duals) <= min(primals)
    assert np.isfinite(duals).all()


@pytest.mark.parametrize("with_intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_the_dual_point_is_feasible_and_stays_where_it_is_if_it_was(name, with_intercept):
    loss, rng = kc.LOSSES[name], np.random.default_rng(1)
    y = np.where(rng.random(40) < 0.3, 1.0, -1.0)
    for _ in range(50):
        u = dual_point(2 * rng.normal(size=40), y, loss, with_intercept)
        assert np.isfinite(loss.conjugate(u, y)).all()
        assert not with_intercept or abs(u.sum()) < 1e-12
        again = dual_point(u, y, loss, with_intercept)
        np.testing.assert_allclose(again, u, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("name", LOSSES)
def test_one_class_alone_leaves_only_the_zero_dual_point_with_an_intercept(name):
    loss, y = kc.LOSSES[name], np.ones(5)
    u = dual_point(-np.linspace(0.1, 0.9, 5), y, loss, with_intercept=True)
    assert u.sum() == pytest.approx(0, abs=1e-15)
    assert name == "squared" or not u.any()


def test_primal_and_dual_are_the_formulas():
    X, y = noisy(20)
    K, alpha, b = kc.RBF(0.7)(X, X), 0.2 * y, 0.1
    proof = kc.certificate(K, y, alpha, b, kc.Hinge(), 0.5, "mean", with_intercept=False)
    norm2 = alpha @ K @ alpha
    primal = np.maximum(0, 1 - y * (K @ alpha + b)).mean() + 0.25 * norm2
    u = -y  # -lam m alpha = -2y lies outside the box, 0 >= uy >= -1
    dual = 1 - 1 / (2 * 0.5 * 20**2) * (u @ K @ u)
    assert proof.primal == pytest.approx(primal, rel=1e-12)
    assert proof.dual == pytest.approx(dual, rel=1e-12)
    assert proof.gap == pytest.approx((primal - dual) / max(1, primal), rel=1e-12)


@pytest.mark.parametrize("c", [1, 10])
@pytest.mark.parametrize("lam", [1e-6, 1e-2])
def test_where_rounding_is_large_the_certificate_says_so(c, lam):
    """(xᵀz + 10)⁸ reaches 1e10: there fractions, which do not round, decide."""
    X, y = noisy(70)
    K = kc.Polynomial(8, c)(X, X)
    rng = np.random.default_rng(0)
    alpha = np.linalg.solve(K + lam * np.eye(70), y) * (1 + 1e-12 * rng.normal(size=70))
    proof = kc.certificate(K, y, alpha, 0.0, kc.Squared(), lam, "sum", with_intercept=False)
    exact_K = [[Fraction(float(k)) for k in row] for row in K]
    a = [Fraction(float(v)) for v in alpha]
    f = [sum(k * v for k, v in zip(row, a, strict=True)) for row in exact_K]
    half_norm = Fraction(lam) / 2 * sum(x * v for x, v in zip(f, a, strict=True))
    u = [-Fraction(lam) * v for v in a]
    t = [Fraction(float(label)) for label in y]
    primal = sum((x - z) ** 2 for x, z in zip(f, t, strict=True)) / 2 + half_norm
    dual = -sum(v * v / 2 + v * z for v, z in zip(u, t, strict=True)) - half_norm
    assert abs(float(primal) - proof.primal) <= proof.rounding + 1e-12 * max(1, proof.primal)
    assert proof.dual <= float(dual) + 1e-12 * abs(float(dual))
    assert float((primal - dual) / max(1, primal)) <= proof.gap + 1e-12


def test_an_infinite_primal_has_an_infinite_gap():
    proof = kc.certificate(
        np.eye(2),
        np.array([1.0, -1.0]),
        np.array([-1e3, 0.0]),
        0.0,
        kc.Exponential(),
        1.0,
        "sum",
        with_intercept=False,
    )
    assert proof.primal == np.inf
    assert proof.gap == np.inf
