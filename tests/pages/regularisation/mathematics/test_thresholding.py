"""The diamond, the disc and the cross where they touch the level sets, and the three shrinkage
curves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize, minimize_scalar
from sklearn.linear_model import Lasso, Ridge

from pages.regularisation.mathematics.thresholding import (
    hard_threshold,
    level_set,
    minimise_on_ball,
    ridge_shrink,
    soft_threshold,
)

NORM = {"l2": 2, "l1": 1}


def random_problem(seed):
    rng = np.random.default_rng(seed)
    B = rng.normal(size=(2, 2)) @ np.diag([1.0, rng.uniform(0.1, 3)])
    A = B @ B.T + 1e-3 * np.eye(2)
    return (A + A.T) / 2, 2 * rng.normal(size=2), float(np.exp(rng.uniform(-2, 1.5)))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**7), st.sampled_from(["l1", "l2"]))
def test_the_kkt_conditions_hold(seed, ball):
    A, w_hat, beta = random_problem(seed)
    t = minimise_on_ball(A, w_hat, beta, ball)
    norm = np.linalg.norm(t.w, NORM[ball])
    np.testing.assert_allclose(t.gradient, 2 * A @ (t.w - w_hat), atol=1e-12)
    if np.linalg.norm(w_hat, NORM[ball]) <= beta:
        assert t.w.tolist() == w_hat.tolist() and t.lam == t.primal == t.dual == 0
        return
    assert norm == pytest.approx(beta, rel=1e-12) and t.lam > 0
    rounding = 1e-14 * np.abs(A).max() * (w_hat @ w_hat)
    assert 0 <= t.primal - t.dual <= 1e-9 * t.primal + rounding
    scale = 1e-8 * np.abs(A).max() * np.abs(w_hat).max()
    if ball == "l2":
        np.testing.assert_allclose(t.gradient, -2 * t.lam * t.w, atol=scale)
        return
    for g, w in zip(t.gradient, t.w, strict=True):  # the subgradient condition
        assert abs(g) <= t.lam + scale
        assert w == 0 or g == pytest.approx(-t.lam * np.sign(w), abs=scale)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**7), st.sampled_from(["l1", "l2", "l0"]))
def test_nothing_in_the_ball_is_better(seed, ball):
    A, w_hat, beta = random_problem(seed)
    t = minimise_on_ball(A, w_hat, beta, ball)
    angle = np.linspace(0, 2 * np.pi, 4001)
    directions = np.column_stack([np.cos(angle), np.sin(angle)])
    if ball == "l0":
        line = np.linspace(-30, 30, 4001)
        k = int(min(beta, 2))
        W = [
            [[0, 0]],
            np.vstack([np.outer(line, [1, 0]), np.outer(line, [0, 1])]),
            30 * directions,
        ][k]
        if k == 2:
            assert t.w.tolist() == w_hat.tolist()
    else:
        ball_points = beta * directions / np.linalg.norm(directions, NORM[ball], axis=1)[:, None]
        W = np.vstack([ball_points, 0.7 * ball_points, 0.3 * ball_points])
    offset = np.array(W) - w_hat
    rss = (offset @ A * offset).sum(axis=1)
    assert rss.min() >= t.dual - 1e-12
    assert ball == "l0" or rss.min() <= t.primal + 1e-2 * (1 + t.primal) or t.lam == 0


@pytest.mark.parametrize("seed", range(5))
def test_scipy_agrees(seed):
    A, w_hat, _ = random_problem(seed)
    for ball, room in (("l2", lambda w: 1 - w @ w), ("l1", None)):
        beta = 0.5 * np.linalg.norm(w_hat, NORM[ball])
        t = minimise_on_ball(A, w_hat, beta, ball)
        if ball == "l2":
            best = minimize(
                lambda w, b=beta: (b * w - w_hat) @ A @ (b * w - w_hat),
                [0.1, 0.1],
                constraints={"type": "ineq", "fun": room},
                options={"ftol": 1e-14},
            )
            assert t.primal == pytest.approx(best.fun, rel=1e-5)
        else:
            best = min(
                minimize_scalar(
                    lambda u, s=s, b=beta: (
                        (b * np.array([s[0] * u, s[1] * (1 - u)]) - w_hat)
                        @ A
                        @ (b * np.array([s[0] * u, s[1] * (1 - u)]) - w_hat)
                    ),
                    bounds=(0, 1),
                    method="bounded",
                    options={"xatol": 1e-10},
                ).fun
                for s in [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            )
            assert t.primal == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_the_multiplier_is_the_notes_lam(seed):
    """The touching point minimises RSS + λψ at the multiplier λ: compare with scikit-learn's Ridge
    and Lasso."""
    A, w_hat, _ = random_problem(seed)
    X = np.linalg.cholesky(A).T  # so XᵀX = A, and y = Xŵ
    disc = minimise_on_ball(A, w_hat, 0.6 * np.linalg.norm(w_hat), "l2")
    ridge = Ridge(alpha=disc.lam, fit_intercept=False, solver="svd").fit(X, X @ w_hat)
    np.testing.assert_allclose(disc.w, ridge.coef_, atol=1e-9)
    diamond = minimise_on_ball(A, w_hat, 0.6 * np.abs(w_hat).sum(), "l1")
    lasso = Lasso(alpha=diamond.lam / (2 * 2), fit_intercept=False, tol=1e-12, max_iter=10**6)
    np.testing.assert_allclose(diamond.w, lasso.fit(X, X @ w_hat).coef_, atol=1e-6)


def test_the_diamond_has_corners_and_the_disc_has_none():
    """If ŵ turns around the ball, the diamond gives exact zeros over wide ranges."""
    A = np.array([[1.0, 0.3], [0.3, 0.6]])
    angles = np.linspace(0.01, 2 * np.pi, 400)
    zeros = dict.fromkeys(("l1", "l2", "l0"), 0)
    for a in angles:
        for ball in zeros:
            t = minimise_on_ball(A, 3 * np.array([np.cos(a), np.sin(a)]), 1.0, ball)
            zeros[ball] += (t.w == 0).any()
    assert zeros["l1"] > 150 and zeros["l2"] == 0 and zeros["l0"] == 400


def test_in_the_isotropic_case_the_touch_is_shrinkage():
    w_hat = np.array([1.3, -0.4])
    disc = minimise_on_ball(np.eye(2), w_hat, 0.7, "l2")
    np.testing.assert_allclose(disc.w, ridge_shrink(w_hat, disc.lam), atol=1e-12)
    for beta in (0.3, 1.1):  # the solution is at a corner, then on an edge
        diamond = minimise_on_ball(np.eye(2), w_hat, beta, "l1")
        np.testing.assert_allclose(diamond.w, soft_threshold(w_hat, diamond.lam), atol=1e-12)
    few = minimise_on_ball(np.eye(2), w_hat, 1.5, "l0")
    assert few.w.tolist() == hard_threshold(w_hat, 0.5).tolist() == [1.3, 0]
    assert minimise_on_ball(np.eye(2), w_hat, 0.5, "l0").w.tolist() == [0, 0]


@pytest.mark.parametrize("lam", [0.0, 0.3, 1.0, 4.0])
def test_each_curve_minimises_its_own_problem(lam):
    w = np.linspace(-4, 4, 80_001)
    for b in (-2.5, -0.5, 0.0, 0.1, 0.9, 1.7, 3.0):
        for shrink, penalty in (
            (ridge_shrink, w**2),
            (soft_threshold, np.abs(w)),
            (hard_threshold, np.abs(w) > 1e-9),
        ):
            best = (w - b) ** 2 + lam * penalty
            assert float(shrink(b, lam)) == pytest.approx(w[best.argmin()], abs=2e-4)


def test_the_notes_numbers():
    """Note 001: w = β − λ/2 above λ/2, 0 between, β + λ/2 below −λ/2; for ridge β/(1 + λ)."""
    assert soft_threshold([2.0, 0.5, -0.5, -2.0], 1.0).tolist() == [1.5, 0, 0, -1.5]
    assert ridge_shrink([2.0, -3.0], 1.0).tolist() == [1.0, -1.5]
    assert hard_threshold([2.0, 1.0, 0.9, -1.1], 1.0).tolist() == [2.0, 0, 0, -1.1]


def test_the_level_set_is_at_its_level():
    A, w_hat, _ = random_problem(3)
    ring = level_set(A, w_hat, 0.8)
    offset = ring - w_hat
    np.testing.assert_allclose((offset @ A * offset).sum(axis=1), 0.8)
    np.testing.assert_allclose(ring[0], ring[-1], atol=1e-12)
    t = minimise_on_ball(
        A, w_hat, 0.2, "l2"
    )  # the ellipse through the touching point is outside the disc
    assert np.linalg.norm(level_set(A, w_hat, t.primal, 2001), axis=1).min() >= 0.2 - 1e-9
    assert level_set(A, w_hat, 0.0).tolist() == np.tile(w_hat, (121, 1)).tolist()


def test_ties_and_extremes():
    t = minimise_on_ball(np.eye(2), [1.0, 1.0], 1.0, "l1")
    np.testing.assert_allclose(t.w, [0.5, 0.5])
    assert minimise_on_ball(np.eye(2), [0.0, 0.0], 1.0, "l1").w.tolist() == [0, 0]
    assert minimise_on_ball(np.eye(2), [0.0, 2.0], 1e-9, "l2").w.tolist() == [0, 1e-9]
    far = minimise_on_ball(np.eye(2), [3e8, 4e8], 1.0, "l2")
    np.testing.assert_allclose(far.w, [0.6, 0.8], rtol=1e-9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"A": np.ones((2, 2))}, "positive definite"),
        ({"A": [[1, 2], [3, 4]]}, "symmetric"),
        ({"A": np.eye(3)}, "2 by 2"),
        ({"w_hat": [np.nan, 0]}, "finite"),
        ({"beta": 0}, "beta"),
        ({"ball": "l3"}, "l2, l1, l0"),
    ],
)
def test_bad_input_is_refused_with_a_message(change, message):
    options = {"A": np.eye(2), "w_hat": [1.0, 2.0], "beta": 1.0, "ball": "l1", **change}
    with pytest.raises(ValueError, match=message):
        minimise_on_ball(**options)


def test_other_bad_input():
    for shrink in (ridge_shrink, soft_threshold, hard_threshold):
        with pytest.raises(ValueError, match="lam"):
            shrink(1.0, -1.0)
    with pytest.raises(ValueError, match="level"):
        level_set(np.eye(2), [0, 0], -1)
