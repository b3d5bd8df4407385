"""Gradient descent on an underdetermined problem, compared with the pseudo-inverse."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Ridge

from pages.regularisation.mathematics.implicit_regularisation import (
    max_step_size,
    random_underdetermined_problem,
    run_gradient_descent,
)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 10))
def test_descent_from_zero_reaches_the_least_norm(seed, n, extra_steps):
    X, y = random_underdetermined_problem(n, n + 4 + extra_steps, seed)
    start = np.random.default_rng(seed + 1).normal(size=n + 4 + extra_steps)
    singular = np.linalg.svd(X, compute_uv=False)
    steps = int(min(20_000, 150 + 30 * (singular[0] / singular[-1]) ** 2))
    zero = run_gradient_descent(X, y, steps=steps)
    other_run = run_gradient_descent(X, y, start, steps=steps)
    least = np.linalg.lstsq(X, y)[0]
    np.testing.assert_allclose(zero.w[-1], least, atol=1e-8 * max(1, np.abs(least).max()))
    assert not zero.null_space_part.any()
    null = start - np.linalg.lstsq(X, X @ start)[0]
    np.testing.assert_allclose(
        other_run.w[-1] - zero.w[-1], null, atol=1e-7 * max(1, np.abs(least).max())
    )
    np.testing.assert_allclose(
        other_run.limit, least + null, atol=1e-8 * max(1, np.abs(least).max())
    )
    assert zero.rss[-1] <= 1e-10 and other_run.rss[-1] <= 1e-10
    assert np.linalg.norm(other_run.limit) > np.linalg.norm(zero.limit)
    assert (np.diff(other_run.rss) <= 1e-12).all() and (np.diff(other_run.distance) <= 1e-12).all()


def test_no_step_touches_the_null_space():
    X, y = random_underdetermined_problem(3, 7, 0)
    start = np.arange(7.0)
    run = run_gradient_descent(X, y, start, steps=50)
    projection = np.eye(7) - np.linalg.pinv(X) @ X
    np.testing.assert_allclose(
        run.w @ projection, np.tile(run.null_space_part, (51, 1)), atol=1e-12
    )


def test_it_is_where_ridge_goes_as_lam_goes_to_0():
    X, y = random_underdetermined_problem(4, 9, 1)
    ridge = Ridge(alpha=1e-9, fit_intercept=False, solver="svd").fit(X, y).coef_
    np.testing.assert_allclose(run_gradient_descent(X, y).least_norm, ridge, atol=1e-8)


def test_one_equation_two_unknowns_by_hand():
    """For 2w₁ + w₂ = 5 the solution nearest to 0 is (2, 1); a start at (0, 5), a solution, does not
    move."""
    run = run_gradient_descent([[2.0, 1.0]], [5.0], steps=60)
    np.testing.assert_allclose(run.w[-1], [2, 1], atol=1e-12)
    np.testing.assert_allclose(run.w[1], [2, 1])  # η = ½/‖X‖²: one step is enough
    resting_run = run_gradient_descent([[2.0, 1.0]], [5.0], [0.0, 5.0], steps=3)
    np.testing.assert_allclose(resting_run.w, np.tile([0, 5.0], (4, 1)))
    np.testing.assert_allclose(resting_run.null_space_part, [-2, 4])
    slow_run = run_gradient_descent([[2.0, 1.0]], [5.0], eta=0.01, steps=2)
    np.testing.assert_allclose(slow_run.w, [[0, 0], [0.2, 0.1], [0.38, 0.19]])
    assert slow_run.rss.tolist() == pytest.approx([25, 20.25, 16.4025])


def test_only_steps_below_the_maximum_are_allowed_and_they_converge():
    X, y = random_underdetermined_problem(3, 5, 2)
    longest = max_step_size(X)
    near = run_gradient_descent(X, y, eta=0.99 * longest, steps=3000)
    np.testing.assert_allclose(near.w[-1], near.limit, atol=1e-6)
    with pytest.raises(ValueError, match="may not converge"):
        run_gradient_descent(X, y, eta=longest)


def test_ranks_may_be_short():
    X, y = [[1.0, 2.0, 0.0], [2.0, 4.0, 0.0]], [1.0, 3.0]  # contradictory equations
    run = run_gradient_descent(X, y, steps=200)
    np.testing.assert_allclose(run.w[-1], np.linalg.pinv(X) @ y, atol=1e-12)
    flat = run_gradient_descent([[0.0, 0.0]], [1.0], [3.0, 4.0], steps=2)
    assert flat.w.tolist() == [[3, 4]] * 3 and flat.null_space_part.tolist() == [3, 4]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: random_underdetermined_problem(3, 3, 0), "n < d"),
        (lambda: run_gradient_descent([[1.0, 2.0]], [1.0, 2.0]), "y must hold 1"),
        (lambda: run_gradient_descent([[1.0, 2.0]], [1.0], [1.0]), "start must hold 2"),
        (lambda: run_gradient_descent([[1.0, 2.0]], [1.0], [np.nan, 0]), "start must hold 2"),
        (lambda: run_gradient_descent([[1.0, 2.0]], [1.0], steps=0), "steps"),
        (lambda: run_gradient_descent([[1.0, 2.0]], [1.0], eta=0), "eta"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message):
        call()
