"""The certificate: weak duality for any alpha, equality at the optimum, and visible rounding
errors."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine

import kernel_core as kc
from kernel_core.duality_gap import dual_point
from kernel_core.feature_fit import FeatureSolution
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
def test_the_dual_point_is_feasible_and_idempotent(name, with_intercept):
    loss, rng = kc.LOSSES[name], np.random.default_rng(1)
    y = np.where(rng.random(40) < 0.3, 1.0, -1.0)
    for _ in range(50):
        u = dual_point(2 * rng.normal(size=40), y, loss, with_intercept)
        assert np.isfinite(loss.conjugate(u, y)).all()
        assert not with_intercept or abs(u.sum()) < 1e-12
        projection = dual_point(u, y, loss, with_intercept)
        np.testing.assert_allclose(projection, u, rtol=1e-13, atol=1e-13)


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
    u = -y  # -lam m alpha = -2y, clipped to the box -1 <= uy <= 0
    dual = 1 - 1 / (2 * 0.5 * 20**2) * (u @ K @ u)
    assert proof.primal == pytest.approx(primal, rel=1e-12)
    assert proof.dual == pytest.approx(dual, rel=1e-12)
    assert proof.gap == pytest.approx((primal - dual) / max(1, primal), rel=1e-12)


@pytest.mark.parametrize("c", [1, 10])
@pytest.mark.parametrize("lam", [1e-6, 1e-2])
def test_the_certificate_reports_rounding(c, lam):
    """(xᵀz + 10)⁸ reaches 1e10. Compare with values computed in exact fractions."""
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


@pytest.mark.thorough(keep_every=2)
@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("intercept", [False, True])
def test_a_power_of_ten_in_labels_kernel_and_lam_changes_nothing(risk, intercept):
    """A loss of the residual scales with y or with y²; scaling K and λ together does not change the
    risk."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    t = np.sin(2 * X[:, 0]) + 0.1 * rng.normal(size=60)
    for make, degree in (
        (lambda s: kc.Squared(), 2),
        (lambda s: kc.Huber(0.3 * s), 2),
        (lambda s: kc.EpsilonInsensitive(0.1 * s), 1),
        (lambda s: kc.Absolute(), 1),
        (lambda s: kc.Pinball(0.3), 1),
    ):
        plain = kc.fit(X, t, kc.RBF(0.7), make(1.0), 0.01, risk=risk, intercept=intercept)
        for s in (1e-12, 1e-5, 1e5, 1e12):
            for factor in (1e-6, 1.0, 1e6):
                lam = 0.01 * factor * s ** (degree - 2)
                kernel = factor * kc.RBF(0.7)
                scaled = kc.fit(X, s * t, kernel, make(s), lam, risk=risk, intercept=intercept)
                np.testing.assert_allclose(
                    scaled.decision(X) / s, plain.decision(X), rtol=0, atol=1e-6
                )
                for solution in (scaled, plain):
                    assert 0 <= solution.gap <= 1e-9


@pytest.mark.parametrize("name", ["hinge", "logistic", "squared-hinge", "exponential"])
def test_a_power_of_ten_in_kernel_and_lam_changes_no_margin(name):
    X, y = noisy(60)
    plain = kc.fit(X, y, kc.RBF(0.7), kc.LOSSES[name], 0.01, intercept=True)
    for factor in (1e-12, 1e-4, 1e4, 1e12):
        kernel = factor * kc.RBF(0.7)
        scaled = kc.fit(X, y, kernel, kc.LOSSES[name], factor * 0.01, intercept=True)
        np.testing.assert_allclose(scaled.decision(X), plain.decision(X), rtol=0, atol=1e-6)
        assert 0 <= scaled.gap <= 1e-9


def test_small_offsets_far_from_zero_are_learned():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    t = np.sin(2 * X[:, 0])
    model = kc.KernelRegressor(kernel=kc.RBF(1.0), lam=0.01)
    expected = model.fit(X, t).score(X, t)
    assert expected > 0.9
    for y in (1e-5 * t, 1e-9 * t, 1e9 * t, 1e3 + 1e-3 * t):
        assert model.fit(X, y).score(X, y) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("label", [0.0, 0.1, -7.3])
def test_labels_that_are_all_alike_have_a_proof(label):
    X, _ = noisy(30)
    for loss in (kc.Squared(), kc.Absolute(), kc.EpsilonInsensitive(0.1), kc.Huber(1.0)):
        for intercept in (False, True):
            s = kc.fit(X, np.full(30, label), kc.RBF(1.0), loss, 0.01, intercept=intercept)
            assert s.gap <= 1e-9


