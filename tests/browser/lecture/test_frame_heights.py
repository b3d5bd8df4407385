"""An embedded step is as high as it needs to be: nothing scrolls, and little space is empty."""

import pytest

from features.lecture.embed import WIDTHS
from pages.order import PAGES
from tests.tools.frame_heights import measure

SPARE_PX = 60  # empty space that other fonts on another machine may leave


@pytest.mark.thorough
@pytest.mark.parametrize("declared", PAGES, ids=lambda page: page.name)
def test_a_frame_of_each_step_is_as_high_as_it_needs(page, server, declared):
    for step, heights in declared.frame_heights.items():
        needed_heights = measure(page, server, declared, step)
        for width, height, px in zip(WIDTHS, heights, needed_heights, strict=True):
            assert px <= height <= px + SPARE_PX, (step, width)
