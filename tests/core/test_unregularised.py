"""lam = 0: a minimiser where there is one, the reason where there is none."""

import numpy as np
import pytest

import kernel_core as kc
from tests.core.problems import noisy

X, Y = noisy(100)
TWICE = np.vstack([X[:30], X[:30]]), np.concatenate([Y[:30], -Y[:30]])
LOW_RANK = [kc.Linear(), kc.Polynomial(2, 1.0), kc.Polynomial(3, 1.0)]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", ["hinge", "logistic", "squared", "exponential", "perceptron"])
@pytest.mark.parametrize("kernel", LOW_RANK, ids=repr)
def test_overlapping_classes_have_a_minimiser_with_a_proof(kernel, name, intercept):
    s = kc.fit(X, Y, kernel, kc.LOSSES[name], 0.0, risk="sum", intercept=intercept)
    assert s.gap <= 1e-6
    lower = kc.fit(X, Y, kernel, kc.LOSSES[name], 1e-6, risk="sum", intercept=intercept)
    assert s.primal <= lower.primal + 1e-6
    assert s.primal == pytest.approx(lower.primal, rel=1e-3)


@pytest.mark.parametrize("intercept", [False, True])
def test_squared_is_least_squares_on_the_features(intercept):
    Phi = X if not intercept else np.column_stack([X, np.ones(100)])
    w = np.linalg.lstsq(Phi, Y)[0]
    s = kc.fit(X, Y, kc.Linear(), kc.Squared(), 0, intercept=intercept)
    np.testing.assert_allclose(s.decision(X), Phi @ w, atol=1e-10)


def test_squared_interpolates_where_it_can_and_takes_the_least_norm():
    s = kc.fit(X, Y, kc.RBF(0.05), kc.Squared(), 0)
    np.testing.assert_allclose(s.decision(X), Y, atol=1e-8)
    wide = np.random.default_rng(0).normal(size=(5, 9))
    t = kc.fit(wide, [1, 2, 3, 4, 5], kc.Linear(), kc.Squared(), 0)
    np.testing.assert_allclose(t.alpha @ wide, np.linalg.pinv(wide) @ [1, 2, 3, 4, 5], atol=1e-10)


@pytest.mark.parametrize("intercept", [False, True])
def test_hinge_has_no_loss_where_the_classes_can_be_separated(intercept):
    s = kc.fit(X, Y, kc.RBF(0.1), kc.Hinge(), 0, intercept=intercept)
    assert s.primal <= 1e-9
    assert (Y * s.decision(X)).min() >= 1 - 1e-6


def test_hinge_on_points_with_both_labels_is_known():
    s = kc.fit(*TWICE, kc.RBF(0.3), kc.Hinge(), 0, risk="sum")
    assert s.primal == pytest.approx(60)
    assert s.dual == pytest.approx(60)


@pytest.mark.parametrize("name", ["logistic", "exponential"])
def test_points_with_both_labels_leave_a_minimiser(name):
    s = kc.fit(*TWICE, kc.RBF(0.3), kc.LOSSES[name], 0)
    assert s.primal == pytest.approx(float(s.loss.value(0.0, 1.0)))
    assert not s.decision(X).round(9).any()


@pytest.mark.parametrize("name", ["logistic", "exponential"])
def test_separable_classes_have_none(name):
    for kernel, points, labels in [
        (kc.RBF(0.1), X, Y),
        (kc.Linear(), X, np.where(X[:, 0] > 0, 1, -1)),
        (kc.RBF(1.0), X[:1], Y[:1]),
    ]:
        with pytest.raises(ValueError, match=r"no minimiser.*keeps falling.*lam > 0"):
            kc.fit(points, labels, kernel, kc.LOSSES[name], 0)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", ["logistic", "exponential"])
def test_nor_have_classes_that_touch(name, intercept):
    """Two points at the origin hold each other; the other two can be moved right for ever."""
    touching = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    with pytest.raises(ValueError, match="no minimiser"):
        kc.fit(touching, [1, -1, 1, -1], kc.Linear(), kc.LOSSES[name], 0, intercept=intercept)


@pytest.mark.parametrize("intercept", [False, True])
def test_points_that_the_kernel_cannot_tell_apart(intercept):
    nothing, labels = np.zeros((10, 2)), np.repeat([1.0, -1.0], [7, 3])
    for name, least in [("hinge", 6), ("squared", 4.2), ("logistic", 6.1086), ("perceptron", 0)]:
        s = kc.fit(
            nothing, labels, kc.Linear(), kc.LOSSES[name], 0, risk="sum", intercept=intercept
        )
        without = {"hinge": 10, "squared": 5, "logistic": 10 * np.log(2), "perceptron": 0}[name]
        assert s.primal == pytest.approx(least if intercept else without, rel=1e-4)


def test_what_floating_point_cannot_reach_is_said():
    """RBF matrices are invertible, but not in 16 digits: then no dual point proves anything."""
    points, labels = noisy(200)
    with pytest.raises(kc.NotConverged, match="duality gap") as caught:
        kc.fit(points, labels, kc.RBF(6.0), kc.Logistic(), 0)
    s = caught.value.solution
    assert s.gap > 1e-6
    assert s.primal < kc.fit(points, labels, kc.RBF(6.0), kc.Logistic(), 1e-5).primal
