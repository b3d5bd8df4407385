"""The KKT report of a hinge solution: dual variables, slacks, kinds of example, and the interval
of the intercept."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC

import kernel_core as kc
from kernel_core.solvers.intercept import optimal_intercept_interval
from kernel_core.svm import report_kkt
from kernel_core.svm.kkt_report import BOUND, FREE, report_kkt_from_arrays
from tests.core.problems import noisy, random_problems
from tests.core.svm.edges import EDGES

LAMS = np.geomspace(1e-3, 50, 8).tolist()


def total(X, y, s, b):
    """Compute ½‖w‖² + C Σ xi_i for the solution's w and another intercept `b`."""
    short = np.maximum(0, 1 - y * (s.decision(X) - s.intercept + b))
    return s.norm2 / 2 + short.sum() / s.lam


@pytest.mark.parametrize("risk", ["sum", "mean"])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_parts_add_up_to_the_primal(risk, intercept):
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.01, risk=risk, intercept=intercept)
    parts = report_kkt(s)
    assert pytest.approx(100 / (60 if risk == "mean" else 1)) == parts.C
    assert parts.half_norm2 == pytest.approx(s.norm2 / 2)
    assert parts.half_norm2 + parts.C * parts.slack.sum() == pytest.approx(s.primal / 0.01)
    assert parts.margin == pytest.approx(1 / np.sqrt(s.norm2))
    np.testing.assert_allclose(parts.slack, np.maximum(0, 1 - y * s.decision(X)))
    np.testing.assert_array_equal(parts.dual_variable, y * s.alpha)
    assert (parts.dual_variable >= 0).all() and (parts.dual_variable <= parts.C).all()
    assert not intercept or abs(s.alpha.sum()) < 1e-9


@pytest.mark.parametrize("intercept", [True, False])
def test_kinds_keep_the_kkt_conditions_on_random_problems(intercept):
    counts = np.zeros(3, dtype=int)
    for X, y, kernel, lam, risk in random_problems(60, seed=30 + intercept, largest=60):
        s = kc.fit(X, y, kernel, kc.Hinge(), lam, risk=risk, intercept=intercept)
        parts, reach = report_kkt(s), y * s.decision(X)
        tol = 1e-6 * max(1.0, np.abs(reach).max())
        assert parts.violation <= tol
        assert (reach[parts.kkt_category == 0] >= 1 - tol).all()
        assert (np.abs(reach[parts.kkt_category == 1] - 1) <= tol).all()
        assert (reach[parts.kkt_category == 2] <= 1 + tol).all()
        assert (parts.slack[parts.kkt_category != 2] <= tol).all()
        assert ((parts.dual_variable / parts.C >= 1 - 1e-11) == (parts.kkt_category == 2)).all()
        assert ((s.alpha == 0) == (parts.kkt_category == 0)).all()
        assert parts.counts.sum() == len(y)
        counts += parts.counts
    assert (counts > 50).all()


@pytest.mark.parametrize("intercept", [True, False])
def test_with_weights_each_example_has_its_own_bound(intercept):
    """Compare with values by hand and, with an intercept, with `sample_weight` of scikit-learn's
    SVC."""
    X, y = noisy(60)
    X = np.round(8 * X) / 8  # libsvm's single precision is exact for these
    w = np.where(y > 0, 1.5, 0.75)
    loss = kc.WeightedLoss(kc.Hinge(), w)
    s = kc.fit(X, y, kc.Linear(), loss, 0.5, risk="sum", intercept=intercept, tol=1e-9)
    parts, reach = report_kkt(s), y * s.decision(X)
    bound, a = 2.0 * w, y * s.alpha
    assert pytest.approx(2.0) == parts.C
    at_bound = a >= bound * (1 - 1e-9)
    np.testing.assert_array_equal(parts.kkt_category == BOUND, at_bound)
    np.testing.assert_array_equal(parts.kkt_category == FREE, (a > 0) & ~at_bound)
    assert {*y[at_bound]} == {-1.0, 1.0} and (a[at_bound] > 2.0).any(), "some exceed C"
    assert parts.violation < 1e-6
    np.testing.assert_allclose(parts.slack, np.maximum(0, 1 - reach))
    assert parts.half_norm2 + bound @ parts.slack == pytest.approx(s.primal / 0.5)
    if intercept:
        svc = SVC(C=2.0, kernel="linear", tol=1e-6).fit(X, y, sample_weight=w)
        f = svc.decision_function(X)
        xi = np.maximum(0, 1 - y * f)
        assert bound @ parts.slack == pytest.approx(bound @ xi, rel=1e-5)
        assert parts.margin == pytest.approx(1 / np.linalg.norm(svc.coef_), rel=1e-5)
        assert parts.low - 1e-6 <= svc.intercept_[0] <= parts.high + 1e-6


