"""The soft margin in its constrained form, compared with the hinge form, scikit-learn and KKT."""

import numpy as np
import pytest
from sklearn.svm import SVC, LinearSVC

import kernel_core as kc
from kernel_core.svm import fit_hard_margin, report_kkt
from kernel_core.svm.kkt_report import report_kkt_from_arrays
from pages.svm.mathematics.soft_margin import fit_soft_margin
from tests.core.problems import noisy, random_problems

KERNELS = [kc.Linear(), kc.Polynomial(3, 1.0), kc.RBF(0.4)]
Z = np.random.default_rng(9).normal(size=(100, 2))


def certificate(s, intercept):
    """Return primal and dual of the hinge form with lam = 1/C, both times C."""
    K = s.kernel(s.X, s.X)
    proof = kc.certificate(
        K, s.y, s.alpha, s.intercept, kc.Hinge(), 1 / s.C, "sum", with_intercept=intercept
    )
    return s.C * proof.primal, s.C * proof.dual


def prove(s, intercept, tol=1e-8):
    """Check all constraints, complementary slackness and both objectives by their definitions."""
    f, w2 = s.decision(s.X), s.norm2
    scale = max(1.0, np.abs(f).max())
    assert (s.slack >= 0).all()
    assert (s.y * f >= 1 - s.slack - tol * scale).all()
    assert (s.y * s.alpha >= 0).all() and (s.dual_variable <= s.C).all()
    assert s.primal == pytest.approx(w2 / 2 + s.C * s.slack.sum(), rel=1e-7)
    assert 0 <= s.gap <= tol
    excess = s.y * f - 1 + s.slack
    assert (
        s.dual_variable / s.C * excess
    ).max() <= 1e-5 * scale  # a_i > 0 only for points on the margin or inside it
    assert ((1 - s.dual_variable / s.C) * s.slack).max() <= 1e-5 * scale  # slack only if a_i = C
    assert abs(s.alpha.sum()) <= 1e-9 * s.dual_variable.sum() if intercept else s.intercept == 0
    primal, dual = certificate(s, intercept)
    assert s.primal == pytest.approx(primal, rel=1e-7)
    assert dual == pytest.approx(s.dual, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 200.0])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_it_is_the_hinge_form_with_lam_1_over_C(kernel, C, intercept):
    X, y = noisy(80)
    s = fit_soft_margin(X, y, kernel, C, intercept=intercept)
    prove(s, intercept)
    hinge_fit = kc.fit(X, y, kernel, kc.Hinge(), 1 / C, risk="sum", intercept=intercept, tol=1e-9)
    assert s.primal == pytest.approx(C * hinge_fit.primal, rel=1e-9)
    for points in (X, Z):
        np.testing.assert_allclose(s.decision(points), hinge_fit.decision(points), atol=1e-5)
    assert s.intercept == pytest.approx(hinge_fit.intercept, abs=1e-6)
    np.testing.assert_array_equal(s.support, hinge_fit.support)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 200.0])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_with_weights_it_is_the_weighted_hinge_form(kernel, C, intercept):
    X, y = noisy(80)
    w = np.random.default_rng(2).uniform(0.1, 5, 80)
    s = fit_soft_margin(X, y, kernel, C, weights=w, intercept=intercept)
    assert 0 <= s.gap <= 1e-8 and (s.dual_variable <= C * w).all()
    assert s.primal == pytest.approx(s.norm2 / 2 + C * w @ s.slack, rel=1e-7)
    weighted = kc.WeightedLoss(kc.Hinge(), w)
    hinge_fit = kc.fit(X, y, kernel, weighted, 1 / C, risk="sum", intercept=intercept, tol=1e-9)
    assert s.primal == pytest.approx(C * hinge_fit.primal, rel=1e-9)
    np.testing.assert_allclose(s.decision(Z), hinge_fit.decision(Z), atol=1e-5)
    np.testing.assert_array_equal(s.support, hinge_fit.support)


@pytest.mark.parametrize("weights", [0.0, [1.0, -1.0], [1.0, 2.0, 3.0]])
def test_invalid_weights_are_refused(weights):
    with pytest.raises(ValueError):
        fit_soft_margin([[-1.0], [1.0]], [-1, 1], kc.Linear(), 1.0, weights=weights)


@pytest.mark.parametrize("C", [0.1, 10.0])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_it_is_svc(kernel, C):
    X, y = noisy(80, seed=1)
    s = fit_soft_margin(X, y, kernel, C)
    reference = SVC(C=C, kernel=kernel, tol=1e-8).fit(X, y)
    scale = np.abs(reference.decision_function(Z)).max()
    np.testing.assert_allclose(s.decision(Z), reference.decision_function(Z), atol=1e-4 * scale)
    alpha = np.zeros(len(y))
    alpha[reference.support_] = reference.dual_coef_[0]
    np.testing.assert_allclose(s.alpha, alpha, atol=1e-3 * C)


