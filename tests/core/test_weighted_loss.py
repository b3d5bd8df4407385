"""Weights of examples: the box, the certificate, repeated examples, and scikit-learn's SVC."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, SVR

import kernel_core as kc
from tests.core.problems import noisy, random_problems

LOSSES = [loss for name, loss in kc.LOSSES.items() if name != "zero-one"]
KERNEL = kc.RBF(0.5)


def each_loss():
    return pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)


def eighths(m: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return points, labels and weights. The points are multiples of 1/8, so that inner products
    are exact in libsvm's single precision."""
    X, y = noisy(m)
    return np.round(8 * X) / 8, y, np.random.default_rng(1).integers(1, 80, m) / 8


@each_loss()
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("risk", ["sum", "mean"])
def test_a_whole_weight_is_a_repeated_example(loss, intercept, risk):
    X, y = noisy(40)
    w = np.random.default_rng(0).integers(1, 4, 40)
    weighted = kc.WeightedLoss(loss, w if risk == "sum" else w / w.mean())
    s = kc.fit(X, y, KERNEL, weighted, 0.1, risk=risk, intercept=intercept, tol=1e-9)
    doubled_fit = kc.fit(
        X.repeat(w, 0), y.repeat(w), KERNEL, loss, 0.1, risk=risk, intercept=intercept, tol=1e-9
    )
    np.testing.assert_allclose(s.decision(X), doubled_fit.decision(X), atol=1e-6)
    assert s.primal == pytest.approx(doubled_fit.primal, abs=1e-10)


@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(2, 1.0)], ids=repr)
def test_the_weighted_hinge_is_svc_to_six_digits(kernel, C):
    X, y, w = eighths(80)
    loss = kc.WeightedLoss(kc.Hinge(), w)
    solution = kc.fit(X, y, kernel, loss, 1 / C, risk="sum", intercept=True, tol=1e-9)
    svc = SVC(C=C, kernel="precomputed", tol=1e-9).fit(kernel(X, X), y, sample_weight=w)
    f = svc.decision_function(kernel(X, X))
    np.testing.assert_allclose(solution.decision(X), f, rtol=0, atol=1e-6 * np.abs(f).max())
    xi = np.maximum(0.0, 1.0 - y * f)
    assert C * solution.primal == pytest.approx(
        C * w @ xi + svc.dual_coef_[0] @ (f - svc.intercept_)[svc.support_] / 2, rel=1e-6
    )


def test_weighted_regression_is_svr_to_six_digits():
    X, _, w = eighths(80)
    y = np.round(64 * np.sin(X[:, 0])) / 64
    loss = kc.WeightedLoss(kc.EpsilonInsensitive(0.125), w)
    solution = kc.fit(X, y, kc.Linear(), loss, 0.5, risk="sum", intercept=True, tol=1e-9)
    svr = SVR(C=2, epsilon=0.125, kernel="linear", tol=1e-10).fit(X, y, sample_weight=w)
    np.testing.assert_allclose(solution.decision(X), svr.predict(X), atol=1e-6)


