"""A visitor moves the pictures of Kernel ridge."""

import pytest

from tests.browser.live import open_live


@pytest.fixture
def kernel_ridge(page, server):
    def open_step(step):
        return open_live(page, f"{server}/kernel-ridge?step={step}", step)

    return open_step


@pytest.mark.thorough
def test_a_press_on_the_line_moves_x_in_both_pictures(kernel_ridge):
    views = kernel_ridge("another-kernel").locator(".kl-is-contributions")
    texts = views.locator(".kl-caption")
    before = texts.all_text_contents()
    canvas = views.first.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    canvas.click(position={"x": 0.8 * box["width"], "y": 0.5 * box["height"]})
    after = texts.all_text_contents()
    places = {text.partition(",")[0] for text in after}
    assert len(after) == 2 and len(places) == 1 and {*after}.isdisjoint(before)
    canvas.press("ArrowLeft")
    assert texts.first.text_content() != after[0]


@pytest.mark.thorough
def test_a_press_on_the_map_moves_both_sliders(kernel_ridge):
    element = kernel_ridge("how-much-lambda")
    element.get_by_role("button", name="Skip the prediction").click()
    canvas = element.locator(".kl-is-errormap canvas")
    canvas.scroll_into_view_if_needed()
    sliders = element.locator("input[type=range]")
    before = [sliders.nth(k).input_value() for k in range(2)]
    box = canvas.bounding_box()
    canvas.click(position={"x": 0.75 * box["width"], "y": 0.3 * box["height"]})
    after = [sliders.nth(k).input_value() for k in range(2)]
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert "Thick ring: current setting" in canvas.get_attribute("aria-label")
