"""Lifts, the plane that separates the lifted points, and the decision boundary."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.kernels import grid_points
from pages.kernel_trick.mathematics.feature_maps import LIFTS, separating_plane

FLAT = [lift for lift in LIFTS.values() if lift.d == 2]


def rings(m=60, seed=0):
    """Return a disc inside a ring, which no line separates, but a circle does."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(m) % 2 == 0, 1.0, -1.0)
    r = np.where(y > 0, rng.uniform(0.0, 0.8, m), rng.uniform(1.2, 2.0, m))
    angle = rng.uniform(0, 2 * np.pi, m)
    return np.column_stack([r * np.cos(angle), r * np.sin(angle)]), y


def test_lifts_are_the_notes():
    x = [[3.0, 4.0]]
    np.testing.assert_allclose(LIFTS["cone"](x), [[3, 4, 5]])  # note 003
    np.testing.assert_allclose(LIFTS["norm"](x), [[5]])  # note 003
    np.testing.assert_allclose(LIFTS["paraboloid"](x), [[3, 4, 25]])
    np.testing.assert_allclose(LIFTS["quadratic"](x), [[9, 2**0.5 * 12, 16]])  # note 001
    np.testing.assert_allclose(LIFTS["parabola"]([[3.0]]), [[3, 9]])  # note 001
    np.testing.assert_allclose(LIFTS["cubic"]([[3.0]]), [[3, 9, 27]])  # note 000, section 3
    for lift in LIFTS.values():
        assert len(lift.features) == lift.M == lift(np.ones((2, lift.d))).shape[1]


def test_the_quadratic_lift_is_a_kernel():
    X, _ = rings()
    Phi = LIFTS["quadratic"](X)
    np.testing.assert_allclose(Phi @ Phi.T, kc.Polynomial(2, 0.0)(X, X), atol=1e-12)


@pytest.mark.parametrize("lift", LIFTS.values(), ids=lambda lift: lift.name)
def test_the_way_up_is_straight_and_starts_flat(lift):
    X = np.random.default_rng(0).normal(size=(9, lift.d))
    end = lift(X)
    if lift.d > lift.M:
        np.testing.assert_array_equal(lift(X, 0.3), end)
        return
    start = lift(X, 0.0)
    np.testing.assert_array_equal(start[:, : lift.d], X)
    assert not start[:, lift.d :].any()
    for amount in (0.25, 0.5, 1.0):
        np.testing.assert_allclose(lift(X, amount), (1 - amount) * start + amount * end)


@pytest.mark.parametrize("lift", FLAT, ids=lambda lift: lift.name)
def test_rings_are_separated_and_the_plane_is_proven(lift):
    X, y = rings()
    assert not kc.svm.fit_hard_margin(X, y, kc.Linear()).feasible
    plane = separating_plane(lift, X, y)
    assert plane.solution.gap <= 1e-8
    assert (y * plane.decision(X) > 0).all()
    assert plane.w.shape == (lift.M,)
    np.testing.assert_allclose(lift(X) @ plane.w + plane.b, plane.solution.decision(lift(X)))
    assert plane.solution.feasible and (y * plane.decision(X)).min() == pytest.approx(1)
    assert plane.solution.margin == pytest.approx(1 / np.linalg.norm(plane.w))


def test_the_shadow_is_the_boundary_of_the_kernel_machine():
    """The shadow of the plane over (x₁², √2x₁x₂, x₂²) is the boundary of (xᵀz)², computed without
    φ."""
    X, y = rings()
    gx, gy = np.linspace(-2, 2, 11), np.linspace(-2, 2, 9)
    shadow = separating_plane(LIFTS["quadratic"], X, y).on_grid(gx, gy)
    assert shadow.shape == (9, 11)
    trick = kc.svm.fit_hard_margin(X, y, kc.Polynomial(2, 0.0)).on_grid(gx, gy)
    np.testing.assert_allclose(shadow, trick, atol=1e-6 * np.abs(trick).max())


def test_the_shadow_of_the_paraboloid_is_a_circle():
    X, y = rings()
    plane = separating_plane(LIFTS["paraboloid"], X, y)
    w1, w2, w3 = plane.w
    centre = np.array([-w1, -w2]) / (2 * w3)
    radius = np.sqrt(centre @ centre - plane.b / w3)
    angle = np.linspace(0, 2 * np.pi, 50)
    circle = centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    np.testing.assert_allclose(plane.decision(circle), 0, atol=1e-9 * abs(plane.b))


def test_on_a_line():
    x = np.linspace(-2, 2, 9)[:, None]
    y = np.where(np.abs(x[:, 0]) < 1.2, 1.0, -1.0)
    assert not kc.svm.fit_hard_margin(x, y, kc.Linear()).feasible
    plane = separating_plane(LIFTS["parabola"], x, y)
    assert plane.solution.feasible and (y * plane.decision(x) >= 1 - 1e-9).all()
    waves = np.where(np.isin(np.arange(9), [0, 1, 5, 6]), 1.0, -1.0)
    assert not separating_plane(LIFTS["parabola"], x, waves).solution.feasible
    assert separating_plane(LIFTS["cubic"], x, waves).solution.feasible


def test_half_way_up_the_plane_is_that_of_half_way():
    X, y = rings()
    low = separating_plane(LIFTS["paraboloid"], X, y, amount=0.3)
    high = separating_plane(LIFTS["paraboloid"], X, y)
    assert low.solution.feasible and low.solution.margin < high.solution.margin
    flat = separating_plane(LIFTS["paraboloid"], X, y, amount=0.0)
    assert not flat.solution.feasible and not flat.w.any()
    gx, gy = np.linspace(-2, 2, 5), np.linspace(-2, 2, 4)
    points = grid_points(gx, gy)
    np.testing.assert_allclose(
        low.on_grid(gx, gy).ravel(), LIFTS["paraboloid"](points, 0.3) @ low.w + low.b
    )


def test_bad_input_is_refused_with_a_message():
    X, y = rings(8)
    for call, message in (
        (lambda: LIFTS["cone"]([[1.0]]), "points with 2 coordinates; these have 1"),
        (lambda: LIFTS["parabola"](X), "points with 1 coordinate; these have 2"),
        (lambda: LIFTS["cone"](X, 1.5), "from 0 to 1"),
        (lambda: LIFTS["cone"](X, np.nan), "from 0 to 1"),
        (lambda: separating_plane(LIFTS["cone"], X, y[1:]), "one label for each"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