def test_the_weighted_logistic_loss_is_logistic_regression():
    X, y, w = eighths(80)
    loss = kc.WeightedLoss(kc.Logistic(), w)
    solution = kc.fit(X, y, kc.Linear(), loss, 0.5, risk="sum", intercept=True, tol=1e-10)
    reference = LogisticRegression(C=2, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    reference.fit(X, y, sample_weight=w)
    np.testing.assert_allclose(solution.decision(X), reference.decision_function(X), atol=1e-6)


@each_loss()
def test_the_conjugate_meets_the_loss_at_its_slope(loss):
    rng = np.random.default_rng(0)
    y, w = np.where(rng.random(50) > 0.5, 1.0, -1.0), 10.0 ** rng.uniform(-6, 6, 50)
    z, weighted = rng.normal(size=50), kc.WeightedLoss(loss, w)
    u = weighted.derivative(z, y)
    np.testing.assert_allclose(
        weighted.value(z, y) + weighted.conjugate(u, y), u * z, atol=1e-12 * w.max()
    )
    np.testing.assert_array_equal(weighted.clip_dual(u, y), u)
    outside_u = weighted.clip_dual(3 * u + 1e9, y)
    assert np.isfinite(weighted.conjugate(outside_u, y)).all()


def test_every_solution_is_proven_and_within_its_box():
    rng = np.random.default_rng(5)
    for X, y, kernel, lam, risk in random_problems(40, seed=3, largest=120):
        w = 10.0 ** rng.uniform(-3, 3, len(y))
        for intercept in (False, True):
            loss = kc.WeightedLoss(kc.Hinge(), w)
            s = kc.fit(X, y, kernel, loss, lam, risk=risk, intercept=intercept)
            C = w / lam / (len(y) if risk == "mean" else 1)
            assert 0 <= s.gap <= 1e-6 and s.dual <= s.primal
            assert (y * s.alpha >= 0).all() and (y * s.alpha <= C * (1 + 1e-12)).all()
            assert abs(s.alpha.sum()) <= 1e-9 * np.abs(s.alpha).sum() or not intercept


@each_loss()
@pytest.mark.parametrize("weight", [1e-9, 1e6, 1e12])
def test_a_weight_beyond_all_others_leaves_the_proof_exact(loss, weight):
    X, y = noisy(40)
    w = np.ones(40)
    w[3] = weight
    s = kc.fit(X, y, KERNEL, kc.WeightedLoss(loss, w), 0.1, risk="sum", intercept=True)
    assert -1e-12 <= s.gap <= 1e-6
    remaining = np.arange(40) != 3
    if weight < 1:  # the same as without this example
        remaining_fit = kc.fit(
            X[remaining], y[remaining], KERNEL, loss, 0.1, risk="sum", intercept=True
        )
        assert s.primal == pytest.approx(remaining_fit.primal, rel=1e-5)
    elif loss.name != "perceptron":  # the perceptron loss gives f = 0
        assert y[3] * s.decision(X[3:4])[0] >= 1 - 1e-3 - vars(loss).get("epsilon", 0.0)


def test_weights_and_lam_times_one_number_have_one_answer():
    X, y = noisy(60)
    w = np.random.default_rng(2).uniform(1, 5, 60)
    fits = [
        kc.fit(X, y, KERNEL, kc.WeightedLoss(kc.Hinge(), s * w), s * 0.3, risk="sum", tol=1e-9)
        for s in (1.0, 2.0**-40, 2.0**40)
    ]
    for other_fit in fits[1:]:
        np.testing.assert_allclose(other_fit.alpha, fits[0].alpha, rtol=1e-9)
        assert other_fit.gap <= 1e-9


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(
    "loss", [kc.Hinge(), kc.Logistic(), kc.Squared()], ids=lambda loss: loss.name
)
def test_a_sweep_has_the_fits_of_its_stops(loss, intercept):
    X, y = noisy(60)
    weighted = kc.WeightedLoss(loss, np.where(y > 0, 7.0, 1.0))
    lams = np.geomspace(0.01, 10, 9)
    problem = kc.Problem(X, y, weighted, "sum", intercept)
    sweep = kc.sweep(problem, KERNEL, lams, tol=1e-9)
    assert sweep.gap.max() <= 1e-6
    for k, lam in enumerate(lams):
        s = kc.fit(X, y, KERNEL, weighted, float(lam), risk="sum", intercept=intercept, tol=1e-9)
        np.testing.assert_allclose(sweep.decision[k], s.decision(X), atol=1e-5)


@pytest.mark.parametrize(
    "weights", [[], [1.0, 0.0], [1.0, -1.0], [1.0, np.inf], [[1.0], [2.0]], ["a", "b"], None, 1.0]
)
def test_invalid_weights_are_refused_with_a_message(weights):
    with pytest.raises(ValueError, match=r"Weights must be .* one for each example"):
        kc.WeightedLoss(kc.Hinge(), weights)


def test_misuse_of_weights_is_refused_with_a_message():
    loss = kc.WeightedLoss(kc.Hinge(), [1.0, 2.0])
    with pytest.raises(ValueError, match="one weight for each example: 3 labels came with 2"):
        kc.fit([[0.0], [1.0], [2.0]], [1, -1, 1], KERNEL, loss, 0.1)
    with pytest.raises(ValueError, match="weighted already"):
        kc.WeightedLoss(loss, [1.0, 2.0])
    with pytest.raises(ValueError, match="NP-hard"):
        zero_one = kc.WeightedLoss(kc.ZeroOne(), [1.0, 2.0])
        kc.fit([[0.0], [1.0]], [1, -1], KERNEL, zero_one, 0.1)
