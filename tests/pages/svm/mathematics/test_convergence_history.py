"""The recorded steps of solvers lead to a proven optimum."""

import numpy as np
import pytest

import kernel_core as kc
from pages.svm.mathematics.convergence_history import record_convergence
from pages.svm.mathematics.soft_margin import ConvergenceHistory
from tests.core.problems import noisy
from tests.core.svm.edges import EDGES


@pytest.mark.parametrize("name", ["hinge", "logistic", "squared", "exponential"])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("risk", ["sum", "mean"])
def test_the_history_leads_from_zero_to_the_fit(name, intercept, risk):
    X, y = noisy(40)
    problem = kc.Problem(X, y, kc.LOSSES[name], risk, intercept)
    t = record_convergence(problem, kc.RBF(0.4), 0.05)
    s = kc.solve(problem, kc.RBF(0.4), 0.05)
    assert t.iterations[0] == 0 and (np.diff(t.iterations) > 0).all()
    at_zero = {"hinge": 1, "logistic": np.log(2), "squared": 0.5, "exponential": 1}[name]
    assert t.primal[0] == pytest.approx(at_zero * (40 if risk == "sum" else 1))
    assert t.dual[0] == pytest.approx(0, abs=1e-9)
    assert (np.diff(t.primal) <= 0).all() and (np.diff(t.dual) >= 0).all()
    assert (np.diff(t.gap) <= 0).all() and (t.gap >= 0).all()
    assert t.iterations[-1] == s.iterations
    assert t.primal[-1] == pytest.approx(s.primal, rel=1e-9)
    assert t.gap[-1] <= max(s.gap, 1e-9)


def test_no_entry_promises_more_than_the_optimum():
    problem = kc.Problem(*noisy(60), kc.Hinge(), "sum", intercept=True)
    s = kc.solve(problem, kc.RBF(0.4), 0.01, tol=1e-9)
    t = record_convergence(problem, kc.RBF(0.4), 0.01)
    assert len(t.gap) > 5
    assert (t.primal >= s.dual - 1e-9 * s.primal).all()
    assert (t.dual <= s.primal * (1 + 1e-9)).all()
    np.testing.assert_allclose(t.gap, (t.primal - t.dual) / np.maximum(1, t.primal))


def test_what_was_proven_once_stays_proven():
    t = ConvergenceHistory.of([(0, 5.0, 0.0), (2, 6.0, -1.0), (3, 4.0, 3.0)])
    assert (t.primal.tolist(), t.dual.tolist()) == ([5, 5, 4], [0, 0, 3])
    assert t.gap.tolist() == [1, 1, 0.25]


def test_it_is_reproducible_and_stops_where_told():
    problem = kc.Problem(*noisy(40), kc.Hinge()), kc.Linear(), 0.1
    first, second = record_convergence(*problem), record_convergence(*problem)
    assert first.gap.tobytes() == second.gap.tobytes()
    short = record_convergence(*problem, max_iter=10)
    assert short.iterations[-2] < 10 and len(short.gap) < len(first.gap)
    np.testing.assert_array_equal(short.primal, first.primal[: len(short.primal)])


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e5])
@pytest.mark.parametrize(("X", "y"), EDGES.values(), ids=EDGES)
def test_edge_cases_come_to_their_proof(X, y, C, intercept):
    problem = kc.Problem(X, y, kc.Hinge(), "sum", intercept)
    for kernel in (kc.Linear(), kc.Polynomial(2, 1.0), kc.RBF(0.4)):
        s = kc.solve(problem, kernel, 1 / C, tol=1e-8)
        t = record_convergence(problem, kernel, 1 / C)
        assert t.gap[-1] <= 1e-8 and (np.diff(t.gap) <= 0).all()
        assert t.primal[-1] == pytest.approx(s.primal, rel=1e-6, abs=1e-9)


def test_the_perceptron_loss_needs_no_step():
    t = record_convergence(kc.Problem(*noisy(20), kc.Perceptron()), kc.RBF(0.4), 0.1)
    assert t.iterations.tolist() == [0] and t.gap.tolist() == [0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lam": 0.0}, "choose lam > 0"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    problem = kc.Problem([[0.0], [1.0]], [1, -1], kc.Hinge())
    with pytest.raises(ValueError, match=message):
        record_convergence(problem, kc.Linear(), **{"lam": 1.0, **change})
