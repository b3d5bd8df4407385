"""The plane on a phone: axes, numbers and points stand where they belong, and a tap is matched."""

import re

import pytest

from features.hall import phone_page
from features.hall.questions import read
from tests.features.hall.visitors import PLACE

WINDOW = [-3, 5, -2, 2]


@pytest.fixture
def drawn() -> str:
    """A plane 8 wide and 4 high, drawn 100 wide and 50 high."""
    marks = [[1, 1, 1], [-1, -1.5, -1]]
    return phone_page._drawn(read({**PLACE, "window": WINDOW, "marks": marks}))


def test_the_axes_go_through_the_origin(drawn):
    assert 'viewBox="0 0 100 50.0"' in drawn
    assert re.findall(r'class="axis" d="([^"]*)"', drawn) == ["M37.5 0V50.0", "M0 25.0H100"]


def test_points_stand_at_their_places_and_each_label_has_its_shape(drawn):
    assert re.findall(r'class="positive" d="M([\d.]+) ([\d.]+)m', drawn) == [("50.0", "12.5")]
    assert re.findall(r'class="negative" cx="([\d.]+)" cy="([\d.]+)"', drawn) == [("25.0", "43.8")]


def test_numbers_stand_at_their_ticks_and_not_at_the_ends(drawn):
    across = re.findall(r'<text x="([\d.]+)" y="47.0" text-anchor="middle">([−\d.]+)<', drawn)
    upwards = re.findall(r'<text x="3" y="([\d.]+)" dy=".35em">([−\d.]+)<', drawn)
    numbers = [(float(x), float(text.replace("−", "-"))) for x, text in across]
    assert len(numbers) > 3 and all(x == pytest.approx((v + 3) * 12.5) for x, v in numbers)
    heights = [(float(y), float(text.replace("−", "-"))) for y, text in upwards]
    assert len(heights) > 2 and all(
        y == pytest.approx((2 - v) * 12.5, abs=0.06) for y, v in heights
    )
    assert not {-3, 5} & {v for _, v in numbers} and not {-2, 2} & {v for _, v in heights}


def test_a_plane_beside_the_origin_has_no_axis():
    beside = phone_page._drawn(read({**PLACE, "window": [1, 3, 1, 2], "marks": []}))
    assert 'class="axis"' not in beside and 'class="tick"' in beside


@pytest.mark.parametrize(("tap", "nearest"), [("0.3,1.5", "0,2"), ("1.5,0.3", "2,0")])
def test_a_tap_is_matched_to_the_nearest_point_in_both_directions(tap, nearest):
    question = read({**PLACE, "marks": [[0, 2, 1], [2, 0, -1]], "snap": True, "right": []})
    assert question.answer(tap) == nearest


def test_no_number_stands_in_the_corner_where_another_axis_has_its_own():
    window = [-3.1, 3.1, -2.05, 2.05]
    drawn = phone_page._drawn(read({**PLACE, "window": window, "marks": []}))
    across = {*re.findall(r'text-anchor="middle">([−\d.]+)<', drawn)}
    upwards = {*re.findall(r'<text x="3" y="[\d.]+" dy=".35em">([−\d.]+)<', drawn)}
    assert "1" in across and not {"3", "−3"} & across
    assert "1" in upwards and not {"2", "−2"} & upwards
