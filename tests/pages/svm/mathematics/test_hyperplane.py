"""Distances and margins of given lines (note 001)."""

import numpy as np
import pytest

from pages.svm.mathematics.hyperplane import distance_to_line, geometric_margin, line_through

X = np.array([[0.0, 2.0], [3.0, 3.0], [1.0, -1.0], [-2.0, -3.0]])
y = np.array([1.0, 1.0, -1.0, -1.0])


def random_lines(count, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m, d = int(rng.integers(2, 30)), int(rng.integers(1, 6))
        yield rng.normal(size=d), rng.normal(), rng.normal(size=(m, d)), rng.choice([-1.0, 1.0], m)


def test_distances_by_hand():
    np.testing.assert_allclose(distance_to_line([3, 4], -5, [[0, 0], [3, 4], [3, -1]]), [1, 4, 0])


def test_a_distance_is_that_to_the_foot_of_the_perpendicular():
    for w, b, X, _ in random_lines(50):
        f = X @ w + b
        foot = X - np.outer(f / (w @ w), w)
        np.testing.assert_allclose(foot @ w + b, 0, atol=1e-12)
        np.testing.assert_allclose(
            distance_to_line(w, b, X), np.linalg.norm(X - foot, axis=1), atol=1e-12
        )


def test_a_margin_by_hand():
    s = geometric_margin([0, 2], 0, X, y)  # the nearest points to x₂ = 0 are (0, 2) and (1, -1)
    assert (s.functional, s.margin, s.separates) == (2, 1, True)
    assert (s.positive.tolist(), s.negative.tolist()) == ([0], [2])
    w, b = s.canonical_form
    assert (w.tolist(), b) == ([0, 1], 0)


def test_a_line_that_does_not_separate_has_a_negative_margin():
    s = geometric_margin([0, -1], 0, X, y)
    assert s.margin == -3  # (3, 3) and (-2, -3) are farthest on the wrong side
    assert (s.positive.tolist(), s.negative.tolist()) == ([1], [3])
    assert s.canonical_form is None and not s.separates


def test_a_point_on_the_line_is_on_neither_side():
    s = geometric_margin([0, 1], -2, X, y)
    assert s.margin == 0 and not s.separates and s.canonical_form is None


def test_rescaling_changes_the_numbers_and_not_the_line():
    for w, b, X, y in random_lines(100, seed=1):
        first, second = geometric_margin(w, b, X, y), geometric_margin(7.3 * w, 7.3 * b, X, y)
        np.testing.assert_allclose(second.margin, first.margin)
        np.testing.assert_allclose(second.functional, 7.3 * first.functional)
        nearest = distance_to_line(w, b, X).min()
        right = (y * (X @ w + b) > 0).all()
        assert first.separates == right
        assert not right or abs(first.margin - nearest) <= 1e-12
        np.testing.assert_array_equal(second.positive, first.positive)


def test_rescaled_has_functional_margin_1_and_margin_1_over_the_norm():
    count = 0
    for w, b, X, _ in random_lines(100, seed=2):
        y = np.where(X @ w + b > 0, 1.0, -1.0)
        s = geometric_margin(w, b, X, y)
        v, c = s.canonical_form
        assert abs((y * (X @ v + c)).min() - 1) < 1e-9
        assert abs(s.margin - 1 / np.linalg.norm(v)) < 1e-9
        for side, indices in ((1, s.positive), (-1, s.negative)):
            slack = side * (X[y == side] @ v + c) - 1
            assert (slack >= -1e-12).all()  # no point is inside
            count += bool(len(indices)) and abs(side * (X[indices[0]] @ v + c) - 1) < 1e-12
    assert count >= 100  # each margin has a point on at least one side


def test_equally_near_points_are_all_named():
    square = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    s = geometric_margin([0.1, 0], 0, square, [1, 1, -1, -1])
    assert (s.positive.tolist(), s.negative.tolist()) == ([0, 1], [2, 3])


def test_one_class_alone():
    s = geometric_margin([1, 0], 0, [[1, 0], [2, 0]], [1, 1])
    assert (s.margin, s.positive.tolist(), s.negative.tolist()) == (1, [0], [])


@pytest.mark.parametrize("factor", [1e-200, 1e200])
def test_very_short_and_very_long_w(factor):
    assert geometric_margin([0, factor], 0, X, y).margin == pytest.approx(1)
    assert distance_to_line([3 * factor, 4 * factor], 0, [[3, 4]]) == pytest.approx(5)


def test_a_line_through_two_points_has_what_is_left_of_the_way_on_its_positive_side():
    w, b = line_through([1, 1], [3, 1])
    assert (w.tolist(), b) == ([0, 1], -1)
    rng = np.random.default_rng(3)
    for p, q in rng.normal(size=(50, 2, 2)):
        w, b = line_through(p, q)
        np.testing.assert_allclose([w @ p + b, w @ q + b, np.linalg.norm(w)], [0, 0, 1], atol=1e-12)
        along = q - p
        assert w @ (p + np.array([-along[1], along[0]])) + b > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: geometric_margin([0, 0], 1, X, y), "w = 0 describes no line"),
        (lambda: geometric_margin([1, 0, 0], 1, X, y), "they have 2, and w has 3"),
        (lambda: geometric_margin([1, np.nan], 1, X, y), "finite numbers"),
        (lambda: geometric_margin([1, 0], np.inf, X, y), "finite number"),
        (lambda: geometric_margin(5, 1, X, y), "w a list"),
        (lambda: geometric_margin("ab", 1, X, y), "w a list of numbers"),
        (lambda: geometric_margin([1, 0], 1, X, [1, 1, 0, -1]), "labels -1 and +1"),
        (lambda: geometric_margin([1, 0], 1, X, [1, -1]), "one label for each point"),
        (lambda: geometric_margin([1, 0], 1, X[:0], []), "at least one point"),
        (lambda: distance_to_line([0, 0], 1, X), "w = 0 describes no line"),
        (lambda: distance_to_line([1, 0], 1, [1, 2]), "one row for each point"),
        (lambda: line_through([1, 2], [1, 2]), "do not determine a line"),
        (lambda: line_through([1, 2, 3], [1, 2, 4]), "points in the plane"),
    ],
)
def test_bad_input_is_refused_with_a_message(call, message):
    with pytest.raises(ValueError, match=message.replace("+", r"\+")):
        call()
