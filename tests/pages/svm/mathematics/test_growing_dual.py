"""The growing dual: each stage is scikit-learn's SVM of the examples added so far, and a multiplier
that is kept leaves its own term as gap."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.svm.mathematics.growing_dual import grow_dual

C = 2.0


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2))
    y = np.where(X[:, 0] + 0.8 * rng.normal(size=30) > 0, 1.0, -1.0)
    return np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(axis=2)), y


def terms(K, y, c, alpha, b):
    """Return each example's a (y f − 1 + ξ) + (c − a) ξ."""
    margin = y * (K @ alpha + b)
    xi = np.maximum(0, 1 - margin)
    return y * alpha * (margin - 1 + xi) + (c - y * alpha) * xi


@pytest.mark.parametrize("weights", [np.ones(30), np.linspace(0.5, 3, 30)], ids=["equal", "own"])
def test_each_stage_is_the_svm_of_the_examples_added_so_far(data, weights):
    K, y = data
    c = C * weights
    dual = grow_dual(K, y, c, intercept=True)
    assert len({*dual.order}) == len(dual.order) == dual.counts[-1]
    for stage, count in enumerate(dual.counts):
        alpha, members = dual.alpha[stage], dual.order[:count]
        assert not np.delete(alpha, members).any()
        assert alpha.sum() == pytest.approx(0, abs=1e-9)
        if len({*y[members]}) < 2:
            assert not alpha.any() and dual.bound[stage] == 0
            continue
        svc = SVC(C=1.0, kernel="precomputed", tol=1e-10)
        svc.fit(K[np.ix_(members, members)], y[members], sample_weight=c[members])
        expected = np.zeros(len(y))
        expected[members[svc.support_]] = svc.dual_coef_[0]
        np.testing.assert_allclose(K @ alpha, K @ expected, atol=1e-6)
        value = np.abs(expected).sum() - expected @ K @ expected / 2
        assert dual.bound[stage] == pytest.approx(value, rel=1e-8)


def test_the_bound_never_falls_and_meets_the_primal_of_the_whole_svm(data):
    K, y = data
    dual = grow_dual(K, y, np.full(30, C), intercept=True)
    svc = SVC(C=C, kernel="precomputed", tol=1e-10).fit(K, y)
    alpha = np.zeros(30)
    alpha[svc.support_] = svc.dual_coef_[0]
    np.testing.assert_allclose(K @ dual.alpha[-1], K @ alpha, atol=1e-6)
    assert dual.intercept[-1] == pytest.approx(svc.intercept_[0], abs=1e-6)
    assert (np.diff(dual.bound) >= -1e-9).all()
    assert (dual.primal >= dual.bound[-1] - 1e-9).all()
    assert dual.primal[-1] == pytest.approx(dual.bound[-1], rel=1e-9)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("fixed_multiplier", [None, (0, 0.0), (11, 0.7)], ids=str)
def test_the_next_multiplier_goes_to_the_largest_term_of_the_gap(data, fixed_multiplier, intercept):
    K, y = data
    c = np.full(30, C)
    dual = grow_dual(K, y, c, intercept=intercept, fixed_multiplier=fixed_multiplier)
    for stage, (count, further) in enumerate(pairwise(dual.counts)):
        of_gap = terms(K, y, c, dual.alpha[stage], dual.intercept[stage])
        assert dual.primal[stage] - dual.bound[stage] == pytest.approx(of_gap.sum())
        np.testing.assert_allclose(of_gap[dual.order[:count]], 0, atol=1e-7)
        is_added = np.isin(np.arange(30), dual.order[:further])
        if fixed_multiplier is not None:
            is_added[fixed_multiplier[0]] = True
        assert of_gap[dual.order[count:further]].min() >= of_gap[~is_added].max(initial=0) - 1e-9


@pytest.mark.parametrize("intercept", [True, False])
def test_a_multiplier_that_is_kept_leaves_its_term_as_gap(data, intercept):
    """All conditions of the others hold, so no other multipliers give a higher bound."""
    K, y = data
    c = np.full(30, C)
    optimum = grow_dual(K, y, c, intercept=intercept)
    for i in range(0, 30, 3):
        best = abs(optimum.alpha[-1][i])
        for value in (0.0, C / 3, C):
            dual = grow_dual(K, y, c, intercept=intercept, fixed_multiplier=(i, value))
            alpha, b = dual.alpha[-1], dual.intercept[-1]
            assert y[i] * alpha[i] == pytest.approx(value)
            of_gap = terms(K, y, c, alpha, b)
            np.testing.assert_allclose(np.delete(of_gap, i), 0, atol=1e-7)
            assert dual.primal[-1] - dual.bound[-1] == pytest.approx(of_gap[i], abs=1e-7)
            assert dual.bound[-1] <= optimum.bound[-1] + 1e-9
            if abs(value - best) > 0.01:
                assert of_gap[i] > 1e-6


def test_two_points_agree_with_exact_fractions():
    """With x = −1, 3 and C = 10, w = 1/2, b = −1/2 and both multipliers are 1/8."""
    K, y = np.array([[1.0, -3.0], [-3.0, 9.0]]), np.array([-1.0, 1.0])
    dual = grow_dual(K, y, np.full(2, 10.0), intercept=True)
    a = Fraction(1, 8)
    w = -a * -1 + a * 3
    assert (w, -w + Fraction(-1, 2), 3 * w - Fraction(1, 2)) == (Fraction(1, 2), -1, 1)
    assert dual.counts.tolist() == [1, 2]
    np.testing.assert_allclose(dual.alpha, [[0, 0], [-float(a), float(a)]], atol=1e-12)
    np.testing.assert_allclose(dual.bound, [0, float(2 * a - w * w / 2)], atol=1e-12)
    assert dual.intercept[-1] == pytest.approx(-0.5)


def test_one_example_whose_multiplier_is_kept_at_zero_leaves_its_slack():
    dual = grow_dual(np.eye(1), np.ones(1), np.ones(1), intercept=False, fixed_multiplier=(0, 0.0))
    assert dual.counts.tolist() == [0] and dual.primal[0] == 1 and dual.bound[0] == 0
