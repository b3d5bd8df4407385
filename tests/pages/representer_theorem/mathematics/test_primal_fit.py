"""Fits over θ: compared with scikit-learn, with fits over alpha, and by their own certificate."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import kernel_core as kc
from kernel_core.duality_gap import loss_scale
from pages.representer_theorem.mathematics.primal_fit import fit_primal
from tests.core.problems import noisy, random_problems

LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]
each_loss = pytest.mark.parametrize("name", LOSSES)


def features(m=60, seed=0, degree=2):
    """Return Φ (m, 6) of two overlapping classes, and y (m,)."""
    X, y = noisy(m, seed)
    return kc.Polynomial(degree, 1.0).features(X), y


def prove(s, tol=1e-6):
    """Check a certificate from θ and alpha alone, by the definitions of its numbers."""
    c = 1 / len(s.y) if s.risk == "mean" else 1.0
    f = s.Phi @ s.theta
    primal = c * s.loss.value(f, s.y).sum() + s.lam / 2 * s.theta @ s.theta
    u, inside = -s.lam / c * s.alpha, s.Phi.T @ s.alpha
    dual = -c * s.loss.conjugate(u, s.y).sum() - s.lam / 2 * inside @ inside
    assert s.primal == pytest.approx(primal, rel=1e-12)
    assert s.dual == pytest.approx(dual, rel=1e-9, abs=1e-9)
    assert s.dual <= s.primal
    scale = loss_scale(s.loss, s.y, with_intercept=False)
    assert s.gap == (s.primal - s.dual) / max(scale, abs(s.primal)) <= tol
    # By strong convexity this is the largest distance from Φᵀalpha that a θ with this gap can have.
    distance = np.linalg.norm(s.theta - inside)
    assert s.lam / 2 * distance**2 <= (s.primal - s.dual) * (1 + 1e-6) + 1e-12


@pytest.mark.parametrize("method", [kc.learners.ridge_primal, kc.learners.ridge_dual])
def test_the_squared_loss_is_ridge_regression(method):
    rng = np.random.default_rng(0)
    Phi, y = rng.normal(size=(30, 5)), 3 * rng.normal(size=30)
    newton = fit_primal(Phi, y, kc.Squared(), 0.2)
    np.testing.assert_allclose(method(Phi, y, 0.2).theta, newton.theta, rtol=1e-9)


@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("lam", [1e-4, 0.1, 10.0])
@each_loss
def test_both_roads_end_at_one_function(name, lam, risk):
    X, y = noisy(60)
    kernel, loss = kc.Polynomial(2, 1.0), kc.LOSSES[name]
    over_theta = fit_primal(kernel.features(X), y, loss, lam, risk=risk, tol=1e-9)
    over_alpha = kc.fit(X, y, kernel, loss, lam, risk=risk, tol=1e-9)
    prove(over_theta, 1e-9)
    assert over_theta.primal == pytest.approx(over_alpha.primal, rel=1e-8, abs=1e-9)
    Z = np.random.default_rng(1).normal(size=(50, 2))
    theta_values, alpha_values = over_theta.decision(kernel.features(Z)), over_alpha.decision(Z)
    np.testing.assert_allclose(
        theta_values, alpha_values, atol=1e-3 * max(1, np.abs(alpha_values).max())
    )
    assert over_theta.norm2 == pytest.approx(over_alpha.norm2, rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("degree", range(1, 13))
def test_at_the_finest_tolerance_another_newton_step_changes_nothing(degree):
    """With a gap of 1e-16 the error of f may be its square root; a last Newton step squares this
    error."""
    x = np.sort(np.random.default_rng(5).uniform(-1, 1, 8))[:, None]
    y, L, kernel, lam = (
        np.sign(np.sin(9 * x[:, 0])),
        kc.Logistic(),
        kc.Polynomial(degree, 1.0),
        0.01,
    )
    Phi, Z = kernel.features(x), np.linspace(-1.02, 1.02, 121)[:, None]
    over_theta = fit_primal(Phi, y, L, lam, tol=1e-14)
    theta = over_theta.theta
    for _ in range(4):
        f = Phi @ theta
        H = (Phi.T * L.curvature(f, y)) @ Phi / len(y) + lam * np.eye(len(theta))
        theta = theta - np.linalg.solve(H, L.derivative(f, y) @ Phi / len(y) + lam * theta)
    best = kernel.features(Z) @ theta
    assert np.abs(over_theta.decision(kernel.features(Z)) - best).max() < 1e-11
    assert np.abs(kc.fit(x, y, kernel, L, lam, tol=1e-14).decision(Z) - best).max() < 1e-10


@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_it_is_scikit_learns_logistic_regression(lam, risk):
    Phi, y = features()
    s = fit_primal(Phi, y, kc.Logistic(), lam, risk=risk, tol=1e-10)
    C = 1 / lam if risk == "sum" else 1 / (lam * len(y))
    model = LogisticRegression(C=C, fit_intercept=False, tol=1e-12, solver="newton-cholesky")
    np.testing.assert_allclose(s.theta, model.fit(Phi, y).coef_[0], rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("lam", [0.1, 1.0, 30.0])
def test_it_is_scikit_learns_linear_svc(lam):
    Phi, y = features()
    s = fit_primal(Phi, y, kc.Hinge(), lam, risk="sum")
    model = LinearSVC(C=1 / lam, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=10**6)
    np.testing.assert_allclose(s.theta, model.fit(Phi, y).coef_[0], atol=1e-5)


@each_loss
def test_random_problems_of_every_scale(name):
    """The problems have m up to 150, duplicates with opposite labels, M below and above m, and λ
    from 1e-6 to 1e3."""
    kernels = [kc.Linear(), kc.Polynomial(2, 1.0), kc.Polynomial(3, 0.5) + kc.Linear()]
    for i, p in enumerate(random_problems(60, 3, 150)):
        Phi = kernels[i % 3].features(p.X)
        s = fit_primal(Phi, p.y, kc.LOSSES[name], p.lam, risk=p.risk)
        prove(s)


@settings(max_examples=40)
@given(
    st.integers(1, 12), st.integers(1, 12), st.integers(0, 10**6), st.floats(-3, 2),
    st.sampled_from(["hinge", "logistic", "squared", "exponential"]),
)  # fmt: skip
def test_no_theta_is_better_than_the_dual_value(m, M, seed, scale, name):
    rng = np.random.default_rng(seed)
    Phi, y = rng.normal(size=(m, M)), rng.choice([-1.0, 1.0], size=m)
    loss, lam = kc.LOSSES[name], 10.0**scale
    s = fit_primal(Phi, y, loss, lam, tol=1e-7)
    prove(s, 1e-7)
    for size in (1e-4, 1e-2, 1.0):
        theta = s.theta + size * rng.normal(size=M)
        assert loss.value(Phi @ theta, y).mean() + lam / 2 * theta @ theta >= s.dual


@each_loss
def test_neither_order_nor_copies_nor_turns_matter(name):
    Phi, y = features(40, 1)
    order, Q = np.random.default_rng(0).permutation(40), np.linalg.qr(np.vander(range(1, 7)))[0]
    loss = kc.LOSSES[name]
    s = fit_primal(Phi, y, loss, 0.1, tol=1e-10)
    shuffled = fit_primal(Phi[order], y[order], loss, 0.1, tol=1e-10)
    doubled_fit = fit_primal(np.vstack([Phi, Phi]), np.append(y, y), loss, 0.1, tol=1e-10)
    turned_fit = fit_primal(Phi @ Q, y, loss, 0.1, tol=1e-10)
    np.testing.assert_allclose(shuffled.theta, s.theta, atol=1e-4)
    np.testing.assert_allclose(doubled_fit.theta, s.theta, atol=1e-4)
    np.testing.assert_allclose(Q @ turned_fit.theta, s.theta, atol=1e-4)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
@each_loss
def test_scaling_the_features_scales_lam_by_its_square(name, scale):
    Phi, y = features(40, 2)
    fit = fit_primal(Phi, y, kc.LOSSES[name], 0.1, tol=1e-9)
    scaled_fit = fit_primal(scale * Phi, y, kc.LOSSES[name], 0.1 * scale**2, tol=1e-9)
    np.testing.assert_allclose(scale * scaled_fit.theta, fit.theta, atol=1e-4)
    assert scaled_fit.primal == pytest.approx(fit.primal, rel=1e-8)


@each_loss
def test_the_mean_with_lam_is_the_sum_with_m_lam(name):
    Phi, y = features(30, 3)
    mean = fit_primal(Phi, y, kc.LOSSES[name], 0.05, tol=1e-9)
    total = fit_primal(Phi, y, kc.LOSSES[name], 0.05 * 30, risk="sum", tol=1e-9)
    np.testing.assert_allclose(mean.theta, total.theta, atol=1e-4)
    assert total.primal == pytest.approx(30 * mean.primal, rel=1e-8)


@each_loss
def test_degenerate_problems_are_solved(name):
    loss = kc.LOSSES[name]
    prove(fit_primal([[2.0]], [1], loss, 0.1))
    Phi, y = features(20)
    prove(fit_primal(Phi, np.ones(20), loss, 0.1))
    Phi[:, 2] = 0.0
    s = fit_primal(Phi, y, loss, 0.1)
    prove(s)
    assert s.theta[2] == 0
    s = fit_primal(np.zeros((4, 3)), [1, -1, 1, 1], loss, 0.1)
    prove(s)
    assert not s.theta.any()


@pytest.mark.parametrize(("degree", "lam"), [(5, 1e-4), (5, 1e-2), (6, 1e-4)])
def test_high_powers_far_from_the_origin(degree, lam):
    """With features from 1 to 10,000, rounding makes slopes computed from θ alone inexact."""
    X, y = noisy(60, 3)
    Phi = kc.Polynomial(degree, 1.0).features(3 * X)
    prove(fit_primal(Phi, y, kc.Hinge(), lam, risk="sum"))


def test_one_point_by_hand():
    """For one point with φ = 2, y = 1 and λ = 1, the hinge loss gives θ = 1/2, on the margin; the
    squared loss 2/5."""
    assert fit_primal([[2.0]], [1], kc.Hinge(), 1.0).theta == pytest.approx(0.5)
    assert fit_primal([[2.0]], [1], kc.Squared(), 1.0).theta == pytest.approx(0.4)
    assert fit_primal([[2.0]], [1], kc.Hinge(), 8.0).theta == pytest.approx(0.25)  # at the bound


def test_the_perceptron_stays_at_zero():
    """For any λ > 0 the minimiser is θ = 0."""
    Phi, y = features()
    s = fit_primal(Phi, y, kc.Perceptron(), 1e-6)
    assert not s.theta.any() and s.primal == 0 and s.iterations == 0 and s.gap < 1e-12


def test_the_squared_loss_takes_one_step_and_any_targets():
    Phi, _ = features()
    y = 100 * np.random.default_rng(0).normal(size=len(Phi))
    s = fit_primal(Phi, y, kc.Squared(), 0.1)
    prove(s)
    assert s.iterations == 1


def test_the_same_problem_gives_the_same_bytes():
    Phi, y = features()
    first, second = (fit_primal(Phi, y, kc.Hinge(), 0.01) for _ in range(2))
    assert first.theta.tobytes() == second.theta.tobytes()


def test_too_few_iterations_are_reported_with_a_true_gap():
    Phi, y = features()
    with pytest.raises(kc.NotConverged, match="gap") as error:
        fit_primal(Phi, y, kc.Logistic(), 1e-4, max_iter=1)
    best = fit_primal(Phi, y, kc.Logistic(), 1e-4)
    rough = error.value.solution
    assert rough.gap > 1e-6 and rough.dual <= best.primal <= rough.primal


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lam": 0}, "many minimisers, or none"),
        ({"lam": -1}, "finite number of at least 0"),
        ({"lam": np.nan}, "finite number"),
        ({"y": [1, 0]}, "labels -1 and"),
        ({"y": [1]}, "one label for each point"),
        ({"Phi": [[0, np.inf], [1, 1]]}, "finite"),
        ({"Phi": []}, "one row for each point"),
        ({"loss": kc.ZeroOne()}, "NP-hard"),
        ({"loss": "hinge"}, "a Loss"),
        ({"risk": "median"}, "risk must be"),
        ({"tol": 0}, "tol"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"Phi": [[0, 0], [1, 1]], "y": [1, -1], "loss": kc.Hinge(), "lam": 1.0, **change}
    with pytest.raises(ValueError, match=message):
        fit_primal(**options)


def test_features_of_another_length_are_refused():
    s = fit_primal([[1.0, 2.0]], [1], kc.Hinge(), 1.0)
    with pytest.raises(ValueError, match="θ has 2 entries"):
        s.decision([[1.0]])
