"""The search for the intercept b: its result, and its cost compared with a fit without b."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.duality_gap import Objective
from kernel_core.solvers.active_set import dual_programme, solve_box
from kernel_core.solvers.intercept import InterceptSearch
from tests.core.problems import noisy, random_problems

LOSSES = [kc.Hinge(), kc.SquaredHinge(), kc.Huber(0.5), kc.EpsilonInsensitive(0.1), kc.Absolute()]


def search_for(X, y, kernel, loss, C):
    qp = dual_programme(kernel(X, X), y, loss, 1 / C, 1.0)
    return InterceptSearch(qp), qp


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_the_sum_of_alpha_is_0_but_for_rounding(loss):
    for X, y, kernel, lam, risk in random_problems(60, seed=11, largest=120):
        c = 1.0 if risk == "sum" else 1 / len(y)
        a = solve_box(Objective(kernel(X, X), y, loss, lam, c, intercept=True))
        assert abs(a.alpha.sum()) <= 1e-10 * np.abs(a.alpha).sum()
        np.testing.assert_allclose(
            kernel(X, X) @ a.alpha + a.intercept, a.f, rtol=1e-9, atol=1e-9 * np.abs(a.f).max()
        )


@pytest.mark.parametrize("tau", [0.1, 0.4, 1.6])
@pytest.mark.parametrize("C", [1.0, 200.0])
def test_an_intercept_needs_at_most_about_twice_as_many_systems(tau, C):
    X, y = noisy(200)
    without_b, with_b = (
        kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum", intercept=b) for b in (False, True)
    )
    assert max(without_b.gap, with_b.gap) <= 1e-10
    assert with_b.iterations <= 2 * without_b.iterations + 20


@pytest.mark.parametrize("b", [-3.0, -0.5, 0.0, 0.5, 3.0])
def test_a_multiplier_step_approaches_the_root_without_overshooting(b):
    """Σ alpha_i never increases with b, so the sum's sign shows on which side of the root b is."""
    X, y = noisy(60)
    search, qp = search_for(X, y, kc.RBF(0.4), kc.Hinge(), 5.0)
    search.minimise(1e-12, 1.0, 10**4)
    root = search.b
    search.move_to(b)
    qp.minimise(1e-12, 1.0, 10**4)
    total = qp.alpha.sum()
    assert np.sign(total) == np.sign(root - b)
    assert min(b, root) <= search.next_intercept <= max(b, root)


def test_ends_of_a_bracket_that_prove_wrong_are_dropped():
    X, y = noisy(60)
    search, _ = search_for(X, y, kc.RBF(0.4), kc.Hinge(), 5.0)
    search.minimise(1e-12, 1.0, 10**4)
    root = search.b
    result, _ = search_for(X, y, kc.RBF(0.4), kc.Hinge(), 5.0)
    result.high = root - 0.2  # an upper end below the root, as a rough solution may give
    result.minimise(1e-12, 1.0, 10**4)
    assert result.b == pytest.approx(root, abs=1e-9)
    assert abs(result.qp.alpha.sum()) <= 1e-12 * np.abs(result.qp.alpha).sum()


@pytest.mark.parametrize("shift", [-1e3, 5.0, 1e6])
@pytest.mark.parametrize("loss", [kc.Absolute(), kc.Huber(0.5), kc.EpsilonInsensitive(0.1)])
def test_labels_far_from_0_change_b_only(loss, shift):
    X, _ = noisy(80)
    y = np.sin(3 * X[:, 0])
    near, far = (
        kc.fit(X, t, kc.RBF(0.5), loss, 0.1, risk="sum", intercept=True) for t in (y, y + shift)
    )
    np.testing.assert_allclose(
        far.decision(X) - shift, near.decision(X), atol=1e-6 + 1e-9 * abs(shift)
    )


@pytest.mark.parametrize("C", [1e-9, 1e-3, 1e6])
@pytest.mark.parametrize("tau", [1e-6, 0.4, 1e4])
def test_any_box_and_any_bandwidth(tau, C):
    X, y = noisy(60)
    y[:45] = 1.0  # with few negative labels and a small C, b is near 1
    s = kc.fit(X, y, kc.RBF(tau), kc.Hinge(), 1 / C, risk="sum", intercept=True)
    assert s.gap <= 1e-6 and s.iterations <= 1000


def test_coarse_boxes_do_not_cycle():
    """All alpha_i are at bounds, so Σ alpha_i has few values, and that of a coarse solution is
    wrong."""
    rng = np.random.default_rng(6)
    *other_problems, (X, y, kernel, lam, risk) = random_problems(149, seed=956, largest=150)
    for k, other_problem in enumerate(other_problems):
        if k % 3:
            rng.exponential(size=len(other_problem.y))
    y = y * rng.exponential(size=len(y))
    assert kc.fit(X, y, kernel, kc.Pinball(0.8), lam, risk=risk, intercept=True).gap <= 1e-9
