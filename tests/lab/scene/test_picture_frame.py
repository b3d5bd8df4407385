"""The frame of a static picture, from numbers to pixels: corners, margins, equal units, curves."""

import re

import numpy as np
import pytest

from lab.scene.pictures.picture_frame import PictureFrame

X, Y = np.linspace(-2, 6, 9), np.linspace(0, 4, 5)


def test_the_corners_of_the_numbers_are_those_of_the_picture_less_its_edge():
    frame = PictureFrame(X, Y, width=200, height=120, edge=10)
    assert frame.at(-2, 0) == pytest.approx((10, 110))
    assert frame.at(6, 4) == pytest.approx((190, 10))
    assert frame.at(2, 1) == pytest.approx((100, 85))


def test_equal_units_are_as_long_along_both_axes_and_the_rest_is_shared_out():
    wide = PictureFrame(X, Y, width=200, height=60, edge=10, equal=True)  # 10 pixels per unit
    assert wide.at(-2, 0) == pytest.approx((60, 50)) and wide.at(6, 4) == pytest.approx((140, 10))
    high = PictureFrame(X, Y, width=100, height=200, edge=10, equal=True)
    assert high.at(-2, 0) == pytest.approx((10, 120)) and high.at(6, 4) == pytest.approx((90, 80))


def test_one_number_alone_stands_in_the_middle_of_its_unit():
    frame = PictureFrame(np.array([3.0]), np.array([1.0, 1.0]), width=100, height=50)
    assert frame.at(3, 1) == pytest.approx((0, 50)) and frame.at(4, 2) == pytest.approx((100, 0))


def test_a_level_is_drawn_where_it_is_in_numbers():
    frame = PictureFrame(X, Y, width=80, height=40)
    path = frame.level(np.tile(X - 1.5, (5, 1)), digits=2)
    places = np.array([text.split() for text in re.split("[ML]", path)[1:]], dtype=float)
    assert path.count("M") == 1 and len(places) == 5
    np.testing.assert_allclose(places[:, 0], 35)  # x = 1.5: 3.5 units of 10 pixels
    assert sorted(places[:, 1]) == [0, 10, 20, 30, 40]