def test_without_an_intercept_it_is_linear_svc():
    X, y = noisy(80, seed=2)
    s = fit_soft_margin(X, y, kc.Linear(), 0.5, intercept=False)
    reference = LinearSVC(C=0.5, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**6)
    np.testing.assert_allclose(s.decision(Z), reference.fit(X, y).decision_function(Z), atol=1e-5)


@pytest.mark.parametrize("scaling", [1.0, 3.0])
def test_linear_svc_puts_its_intercept_into_the_norm(scaling):
    """LinearSVC appends the coordinate s to each x, so it solves the SVM of xᵀz + s² without b;
    only for large s is its intercept almost free of penalty."""
    X, y = noisy(80, seed=2)
    reference = LinearSVC(C=0.5, loss="hinge", intercept_scaling=scaling, tol=1e-9, max_iter=10**6)
    reference = reference.fit(X + 1, y).decision_function(Z)
    polynomial_fit = fit_soft_margin(X + 1, y, kc.Polynomial(1, scaling**2), 0.5, intercept=False)
    np.testing.assert_allclose(polynomial_fit.decision(Z), reference, atol=1e-5)
    free = fit_soft_margin(X + 1, y, kc.Linear(), 0.5)
    assert np.abs(free.decision(Z) - reference).max() > 1e-3
    almost = fit_soft_margin(X + 1, y, kc.Polynomial(1, 1e8), 0.5, intercept=False)
    np.testing.assert_allclose(almost.decision(Z), free.decision(Z), atol=1e-4)


@pytest.mark.parametrize("intercept", [True, False])
def test_kkt_on_random_problems(intercept):
    """The problems have tau from 0.01 to 100, C from 1e-3 to 1e6, duplicates with opposite labels,
    or a single class."""
    for X, y, kernel, lam, _ in random_problems(60, seed=20 + intercept, largest=60):
        prove(fit_soft_margin(X, y, kernel, 1 / lam, intercept=intercept), intercept)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("degree", [1, 2, 5])
def test_kkt_with_a_polynomial(degree, intercept):
    X, y = noisy(60, seed=3)
    for C in (1e-3, 1.0, 1e3):
        prove(fit_soft_margin(X, y, kc.Polynomial(degree, 1.0), C, intercept=intercept), intercept)


@pytest.mark.parametrize("intercept", [True, False])
def test_with_a_large_C_it_is_the_hard_margin(intercept):
    rng = np.random.default_rng(4)
    y = rng.choice([-1.0, 1.0], 40)
    X = rng.normal(size=(40, 2)) + 4 * y[:, None]
    hard = fit_hard_margin(X, y, kc.Linear(), intercept=intercept)
    soft = fit_soft_margin(X, y, kc.Linear(), 1e3, intercept=intercept)
    assert soft.slack.max() < 1e-9
    np.testing.assert_allclose(soft.decision(Z), hard.decision(Z), atol=1e-6)


@pytest.mark.parametrize("intercept", [True, False])
def test_what_is_no_support_vector_can_go_and_the_certificate_stays(intercept):
    X, y = noisy(60, seed=5)
    s = fit_soft_margin(X, y, kc.RBF(0.4), 10.0, intercept=intercept)
    outside_margin = np.flatnonzero(y * s.decision(X) > 1 + 1e-6)
    assert len(outside_margin) > 5
    for i in outside_margin[:5]:
        remaining = np.arange(len(y)) != i
        K = s.kernel(X[remaining], X[remaining])
        proof = kc.certificate(
            K,
            y[remaining],
            s.alpha[remaining],
            s.intercept,
            kc.Hinge(),
            0.1,
            "sum",
            with_intercept=intercept,
        )
        assert proof.gap <= 1e-9 and 10 * proof.primal == pytest.approx(s.primal, rel=1e-9)
        less = fit_soft_margin(X[remaining], y[remaining], s.kernel, 10.0, intercept=intercept)
        np.testing.assert_allclose(less.decision(Z), s.decision(Z), atol=1e-6)
    i = s.support[0]
    remaining = np.arange(len(y)) != i
    less = fit_soft_margin(X[remaining], y[remaining], s.kernel, 10.0, intercept=intercept)
    assert np.abs(less.decision(Z) - s.decision(Z)).max() > 1e-3


def test_slack_is_what_a_point_lacks():
    """Use the points −1 and 1, with slack at C = 1/8 and without slack at C = 8."""
    s = fit_soft_margin([[-1.0], [1.0]], [-1, 1], kc.Linear(), 1 / 8)
    # a_1 = a_2 = C, w = 2C = 1/4, b = 0; both points lack 3/4 to the margin
    np.testing.assert_allclose(s.dual_variable, 1 / 8)
    np.testing.assert_allclose(s.slack, 3 / 4)
    assert s.primal == pytest.approx(1 / 32 + 2 * 3 / 4 / 8)
    s = fit_soft_margin([[-1.0], [1.0]], [-1, 1], kc.Linear(), 8)
    np.testing.assert_allclose(s.dual_variable, 1 / 2)
    np.testing.assert_allclose(s.slack, 0, atol=1e-12)
    assert s.primal == pytest.approx(1 / 2)


