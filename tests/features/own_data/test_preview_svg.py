"""The preview of a table's points has the same marks as the picture that follows."""

import numpy as np
import pytest

from features.own_data.preview_svg import sketch
from lab.scene.own_points import Points
from lab.ui.palette import THEMES

POINTS = Points(
    X=np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.5], [0.5, 2.0]]),
    y=np.array([0, 1, 1, 2]),
    classes=("a", "b", "c"),
)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("classes", "cross_count", "circles"), [("0,1", 2, 1), ("rest,1", 2, 2), ("2,0", 1, 1)]
)
def test_two_classes_are_blue_crosses_and_red_circles(theme, classes, cross_count, circles):
    svg, tones = sketch(POINTS, theme, classes), THEMES[theme]
    assert svg.count("<path") == svg.count(f'stroke="{tones["positive"]}"') == cross_count
    assert svg.count("<circle") == svg.count(f'stroke="{tones["negative"]}"') == circles


def test_many_classes_have_their_tones():
    svg = sketch(POINTS, "light")
    assert [svg.count(THEMES["light"][f"class_{k}"]) for k in range(3)] == [1, 2, 1]
