"""The lasso by coordinate descent: certified, equal to scikit-learn's, with exact zeros."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Lasso

from pages.regularisation.mathematics.lasso import LassoSolution, lasso_path, max_useful_lam
from pages.regularisation.mathematics.thresholding import soft_threshold


def random_problem(seed, n=None, d=None):
    rng = np.random.default_rng(seed)
    n, d = n or int(rng.integers(1, 40)), d or int(rng.integers(1, 60))
    X = rng.normal(size=(n, d))
    kind = seed % 5
    if kind == 1:  # copy columns
        X[:, : d // 2] = X[:, rng.integers(d, size=d // 2)]
    elif kind == 2:  # scale columns very differently, and set one to 0
        X *= 10 ** rng.uniform(-2, 2, d)
        X[:, 0] = 0.0
    elif kind == 3:  # round to whole numbers, with ties
        X = np.round(X)
    elif kind == 4:  # make columns highly correlated
        X = X[:, :1] + 0.1 * X
    return X, 10 ** rng.uniform(-3, 3) * rng.normal(size=n)


def fit_lasso(X, y, lam, **options) -> LassoSolution:
    return next(lasso_path(X, y, [lam], **options))


def objective(X, y, w, lam):
    return np.sum((X @ w - y) ** 2) + lam * np.abs(w).sum()


def prove(X, y, s):
    """Check that `primal` is the objective at w, and that a feasible dual point has no larger
    value."""
    assert s.primal == pytest.approx(objective(X, y, s.w, s.lam), rel=1e-9)
    assert s.dual <= s.primal
    residual = y - X @ s.w
    steepest = np.abs(X.T @ residual).max()
    theta = residual * min(1, s.lam / 2 / steepest) if steepest > 0 else residual
    assert np.abs(X.T @ theta).max() <= s.lam / 2 * (1 + 1e-9)
    assert y @ y - np.sum((y - theta) ** 2) <= s.primal * (1 + 1e-9) + 1e-12 * (y @ y)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.floats(-4, 0.2))
def test_every_answer_is_certified_and_meets_the_kkt_conditions(seed, power):
    X, y = random_problem(seed)
    top = max_useful_lam(X, y)
    if top < 1e-9:
        return
    s = fit_lasso(X, y, top * 10**power, tol=1e-7)
    prove(X, y, s)
    assert s.converged and 0 <= s.gap <= 1e-7
    slack = X.T @ (y - X @ s.w)
    assert np.abs(slack).max() <= s.lam / 2 * (1 + 1e-3)
    if power > 0:
        assert not s.w.any() and s.gap == 0


@pytest.mark.parametrize("share", [0.5, 0.1, 0.01, 1e-3])
@pytest.mark.parametrize("shape", [(50, 100), (40, 20), (30, 30)])
def test_it_matches_scikit_learn(shape, share):
    X, y = random_problem(0, *shape)
    lam = share * max_useful_lam(X, y)
    reference = Lasso(alpha=lam / (2 * len(y)), fit_intercept=False, tol=1e-12, max_iter=10**6)
    reference = reference.fit(X, y).coef_
    s = fit_lasso(X, y, lam, tol=1e-10)
    np.testing.assert_allclose(s.w, reference, atol=1e-6 * np.abs(reference).max())
    assert s.primal <= objective(X, y, reference, lam) * (1 + 1e-12)
    assert set(s.support) == set(np.flatnonzero(np.abs(reference) > 1e-9 * np.abs(reference).max()))


def test_orthonormal_columns_are_the_isotropic_case():
    X, y = np.linalg.qr(np.random.default_rng(0).normal(size=(12, 7)))[0], np.arange(12.0) - 5
    for lam in (0.5, 3.0, 9.0):
        s = fit_lasso(X, y, lam)
        np.testing.assert_allclose(s.w, soft_threshold(X.T @ y, lam), atol=1e-12)
        assert s.sweeps <= 2


def test_just_below_the_largest_lam_one_entry_is_not_zero():
    X, y = random_problem(5, 20, 30)
    top = max_useful_lam(X, y)
    assert not fit_lasso(X, y, top).w.any()
    assert len(fit_lasso(X, y, 0.999 * top).support) == 1


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("seed", range(6))
def test_a_path_gives_the_same_as_each_alone(seed):
    X, y = random_problem(5 * seed, 25, 50)
    lams = max_useful_lam(X, y) * np.geomspace(0.9, 1e-4, 15)
    path = list(lasso_path(X, y, lams))
    sweeps = 0
    for s, lam in zip(path, lams, strict=True):
        single_fit = fit_lasso(X, y, lam)
        assert s.lam == lam and s.converged
        np.testing.assert_allclose(s.w, single_fit.w, atol=1e-6 * np.abs(single_fit.w).max())
        sweeps += single_fit.sweeps
    assert sum(s.sweeps for s in path) < sweeps  # warm starts save iterations
    fits = [np.sum((X @ s.w - y) ** 2) for s in path]
    sizes = [np.abs(s.w).sum() for s in path]
    assert (np.diff(fits) < 0).all() and (np.diff(sizes) > 0).all()


def test_every_start_leads_to_the_same_solution():
    X, y = random_problem(10, 30, 12)
    lam = 0.05 * max_useful_lam(X, y)
    fit = fit_lasso(X, y, lam, tol=1e-12)
    other_fit = fit_lasso(X, y, lam, start=100 * np.ones(12), tol=1e-12)
    np.testing.assert_allclose(fit.w, other_fit.w, rtol=1e-8, atol=1e-12)
    assert fit_lasso(X, y, lam, start=fit.w).sweeps == 0


def test_duplicate_columns_share_the_weight():
    """G depends only on the sum of the weights of equal columns."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=10), rng.normal(size=10)
    single = fit_lasso(x[:, None], y, 0.5)
    double = fit_lasso(np.column_stack([x, x]), y, 0.5)
    assert double.converged and double.w.sum() == pytest.approx(single.w[0])
    mirrored = fit_lasso(np.column_stack([x, -x]), y, 0.5)
    assert mirrored.w[0] - mirrored.w[1] == pytest.approx(single.w[0])


