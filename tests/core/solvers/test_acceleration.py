"""The warm-up by coordinate steps, and different starts of the active set."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.solvers import active_set
from kernel_core.solvers.acceleration import coordinate_warm_up, needs_continuation
from kernel_core.solvers.active_set import dual_programme
from tests.core.problems import noisy


def test_coordinate_steps_never_lower_the_dual():
    X, y = noisy(200)
    K, dual = kc.RBF(0.8)(X, X), 0.0
    qp = dual_programme(K, y, kc.Hinge(), 1.0, 1.0)
    for _ in range(3):
        coordinate_warm_up(qp)
        a, qp.free_indices = qp.alpha, np.empty(0, dtype=int)  # the next warm-up is not skipped
        assert (qp.lower <= a).all() and (a <= qp.upper).all()
        np.testing.assert_allclose(qp.f, K @ a, atol=1e-12)
        assert y @ a - a @ qp.f / 2 > dual
        dual = y @ a - a @ qp.f / 2
    best = kc.fit(X, y, kc.RBF(0.8), kc.Hinge(), 1.0, risk="sum").dual
    assert 0.999 * best < dual <= best * (1 + 1e-12)


def test_coordinate_steps_skip_kernels_without_a_diagonal():
    qp = dual_programme(np.zeros((200, 200)), np.ones(200), kc.Hinge(), 1.0, 1.0)
    coordinate_warm_up(qp)
    assert (qp.alpha == 0).all()


def test_coordinate_steps_save_systems_where_many_are_at_c(monkeypatch):
    problem = kc.Problem(*noisy(500), kc.Hinge(), risk="sum")

    def solves():
        solutions, start = [], None
        for tau in np.geomspace(5, 0.5, 16):
            start = kc.solve(problem, kc.RBF(tau), 1.0, start=start)
            solutions.append(start)
        assert max(s.gap for s in solutions) <= 1e-9
        return sum(s.iterations for s in solutions)

    with_steps = solves()
    monkeypatch.setattr(active_set, "coordinate_warm_up", lambda qp: None)
    assert with_steps < 0.7 * solves()


@pytest.mark.parametrize("tau", [0.4, 1.5])
@pytest.mark.parametrize("C", [20.0, 200.0, 2000.0])
def test_a_large_box_is_reached_by_way_of_a_smaller_one(tau, C, monkeypatch):
    X, y = noisy(300)
    by_way = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum")
    monkeypatch.setattr(active_set, "needs_continuation", lambda qp: False)
    at_once = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum")
    assert by_way.primal == pytest.approx(at_once.primal, rel=1e-9)
    assert max(by_way.gap, at_once.gap) <= 1e-10
    assert by_way.iterations < 0.8 * at_once.iterations


def test_near_diagonal_problems_need_no_continuation():
    X, y = noisy(300)
    for tau, asks in ((0.05, False), (0.4, True)):
        qp = dual_programme(kc.RBF(tau)(X, X), y, kc.Hinge(), 1 / 200, 1.0)
        assert needs_continuation(qp) == asks


def test_small_problems_skip_acceleration():
    X, y = noisy(100)
    qp = dual_programme(kc.RBF(0.8)(X, X), y, kc.Hinge(), 1.0, 1.0)
    coordinate_warm_up(qp)
    assert (qp.alpha == 0).all()


def test_a_distant_start_gives_the_same_solution():
    """lam changes by a factor of a thousand in either direction, so the start is far from the
    solution."""
    X, y = noisy(300)
    for lams in ([1e-2, 10.0, 1e-2], [10.0, 1e-2, 10.0]):
        path = kc.sweep(kc.Problem(X, y, kc.Hinge(), risk="sum"), kc.RBF(0.5), lams)
        assert path.gap.max() <= 1e-6
        np.testing.assert_allclose(path.decision[0], path.decision[2], atol=1e-5)


@pytest.mark.parametrize("tau", [0.1, 0.6, 3.0])
@pytest.mark.parametrize("C", [3.0, 30.0, 1e3, 1e6])
def test_a_large_c_is_solved_from_zero(tau, C):
    X, y = noisy(160)
    s = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum")
    near = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 3 / C, risk="sum")
    problem = kc.Problem(X, y, kc.Hinge(), risk="sum")
    restarted = kc.solve(problem, kc.RBF(tau), 1 / C, start=near)
    assert max(s.gap, restarted.gap) <= 1e-6
    np.testing.assert_allclose(restarted.decision(X), s.decision(X), atol=1e-4)
