"""Newton's method for smooth losses: solutions are as exact as rounding permits."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.duality_gap import Objective
from kernel_core.solvers.newton import solve_smooth
from tests.core.problems import noisy

SMOOTH = ["logistic", "exponential"]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("lam", [0.1, 10.0, 1000.0])
def test_solutions_satisfy_the_stationarity_condition(name, lam, intercept):
    """The gap is at most twice the gap of the representer theorem's alpha_i = -L'(f_i, y_i) /
    lam."""
    X, y = noisy(60)
    K, loss = kc.RBF(0.5)(X, X), kc.LOSSES[name]
    s = solve_smooth(Objective(K, y, loss, lam, 1.0, intercept))
    slopes = loss.derivative(s.f, y)
    slopes -= intercept * slopes.mean()  # with an intercept, the slopes must sum to 0
    gap, polished = (
        kc.certificate(K, y, alpha, s.intercept, loss, lam, "sum", with_intercept=intercept).gap
        for alpha in (s.alpha, -slopes / lam)
    )
    assert gap <= max(2 * polished, 1e-14)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", SMOOTH)
def test_where_rounding_hides_the_gap_the_gradient_vanishes_all_the_same(name, intercept):
    """At a gap of 1e-16 the gradient may still be 1e-8; one more step removes it."""
    X, y = noisy(60)
    K, loss = kc.RBF(0.5)(X, X), kc.LOSSES[name]
    for lam in (0.1, 1.0, 10.0, 1000.0):
        s = solve_smooth(Objective(K, y, loss, lam, 1.0, intercept), tol=1e-12)
        slopes = loss.derivative(K @ s.alpha + s.intercept, y)
        np.testing.assert_allclose(lam * s.alpha, -slopes, rtol=0, atol=1e-12)


@pytest.mark.parametrize("tol", [1e-6, 1e-12])
def test_the_callback_receives_every_system(tol):
    X, y = noisy(60)
    states = []
    s = solve_smooth(
        Objective(kc.RBF(0.5)(X, X), y, kc.Logistic(), 0.1, 1.0), tol=tol,
        watch=lambda *state: states.append(state),
    )  # fmt: skip
    assert [solved_count for solved_count, *_ in states] == [*range(1, s.iterations + 1)]
    np.testing.assert_allclose(states[-1][1], s.alpha, rtol=1e-6)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", SMOOTH)
def test_coefficients_are_nonzero_where_the_loss_has_a_slope(name, intercept):
    """Examples far on the correct side have tiny coefficients, which a step could round to 0."""
    X, y = kc.datasets.blobs().sample(60, seed=2)
    K, loss = kc.Polynomial(degree=2, c=1)(X, X), kc.LOSSES[name]
    for lam in (5e-6, 1.4e-5, 4e-5, 4.00125113908e-05):
        s = solve_smooth(Objective(K, y, loss, lam, 1.0, intercept))
        slopes = loss.derivative(K @ s.alpha + s.intercept, y)
        assert slopes.all() and s.alpha.all()


@pytest.mark.parametrize("loss", [kc.Logistic(), kc.Exponential()])
def test_coefficients_do_not_underflow_to_zero(loss):
    """At margins beyond 745, exp(-margin) is smaller than the smallest number in float64."""
    assert loss.derivative(np.array([-1e4, 1e4]), np.array([-1.0, 1.0])).all()
    y = np.array([1.0, -1.0, 1.0, -1.0])
    K = np.diag([1.0, 1.0, 1e9, 1e9]) + 1e5 * np.outer(y, y)
    assert solve_smooth(Objective(K, y, loss, 1e-4, 1.0)).alpha.all()
