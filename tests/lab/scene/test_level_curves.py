"""Level curves of a field on a grid: their position, and that their pieces are joined."""

import numpy as np
import pytest

from lab.scene.pictures.level_curves import pieces


def test_the_level_of_a_distance_is_a_circle_in_one_piece():
    row, column = np.mgrid[:41, :41]
    contours = list(pieces(np.hypot(row - 20, column - 20) - 12.3))
    ends = np.array([end for _, end in contours])
    assert np.hypot(*(ends - 20).T) == pytest.approx(12.3, abs=0.02)
    assert sorted(start for start, _ in contours) == sorted(end for _, end in contours), "they join"


def test_a_saddle_is_crossed_twice_and_what_is_above_lies_at_the_right():
    assert len(list(pieces(np.array([[1.0, -1.0], [-1.0, 1.0]])))) == 2
    assert list(pieces(np.ones((3, 3)))) == [] == list(pieces(-np.ones((3, 3))))
    assert list(pieces(np.array([[-1.0, 3.0], [-1.0, 3.0]]))) == [((0.0, 0.25), (1.0, 0.25))]
