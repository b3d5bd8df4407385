"""Scores of a linear rule for many classes: the example of note 004, and the rays between its
classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.multiclass.mathematics.linear_scores import (
    EXAMPLE_WEIGHTS_004,
    binary_rule,
    boundary_rays,
    linear_class_map,
    scores,
)


def test_the_notes_own_numbers():
    assert EXAMPLE_WEIGHTS_004 == ((1.0, -1 / 3), (-1 / 2, -1 / 2), (0.0, 1.0))
    np.testing.assert_allclose(binary_rule(EXAMPLE_WEIGHTS_004, 0, 1), [3 / 2, 1 / 6])
    x = np.array([[0.4, -0.9]])
    np.testing.assert_allclose(scores(EXAMPLE_WEIGHTS_004, x)[0], [0.4 + 0.3, -0.2 + 0.45, -0.9])
    score_values = scores(EXAMPLE_WEIGHTS_004, x)[0]
    assert score_values[0] - score_values[1] == pytest.approx(
        float(binary_rule(EXAMPLE_WEIGHTS_004, 0, 1) @ x[0])
    )


def test_the_notes_three_regions():
    g = np.linspace(-1, 1, 101)
    labels = linear_class_map(EXAMPLE_WEIGHTS_004, g, g)
    class_at = {(1, 0): 0, (-1, -0.5): 1, (0, 1): 2, (0.3, -1): 0, (-0.3, -1): 1}
    for (x, y), k in class_at.items():
        assert labels[np.abs(g - y).argmin(), np.abs(g - x).argmin()] == k
    assert {(ray.k, ray.other) for ray in boundary_rays(EXAMPLE_WEIGHTS_004)} == {
        (0, 1),
        (0, 2),
        (1, 2),
    }
    assert len(boundary_rays(EXAMPLE_WEIGHTS_004)) == 3


def test_two_classes_meet_in_a_whole_line():
    first_rays, second_rays = boundary_rays(EXAMPLE_WEIGHTS_004[:2])
    np.testing.assert_allclose(first_rays.direction, np.negative(second_rays.direction))
    assert np.dot(first_rays.direction, [3 / 2, 1 / 6]) == pytest.approx(0)


finite = st.floats(-5, 5, allow_nan=False).map(lambda x: round(x, 3))


@given(st.lists(st.tuples(finite, finite), min_size=2, max_size=8))
def test_rays_lie_where_the_map_changes(W):
    """Check that the best class along a circle changes exactly at the rays."""
    W = np.array(W)
    angles = (np.arange(3600) + 0.5) * 2 * np.pi / 3600
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    values = scores(W, circle)
    best = values.argmax(axis=1)
    rays = boundary_rays(W)
    for ray in rays:
        s = scores(W, [ray.direction])[0]
        assert s[ray.k] == pytest.approx(s[ray.other], abs=1e-9)
        assert s[ray.k] >= s.max() - 1e-9
    ray_angles = [np.arctan2(ray.direction[1], ray.direction[0]) % (2 * np.pi) for ray in rays]
    for i in np.flatnonzero(best != np.roll(best, -1)):
        angle, opposite_angle = angles[i], angles[i] + 2 * np.pi / 3600
        if np.ptp(W[[best[i], best[(i + 1) % 3600]]], axis=0).max() == 0:
            continue  # the two classes have equal scores everywhere
        assert any(
            angle - 1e-6 <= t + turn <= opposite_angle + 1e-6
            for t in ray_angles
            for turn in (0, 2 * np.pi)
        )


def test_a_class_that_never_wins_has_no_ray():
    W = [(1, 0), (-1, 1), (-1, -1), (0.1, 0)]  # the last lies inside the triangle of the others
    assert all(3 not in (ray.k, ray.other) for ray in boundary_rays(W))
    assert 3 not in linear_class_map(W, np.linspace(-1, 1, 40), np.linspace(-1, 1, 40))


@pytest.mark.parametrize(
    ("query_point", "message"),
    [
        (lambda: scores([(1, 0)], [(0, 0)]), "from 2 to 64 rows"),
        (lambda: scores(np.zeros((65, 2)), [(0, 0)]), "not 65"),
        (lambda: scores(EXAMPLE_WEIGHTS_004, [(0, 0, 0)]), "2 coordinates and the points 3"),
        (lambda: boundary_rays(np.eye(3)), "in the plane"),
        (lambda: scores([(1, np.nan), (0, 0)], [(0, 0)]), "finite"),
    ],
)
def test_bad_input_is_refused_with_a_message(query_point, message):
    with pytest.raises(ValueError, match=message):
        query_point()