def test_the_interval_of_the_intercept_is_that_of_the_weighted_risk():
    """If f = 0, the class with the larger total weight decides, not the one with more examples."""
    y = np.array([1.0, -1.0, -1.0])
    zero, w = np.zeros(3), np.array([5.0, 1.0, 1.0])
    parts = report_kkt_from_arrays(y, zero, zero, np.array(0.0), np.array(1.0), w)
    assert (parts.low, parts.high) == (1.0, 1.0)
    parts = report_kkt_from_arrays(y, zero, zero, np.array(0.0), np.array(1.0))
    assert (parts.low, parts.high) == (-1.0, -1.0)


def test_the_violation_detects_non_optimal_points():
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.1, risk="sum")
    assert report_kkt(s).violation < 1e-6
    assert report_kkt(replace(s, alpha=0.9 * s.alpha)).violation > 0.01
    swapped = s.alpha.copy()
    swapped[s.support[0]] = 0.0
    assert report_kkt(replace(s, alpha=swapped)).violation > 0.01


@pytest.mark.parametrize("intercept", [True, False])
def test_a_sweep_has_the_kkt_report_of_its_stops(intercept):
    X, y = noisy(60)
    s = kc.sweep(kc.Problem(X, y, kc.Hinge(), risk="sum", intercept=intercept), kc.RBF(0.4), LAMS)
    all_stops = report_kkt(s)
    assert all_stops.kkt_category.shape == (8, 60) and all_stops.counts.shape == (8, 3)
    assert (np.diff(all_stops.margin) > 0).all()  # a larger lam gives a wider margin
    for k in range(8):
        for name, part in vars(report_kkt(s.solution(k))).items():
            np.testing.assert_allclose(getattr(all_stops, name)[k], part, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("seed", range(4))
def test_every_intercept_in_the_bracket_has_the_same_primal(seed):
    """With classes of equal size and a small C all examples have α = C, and b may vary."""
    X, y = noisy(30, seed)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 100.0, risk="sum", intercept=True)
    parts = report_kkt(s)
    low, high = float(parts.low), float(parts.high)
    assert parts.counts.tolist() == [0, 0, 30] and high - low > 0.1
    assert low <= s.intercept <= high
    best = total(X, y, s, s.intercept)
    for b in np.linspace(low, high, 7):
        assert total(X, y, s, b) == pytest.approx(best, rel=1e-12)
    for b in (low - 1e-3, high + 1e-3):
        assert total(X, y, s, b) > best * (1 + 1e-8)


def test_a_free_example_pins_the_intercept():
    X, y = noisy(60)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.1, risk="sum", intercept=True)
    parts = report_kkt(s)
    assert parts.counts[1] > 0
    assert parts.high - parts.low < 1e-9 and abs(parts.low - s.intercept) < 1e-9


@pytest.mark.parametrize(("label", "low", "high"), [(1.0, 1, np.inf), (-1.0, -np.inf, -1)])
def test_one_class_alone_has_a_half_line_of_intercepts(label, low, high):
    X, y = noisy(10)[0], np.full(10, label)
    s = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 1.0, intercept=True)
    parts = report_kkt(s)
    assert (parts.low, parts.high, parts.margin) == (low, high, np.inf)
    assert not parts.slack.any()


