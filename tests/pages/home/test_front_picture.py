"""What the front door says of its picture holds of whatever data the address brings."""

import re

import pytest

from lab.scene.fields import FIELDS, KERNEL_SLIDERS, KERNELS, OWN, SOURCES, has_parameter
from lab.ui.items import DRAWN
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items


@pytest.mark.parametrize("kernel", [*KERNELS, OWN])
def test_sliders_and_the_bayes_boundary_are_mentioned_where_shown(kernel):
    """Of every kernel and data set one heading is shown, and names what is there alone."""
    front = data_of(view_page("home/page.py", {"kernel": kernel, "formula": "x.z"}), "home")
    headings = [item for item in items(front, "heading") if "data" in item.get("when", {})]
    for data in SOURCES:
        (heading,) = [heading for heading in headings if data in heading["when"]["data"]]
        title, text = {*re.findall(r"\w+", heading["text"])}, f"{heading['text']} {heading['lead']}"
        for field in map(FIELDS.__getitem__, KERNEL_SLIDERS):
            is_there = has_parameter(kernel, field.name)
            assert (field.symbol in title) == is_there
            assert (f"{field.symbol}, the" in text or f"{field.symbol} is the" in text) == is_there
            assert (f" {field.label.lower()}" in text) == is_there
        assert ("dotted" in text) == (data in DRAWN)


def test_the_stated_number_of_points_is_correct():
    page = view_page("home/page.py")
    (plane,) = items(data_of(page, "home"), "plane")
    lead = next(m.value for m in page.markdown if "Everything here moves" in m.value)
    assert "hundred" not in lead and not any(map(str.isdigit, plane["label"]))