def test_too_few_sweeps_leave_a_true_gap():
    X, y = random_problem(0, 50, 100)
    lam = 1e-3 * max_useful_lam(X, y)
    short, full = fit_lasso(X, y, lam, max_sweeps=1), fit_lasso(X, y, lam)
    assert not short.converged and short.sweeps == 1 and short.gap > 1e-3
    assert short.dual <= full.primal <= short.primal


def test_small_cases():
    s = fit_lasso([[2.0]], [3.0], 4.0)  # minimise 4w² − 12w + 9 + 4|w|
    assert s.w.tolist() == [1.0] and s.primal == 5 and s.converged
    s = fit_lasso(np.zeros((3, 2)), [1.0, 2.0, 3.0], 1.0)
    assert s.w.tolist() == [0, 0] and s.gap == 0
    s = fit_lasso([[1.0, 2.0]], [0.0], 1.0)
    assert s.w.tolist() == [0, 0] and s.primal == 0 and s.gap == 0 and s.converged


def test_the_same_problem_gives_the_same_bytes():
    X, y = random_problem(0, 30, 60)
    first, second = (fit_lasso(X, y, 0.01 * max_useful_lam(X, y)) for _ in range(2))
    assert first.w.tobytes() == second.w.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lam": 0}, "lam must be"),
        ({"lam": -1}, "lam must be"),
        ({"lam": np.inf}, "lam must be"),
        ({"y": [1.0]}, "y must hold"),
        ({"y": [np.nan, 0]}, "y must hold"),
        ({"y": ["a", "b"]}, "y must hold"),
        ({"X": [[np.inf], [0.0]]}, "finite"),
        ({"start": [1.0, 2.0]}, "start must hold 1"),
        ({"tol": 0}, "tol"),
        ({"max_sweeps": 0}, "max_sweeps"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"X": [[1.0], [2.0]], "y": [1.0, 2.0], "lam": 1.0, **change}
    with pytest.raises(ValueError, match=message):
        fit_lasso(**options)
