"""The plane on a phone: positions of axes, numbers and points, and the match of a tap to a
point."""

import re

import pytest

from features.hall import phone_page
from features.hall.questions import read_question
from tests.features.hall.visitors import PLACE

WINDOW = [-3, 5, -2, 2]


@pytest.fixture
def svg() -> str:
    """Draw a plane of width 8 and height 4 as an SVG of 100 by 50 units."""
    marks = [[1, 1, 1], [-1, -1.5, -1]]
    return phone_page._plane_svg(read_question({**PLACE, "window": WINDOW, "marks": marks}))


def test_the_axes_go_through_the_origin(svg):
    assert 'viewBox="0 0 100 50.0"' in svg
    assert re.findall(r'class="axis" d="([^"]*)"', svg) == ["M37.5 0V50.0", "M0 25.0H100"]


def test_points_have_their_places_and_the_shape_of_their_label(svg):
    assert re.findall(r'class="positive" d="M([\d.]+) ([\d.]+)m', svg) == [("50.0", "12.5")]
    assert re.findall(r'class="negative" cx="([\d.]+)" cy="([\d.]+)"', svg) == [("25.0", "43.8")]


def test_numbers_are_at_ticks_and_not_at_the_ends(svg):
    x_texts = re.findall(r'<text x="([\d.]+)" y="47.0" text-anchor="middle">([−\d.]+)<', svg)
    y_texts = re.findall(r'<text x="3" y="([\d.]+)" dy=".35em">([−\d.]+)<', svg)
    numbers = [(float(x), float(text.replace("−", "-"))) for x, text in x_texts]
    assert len(numbers) > 3 and all(x == pytest.approx((v + 3) * 12.5) for x, v in numbers)
    heights = [(float(y), float(text.replace("−", "-"))) for y, text in y_texts]
    assert len(heights) > 2 and all(
        y == pytest.approx((2 - v) * 12.5, abs=0.06) for y, v in heights
    )
    assert not {-3, 5} & {v for _, v in numbers} and not {-2, 2} & {v for _, v in heights}


def test_a_plane_without_the_origin_has_no_axis():
    svg_off_origin = phone_page._plane_svg(
        read_question({**PLACE, "window": [1, 3, 1, 2], "marks": []})
    )
    assert 'class="axis"' not in svg_off_origin and 'class="tick"' in svg_off_origin


@pytest.mark.parametrize(("tap", "nearest"), [("0.3,1.5", "0,2"), ("1.5,0.3", "2,0")])
def test_a_tap_is_matched_to_the_nearest_point_in_both_directions(tap, nearest):
    question = read_question({**PLACE, "marks": [[0, 2, 1], [2, 0, -1]], "snap": True, "right": []})
    assert question.answer(tap) == nearest


def test_no_number_is_in_the_corner_between_two_axes():
    window = [-3.1, 3.1, -2.05, 2.05]
    svg = phone_page._plane_svg(read_question({**PLACE, "window": window, "marks": []}))
    x_texts = {*re.findall(r'text-anchor="middle">([−\d.]+)<', svg)}
    y_texts = {*re.findall(r'<text x="3" y="[\d.]+" dy=".35em">([−\d.]+)<', svg)}
    assert "1" in x_texts and not {"3", "−3"} & x_texts
    assert "1" in y_texts and not {"2", "−2"} & y_texts