RAW = {"wine": load_wine(return_X_y=True), "breast cancer": load_breast_cancer(return_X_y=True)}


@pytest.mark.thorough("breast cancer")
@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(2, 1.0)], ids=repr)
@pytest.mark.parametrize("name", ["hinge", "squared", "squared-hinge"])
@pytest.mark.parametrize("lam", [1 / 4000, 1.0, 1e4])
@pytest.mark.parametrize("table", RAW)
def test_no_attainable_value_lies_below_the_dual_value(table, lam, name, kernel):
    """On columns that are not standardised K reaches 1e14, with rounding errors above 0.01."""
    if np.finfo(np.longdouble).eps == np.finfo(float).eps:
        pytest.fail("This test compares with long double, which is double here.")
    X, t = RAW[table]
    X, y = X[t < 2], 2.0 * t[t < 2] - 1.0
    loss = kc.LOSSES[name]
    try:
        s = kc.fit(X, y, kernel, loss, lam, risk="sum", intercept=True)
    except kc.NotConverged as error:
        s = error.solution
    Z = X.astype(np.longdouble)
    K = Z @ Z.T if isinstance(kernel, kc.Linear) else (Z @ Z.T + 1) ** 2
    alpha = s.alpha.astype(np.longdouble)
    f = K @ alpha
    residual = y - f
    values = [
        loss.phi(y * (f + b) if loss.margin_based else f + b - y).sum()
        for b in (s.intercept, *residual[np.argsort(np.abs(residual - s.intercept))[:50]])
    ]
    attainable = min(values) + lam / 2 * (alpha @ f)
    assert s.dual <= attainable
    assert s.gap >= (s.primal - attainable) / max(1.0, s.primal)


@pytest.mark.thorough("breast cancer")
@pytest.mark.parametrize("name", ["squared", "logistic", "hinge", "squared-hinge", "exponential"])
@pytest.mark.parametrize("table", RAW)
def test_raw_columns_are_solved_with_a_polynomial_of_degree_three(table, name):
    """K reaches 1e22, so rounding alone would change f = K alpha by hundreds."""
    X, t = RAW[table]
    X, t = X[t < 2], t[t < 2]
    kernel = kc.Polynomial(degree=3, c=1.0)
    model = kc.KernelClassifier(kernel, kc.LOSSES[name], lam=0.01).fit(X, t)
    s = model.solution_
    assert s.dual <= s.primal and s.gap <= 1e-6
    assert model.score(X, t) > 0.99


def test_a_solution_over_features_is_the_optimum_of_extended_precision():
    """The expected risk was computed by Gaussian elimination in long double."""
    X, t = RAW["wine"]
    X, y = X[t < 2], 2.0 * t[t < 2] - 1.0
    s = kc.fit(X, y, kc.Polynomial(3, 1.0), kc.Squared(), 0.01, intercept=True)
    assert s.primal == pytest.approx(4.813870e-07, rel=1e-5)
    f = s.decision(X)
    assert np.square(y - f).mean() / 2 + 0.005 * s.norm2 == pytest.approx(s.primal, rel=1e-4)


def test_a_solution_over_features_has_its_field_on_a_grid():
    X, y = noisy(10)
    plain = kc.fit(X, y, kc.Polynomial(2, 1.0), kc.Squared(), 0.1)
    theta = plain.alpha @ plain.kernel.features(X)
    over_features = FeatureSolution(**vars(plain), theta=theta)
    gx, gy = np.linspace(-1, 1, 4), np.linspace(-1, 2, 3)
    np.testing.assert_allclose(over_features.on_grid(gx, gy), plain.on_grid(gx, gy), atol=1e-9)
    np.testing.assert_allclose(over_features.decision(X), plain.decision(X), atol=1e-9)
    assert over_features.norm2 == pytest.approx(plain.norm2)


@pytest.mark.thorough("EpsilonInsensitive(epsilon=0.1)")
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", [kc.Absolute(), kc.EpsilonInsensitive(0.1)], ids=repr)
def test_iteration_stops_at_the_rounding_limit(loss, intercept):
    """K reaches 1e22, so more iterations would not reduce the gap: the solver stops after fewer
    than three systems per variable, although it allows fifty."""
    X, t = RAW["breast cancer"]
    y, kernel = 2.0 * t - 1.0, kc.Polynomial(degree=3, c=1.0)
    with pytest.raises(kc.NotConverged, match=r"entries of K \(degree 3\)") as error:
        kc.fit(X, y, kernel, loss, 0.01, intercept=intercept)
    assert error.value.solution.iterations < 3 * loss.dual_pieces(y).at.size
