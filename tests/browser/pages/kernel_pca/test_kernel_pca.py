"""A visitor moves the pictures of Kernel PCA."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser import eyes, marks
from tests.browser.live import open_live


@pytest.fixture
def kernel_pca(page, server):
    def open_step(step):
        return open_live(page, f"{server}/kernel-pca?step={step}", step)

    return open_step


@pytest.mark.thorough
def test_a_press_in_the_picture_turns_the_line(kernel_pca):
    element = kernel_pca("by-hand")
    canvas = element.locator(".kl-is-direction canvas")
    slider = element.locator("input[type=range]")
    before = slider.input_value()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    canvas.click(position={"x": 0.55 * box["width"], "y": 0.1 * box["height"]})
    pressed = slider.input_value()
    assert pressed != before
    canvas.press("ArrowRight")
    assert int(slider.input_value()) == int(pressed) + 1


@pytest.mark.thorough
def test_the_curve_along_angles_from_0_is_drawn(kernel_pca):
    """Angles begin at 0, so their axis can't be logarithmic."""
    element = kernel_pca("by-hand")
    element.get_by_role("button", name="Show it now").first.click()
    chart = element.locator(".kl-curve canvas").filter(visible=True).first

    def coloured():
        image = eyes.read_canvas(chart)
        has_colour = np.ptp(image[..., :3], axis=-1) > 60
        return has_colour[:, 60:-20].any(axis=0).mean()

    eyes.wait_until(element.page, lambda: coloured() > 0.9, coloured)


@pytest.mark.thorough
def test_an_example_under_the_pointer_shows_its_components(kernel_pca):
    element = kernel_pca("bend")
    canvas = element.locator(".kl-is-scoreplot canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    tip = element.locator(".kl-is-scoreplot .kl-tip")
    for k in range(12):  # go along the inner ring until a point is near
        canvas.hover(position={"x": (0.35 + 0.025 * k) * box["width"], "y": 0.5 * box["height"]})
        if tip.is_visible():
            break
    assert tip.is_visible()
    assert all(f"component {number}" in tip.text_content() for number in (1, 2, 3))


@pytest.mark.thorough
def test_the_chosen_pair_of_components_is_named_and_announced(kernel_pca):
    element = kernel_pca("bend")
    plot = element.locator(".kl-is-scoreplot canvas")
    expect(plot).to_have_attribute("aria-label", re.compile("plot of components 1 and 3: .+ %"))
    element.get_by_role("radio", name="2 and 3").click()
    expect(plot).to_have_attribute("aria-label", re.compile("plot of components 2 and 3: .+ %"))
    expect(element.locator(".kl-voice[aria-live]")).to_contain_text("plot of components 2 and 3")


@pytest.mark.thorough
def test_the_plot_shows_the_chosen_pair_of_components(kernel_pca):
    element = kernel_pca("bend")
    plot = element.locator(".kl-is-scoreplot canvas")
    picture = "canvas => canvas.toDataURL()"
    before = plot.evaluate(picture)
    element.get_by_role("radio", name="2 and 3", exact=True).click()
    eyes.wait_until(element.page, lambda: plot.evaluate(picture) != before)


@pytest.mark.thorough
def test_the_slider_moves_the_groups_of_the_graph(kernel_pca):
    element = kernel_pca("clustering")
    share = element.locator(".kl-is-readouts").get_by_text("Points in the wrong group, graph")
    share.scroll_into_view_if_needed()
    row = element.locator(".kl-is-readouts")
    before = row.text_content()
    element.locator("input[type=range]").press("Home")
    eyes.wait_until(element.page, lambda: row.text_content() != before)
    assert "0 %" in row.text_content().replace("\u00a0", " ")


@pytest.mark.thorough
def test_a_pressed_point_is_followed_to_its_pre_image(kernel_pca):
    element = kernel_pca("pre-image")
    canvas = element.locator(".kl-is-pointplane canvas")
    canvas.scroll_into_view_if_needed()
    sentence = element.locator(".kl-is-pointplane .kl-caption")
    assert "Press in the plane" in sentence.text_content()
    box = canvas.bounding_box()
    canvas.click(position={"x": 0.6 * box["width"], "y": 0.3 * box["height"]})
    eyes.wait_until(element.page, lambda: "has the pre-image" in sentence.text_content())
    element.page.wait_for_url("**source=*")
    pressed = sentence.text_content()
    canvas.press("ArrowRight")
    eyes.wait_until(element.page, lambda: sentence.text_content() != pressed)
    moved = sentence.text_content()
    element.locator("input[type=range]").press("End")
    eyes.wait_until(element.page, lambda: sentence.text_content() != moved)


FIRST_POINT = """({ live }) => {
  const { frame } = live.player, { x, y } = frame.sweep.tensors;
  const ends = ({ data }) => [data[0], data[data.length - 1]];
  return { place: [...frame.get("points").slice(0, 2)], window: [...ends(x), ...ends(y)] };
}"""


@pytest.mark.thorough
def test_a_point_that_is_dragged_moves_the_components(kernel_pca):
    element = kernel_pca("bend")
    canvas = element.locator(".kl-is-component canvas").first
    canvas.scroll_into_view_if_needed()
    shown = element.evaluate(FIRST_POINT)
    margins = {"left": 24, "right": 1, "top": 1, "bottom": 20}
    box = marks.Box(canvas, tuple(shown["window"]), margins)
    before = element.locator(".kl-is-readouts").text_content()
    mouse = element.page.mouse
    mouse.move(*box.on_screen(*shown["place"]))
    mouse.down()
    mouse.move(*box.on_screen(0.2, 0.1), steps=8)
    mouse.up()
    element.page.wait_for_url("**edits=m*")
    eyes.wait_until(
        element.page,
        lambda: element.evaluate(FIRST_POINT)["place"] == pytest.approx([0.2, 0.1], abs=0.1),
    )
    eyes.wait_until(
        element.page, lambda: element.locator(".kl-is-readouts").text_content() != before
    )
