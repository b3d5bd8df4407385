"""The identity and its cost: two points are dragged, all digits are shown, and the page says which
φ(x) is too large for the memory."""

import re

import numpy as np
import pytest

from pages.kernel_trick import feature_cost
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products
from tests.browser import eyes, marks
from tests.browser.live import LOADING, open_live
from tests.browser.pages.kernel_trick.hands import arrows, canvas

PAGE = "/kernel-trick"
LAST_DIGITS = 4e-15
COST_MARGINS = {"left": 52, "right": 14, "top": 8, "bottom": 40}


@pytest.fixture
def inner(page, server):
    return open_live(page, server + PAGE, "inner")


def ends(inner):
    """Return the texts of both numbers, with a plain minus."""
    ends = inner.locator("dd[data-end]").all_text_contents()
    return [text.replace("−", "-") for text in ends]


def until_told(inner, x, z, degree):
    """Wait until both sides show kernel_core's numbers for two points, to 16 digits."""
    expected = compare_inner_products(x, z, degree)
    expected_numbers = [float(f"{value:.16g}") for value in (expected.explicit, expected.kernel)]
    # The site's Python may round the last digits of a power differently.
    tolerance = LAST_DIGITS if inner.page.locator(LOADING).count() else 0

    def numbers_agree():
        return np.allclose([float(text) for text in ends(inner)], expected_numbers, tolerance, 0)

    eyes.wait_until(inner.page, numbers_agree, lambda: (ends(inner), expected_numbers))
    return expected


@pytest.mark.thorough
def test_both_sides_of_the_identity_follow_the_drag_exactly(page, inner):
    until_told(inner, (1.2, 0.7), (0.5, 1.3), 2)
    box = arrows(inner)
    page.mouse.move(*box.on_screen(1.2, 0.7))
    page.mouse.down()
    for step in range(1, 13):
        before = ends(inner)
        page.mouse.move(*box.on_screen(1.2 - 0.2 * step, 0.7 - 0.1 * step))
        eyes.wait_until(page, lambda before=before: ends(inner) != before, "updated in the drag")
    page.mouse.up()
    page.wait_for_url(lambda url: "x=" in url)
    x = tuple(map(float, marks.address(page)["x"].split(",")))
    assert np.allclose(x, (-1.2, -0.5), atol=0.03)
    expected = until_told(inner, x, (0.5, 1.3), 2)
    assert all(len(re.sub(r"\D", "", text).lstrip("0")) == 16 for text in ends(inner))
    # The table has every feature and every product.
    cells = inner.locator(".kl-products td").all_text_contents()
    for value in (*expected.phi_x, *expected.phi_z, *expected.terms, *expected.dot_terms):
        assert any(t and marks.close(eyes.number(t), value, 5) for t in cells), value


@pytest.mark.thorough
def test_another_degree_and_keys(page, inner):
    inner.get_by_role("radio", name="degree 4").click()
    expected = until_told(inner, (1.2, 0.7), (0.5, 1.3), 4)
    assert (
        inner.locator(".kl-products tbody tr, .kl-products tr").count() >= len(expected.names) + 4
    )
    canvas(inner).focus()
    page.keyboard.press("2")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    until_told(inner, (1.2, 0.7), (0.4, 1.25), 4)
    page.wait_for_url(lambda url: "exponent=4" in url and "z=" in url)


@pytest.mark.thorough
def test_a_press_in_the_cost_picture_selects_that_cell(page, server):
    costs = open_live(page, server + PAGE, "cost")
    picture = costs.locator(".kl-costs canvas").first
    low, high = (
        np.log(feature_cost.SIZES[k] * 1.12**exponent) for k, exponent in ((0, -1), (-1, 1))
    )
    box = marks.Box(picture, (low, high, 0, 11), COST_MARGINS)
    page.mouse.click(*box.on_screen(np.log(1024), 5))
    page.wait_for_url(lambda url: "coords=1024" in url)
    memory_text = costs.locator(".kl-memory").text_content()
    assert "would take 370\u00a0GB" in memory_text and "does not fit" in memory_text
    eyes.until_readout(costs, "kernel", "1,027")