def test_the_history_starts_at_zero_and_closes():
    X, y = noisy(80, seed=6)
    s = fit_soft_margin(X, y, kc.RBF(0.4), 10.0)
    t = s.history
    assert t.iterations.tolist() == list(range(s.iterations + 1))
    assert (t.primal[0], t.dual[0], t.gap[0]) == (10.0 * 80, 0.0, 1.0)  # alpha = 0: each loss is 1
    assert (np.diff(t.primal) <= 0).all() and (np.diff(t.dual) >= 0).all()
    assert t.gap[-1] <= 1e-12 and s.iterations < 30
    unfinished = fit_soft_margin(X, y, kc.RBF(0.4), 10.0, max_iter=5)
    assert unfinished.iterations == 5 and 1e-9 < unfinished.gap < 1
    assert unfinished.dual <= s.primal <= unfinished.primal * (1 + 1e-12)


@pytest.mark.parametrize("label", [-1.0, 1.0])
def test_one_class_alone(label):
    X, y = noisy(20)[0], np.full(20, label)
    s = fit_soft_margin(X, y, kc.RBF(0.4), 3.0)
    assert not s.alpha.any() and s.intercept == label and s.primal == s.dual == s.iterations == 0
    prove(fit_soft_margin(X, y, kc.RBF(0.4), 3.0, intercept=False), False)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e5])
@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.0, 2.0]], [1]),
        ([[0.0, 0.0], [1.0, 1.0]], [-1, 1]),
        ([[1.0, 1.0], [1.0, 1.0]], [-1, 1]),
        ([[0.0, 0.0]] * 4, [1, -1, 1, 1]),
        ([[2.0, 1.0]] * 5, [1, -1, 1, 1, -1]),
        ([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], [1, -1, 1, -1]),
    ],
    ids=["one", "one a class", "both labels", "all at the origin", "all equal", "collinear"],
)
def test_edge_cases(X, y, C, intercept):
    X, y = np.array(X), np.array(y, dtype=float)
    for kernel in KERNELS:
        s = fit_soft_margin(X, y, kernel, C, intercept=intercept)
        prove(s, intercept)
        hinge_fit = kc.fit(
            X, y, kernel, kc.Hinge(), 1 / C, risk="sum", intercept=intercept, tol=1e-8
        )
        assert abs(s.primal / C - hinge_fit.primal) <= 1e-8 * max(1.0, hinge_fit.primal)


def test_order_and_sign_do_not_matter_and_the_same_problem_gives_the_same_bytes():
    X, y = noisy(60, seed=7)
    s, refit = fit_soft_margin(X, y, kc.RBF(0.6), 5.0), fit_soft_margin(X, y, kc.RBF(0.6), 5.0)
    assert s.alpha.tobytes() == refit.alpha.tobytes()
    order = np.random.default_rng(0).permutation(60)
    shuffled = fit_soft_margin(X[order], y[order], kc.RBF(0.6), 5.0)
    swapped = fit_soft_margin(X, -y, kc.RBF(0.6), 5.0)
    np.testing.assert_allclose(shuffled.decision(Z), s.decision(Z), atol=1e-9)
    np.testing.assert_allclose(-swapped.decision(Z), s.decision(Z), atol=1e-9)
    np.testing.assert_allclose(shuffled.dual_variable, s.dual_variable[order], atol=1e-7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"C": 0}, "C must be a finite number above 0; it was 0"),
        ({"C": np.inf}, "above 0"),
        ({"C": "1"}, "above 0"),
        ({"C": True}, "above 0"),
        ({"y": [1, 0]}, "labels -1 and"),
        ({"X": [[0, np.inf], [1, 1]]}, "finite"),
        ({"kernel": None}, "a Kernel"),
        ({"tol": -1}, "tol"),
        ({"max_iter": 0.5}, "max_iter"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"X": [[0, 0], [1, 1]], "y": [1, -1], "kernel": kc.Linear(), "C": 1.0, **change}
    with pytest.raises(ValueError, match=message):
        fit_soft_margin(**options)


def test_the_constrained_form_has_the_same_kkt_report():
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.1, risk="sum", intercept=True, tol=1e-9)
    t = fit_soft_margin(X, y, kc.RBF(0.4), 10.0)
    parts, hinge_parts = (
        report_kkt(s),
        report_kkt_from_arrays(y, t.alpha, t.decision(X), t.intercept, 10.0),
    )
    for name, part in vars(parts).items():
        np.testing.assert_allclose(getattr(hinge_parts, name), part, atol=1e-6, err_msg=name)
