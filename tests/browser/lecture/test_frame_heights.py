"""An embedded step is as high as it needs to be: nothing scrolls, and little space is empty."""

from itertools import cycle, islice

import pytest

from features.lecture.embed import WIDTHS
from pages.order import PAGES
from tests.tools.frame_heights import measure

SPARE_PX = 60  # empty space that other fonts on another machine may leave


@pytest.mark.thorough
@pytest.mark.parametrize("declared", PAGES, ids=lambda page: page.name)
def test_a_frame_of_a_step_is_as_high_as_it_needs(page, server, declared):
    """Measure every third step of a page at one width; the steps take the widths in turn."""
    steps = islice(declared.frame_heights.items(), 0, None, 3)
    for (step, heights), (k, width) in zip(steps, cycle(enumerate(WIDTHS)), strict=False):
        (px,) = measure(page, server, declared, step, (width,))
        assert px <= heights[k] <= px + SPARE_PX, (step, width)