@pytest.mark.parametrize("loss", [kc.Hinge(), kc.Absolute(), kc.Pinball(0.3)], ids=repr)
def test_the_optimal_intercepts_have_the_minimum_risk(loss):
    """For many f: no b outside the interval has a smaller risk, and all b inside it are optimal."""
    rng = np.random.default_rng(0)
    for m in (1, 2, 3, 10):
        y = np.append([1.0, -1.0], rng.choice([-1.0, 1.0], m))[-m:]
        dual, f = loss.dual_pieces(y), rng.normal(size=(5, m))
        low, high = optimal_intercept_interval(dual.at[0] - f, -dual.high[0], -dual.low[0])
        for row, ends in zip(f, np.column_stack([low, high]), strict=True):
            left, right = np.where(np.isfinite(ends), ends, [-50, 50])
            risk = loss.value(row + np.linspace(left - 5, right + 5, 4001)[:, None], y).sum(axis=1)
            best = [loss.value(row + b, y).sum() for b in np.linspace(left, right, 5)]
            np.testing.assert_allclose(best, best[0], atol=1e-9)
            assert risk.min() >= best[0] - 1e-9
            for b, inside in ((left - 1e-3, left > -50), (right + 1e-3, right < 50)):
                assert not inside or loss.value(row + b, y).sum() > best[0] + 1e-9


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e5])
@pytest.mark.parametrize(("X", "y"), EDGES.values(), ids=EDGES)
def test_edge_cases_keep_the_kkt_conditions_and_their_bracket(X, y, C, intercept):
    X, y = np.array(X), np.array(y, dtype=float)
    for kernel in (kc.Linear(), kc.Polynomial(2, 1.0), kc.RBF(0.4)):
        problem = (X, y, kernel, kc.Hinge(), 1 / C)
        s = kc.fit(*problem, risk="sum", intercept=intercept, tol=1e-8)
        parts, reach = report_kkt(s), y * s.decision(X)
        tol = 1e-6 * max(1.0, np.abs(reach).max())
        assert parts.violation <= tol and parts.counts.sum() == len(y)
        assert (parts.slack >= 1 - reach - tol).all() and (
            parts.slack[parts.kkt_category != 2] <= tol
        ).all()
        cost = parts.C * parts.slack.sum()
        assert parts.half_norm2 + cost == pytest.approx(C * s.primal, rel=1e-6)
        if intercept:
            assert parts.low - tol <= s.intercept <= parts.high + tol
            assert abs(s.alpha.sum()) <= 1e-9 * max(1.0, C)


def test_opposite_duplicates_share_their_slack():
    """At a point with both labels, the slacks of its two examples sum to at least 2."""
    X, y = EDGES["opposite duplicates"]
    s = kc.fit(X, y, kc.Linear(), kc.Hinge(), 1e-3, risk="sum", intercept=True)
    parts = report_kkt(s)
    assert parts.slack[0] + parts.slack[1] >= 2 - 1e-9
    copies = kc.fit([[2.0, 1.0]] * 5, [1, -1, 1, 1, -1], kc.Linear(), kc.Hinge(), 1.0, risk="sum",
                  intercept=True)  # fmt: skip
    assert report_kkt(copies).half_norm2 == pytest.approx(0, abs=1e-12) and copies.intercept == (
        pytest.approx(1)
    ), "all points equal: w = 0, and b takes the side of the majority"


@pytest.mark.parametrize(
    ("loss", "lam", "message"),
    [(kc.Logistic(), 1.0, "logistic"), (kc.Hinge(), 0.0, "use lam > 0")],
)
def test_an_unsupported_fit_is_refused(loss, lam, message):
    s = kc.fit([[0.0], [1.0]], [1, -1], kc.RBF(0.4), loss, 1.0)
    with pytest.raises(ValueError, match=message):
        report_kkt(replace(s, lam=lam))
