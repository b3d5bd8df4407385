"""Computations that the stops of a sweep share: the eigendecomposition of ridge regression, values
of the previous stop, and Gram matrices."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.duality_gap import SolverResult
from kernel_core.kernels import squared_distances
from kernel_core.solution_path import BLOCK, GramCache, extrapolated_start
from kernel_core.solvers.ridge_path import ridge_path
from tests.core.problems import noisy


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("tau", [0.02, 0.4, 20.0])
def test_a_ridge_path_is_ridge_at_every_stop(tau, intercept):
    X, y = noisy(70)
    lams = np.geomspace(1e-6, 1e3, 19)
    options = {"risk": "sum", "intercept": intercept}
    path = kc.sweep(kc.Problem(X, y, kc.Squared(), **options), kc.RBF(tau), lams)
    assert path.gap.max() <= 1e-6 and (path.iterations == 1).all()
    for k in (0, 9, 18):
        single_fit = kc.fit(X, y, kc.RBF(tau), kc.Squared(), lams[k], **options)
        np.testing.assert_allclose(path.decision[k], single_fit.decision(X), atol=1e-6)
        assert path.primal[k] == pytest.approx(single_fit.primal, rel=1e-8)
        proof = kc.certificate(
            *(kc.RBF(tau)(X, X), y, path.alpha[k], path.intercept[k], kc.Squared(), lams[k], "sum"),
            with_intercept=intercept,
        )
        assert path.dual[k] == pytest.approx(proof.dual, rel=1e-9, abs=1e-12)


def test_a_ridge_path_on_a_singular_matrix():
    """Every point occurs twice, once with each label: f = 0 for every lam. With lam = 1e-9 rounding
    in K is visible, which differs between LAPACK versions: 1e-7 to 3e-7."""
    X, _ = noisy(20)
    X, y = np.vstack([X, X]), np.repeat([1.0, -1.0], 20)
    path = kc.sweep(kc.Problem(X, y, kc.Squared()), kc.Linear(), np.geomspace(1e-9, 1e9, 7))
    assert path.gap.max() <= 1e-6
    np.testing.assert_allclose(path.decision, 0, atol=1e-6)


def test_its_answer_solves_the_normal_equations():
    X, y = noisy(40)
    K, lams = kc.RBF(0.5)(X, X), np.array([0.03, 2.0])
    answers = ridge_path(K, y, lams, 1.0, with_intercept=False)
    for k, lam in enumerate(lams):
        np.testing.assert_allclose((K + lam * np.eye(40)) @ answers[k].alpha, y, atol=1e-12)


def test_the_start_is_extrapolated_from_two_stops():
    before, after = (
        SolverResult(np.zeros(2), 0.0, np.array(f), 0) for f in ([1.0, 2.0], [2.0, 1.0])
    )
    assert extrapolated_start({0: before, 1: after}, 2, 1).f.tolist() == [3.0, 0.0]
    assert extrapolated_start({1: after}, 2, 1) is after


@pytest.mark.parametrize("name", ["logistic", "exponential"])
def test_extrapolation_saves_newton_steps(name):
    X, y = noisy(120)
    kernels = [kc.RBF(tau) for tau in np.geomspace(0.1, 3, 32)]
    path = kc.sweep(kc.Problem(X, y, kc.LOSSES[name], risk="sum"), kernels, 0.01)
    assert path.gap.max() <= 1e-6
    assert path.iterations.sum() < 3 * len(kernels)


def test_values_below_the_smallest_float_become_zero():
    D = np.array([0.0, 1.0, 1300.0, 1500.0, 1e5])
    np.testing.assert_allclose(
        kc.RBF(1.0).from_squared_distances(D.copy()), [1, np.exp(-0.5), np.exp(-650), 0, 0]
    )


@pytest.mark.parametrize("m", [50, 300])  # one block of rows, and two blocks
def test_grams_of_a_sweep_are_the_kernels_own(m):
    X, _ = noisy(m)
    assert -(-m * m // BLOCK) == (1 if m == 50 else 2)
    kernels = [kc.RBF(tau) for tau in (0.03, 0.3, 3.0)]
    grams = GramCache(X, kernels)
    for k, kernel in enumerate(kernels):
        np.testing.assert_allclose(grams(k), kernel(X, X), rtol=1e-14, atol=1e-40)
        np.testing.assert_array_equal(grams(k), grams(k).T)
    # Some entries are below exp(-100), which the cache sets to 0.
    assert squared_distances(X, X).max() / (2 * 0.03**2) > 100


def test_a_cold_start_reaches_several_bounds_in_one_step():
    X, y = noisy(300)
    s = kc.fit(X, y, kc.RBF(0.6), kc.Hinge(), 1.0, risk="sum")
    assert s.gap <= 1e-6
    assert s.iterations < len(s.support)
