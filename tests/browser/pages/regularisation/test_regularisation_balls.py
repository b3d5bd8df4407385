"""A visitor moves the pictures of diamond and disc, one coefficient, recovery and the bound; their
pixels are checked."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.ui.palette import LIGHT
from pages.regularisation.mathematics.thresholding import minimise_on_ball, soft_threshold
from pages.regularisation.penalties import norm_ball
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live, uncover

PAGE = "/regularisation"
STEPS = {
    "ball": "diamond-and-disc",
    "shrink": "one-coefficient",
    "damped": "fifty-fits-at-a-price",
    "recovery": "right-zeros",
    "implicit": "gradient-descent",
    "pac": "enough-examples",
}


@pytest.fixture
def part(page, server):
    """Return a function that opens the step of an element, and returns the element scrolled into
    view."""

    def part_element(name, query=""):
        open_live(page, server + PAGE + query + ("&" if query else "?") + f"step={STEPS[name]}")
        element = page.locator(f'[data-live="{name}"][data-ready="1"]')
        element.wait_for()
        element.scroll_into_view_if_needed()
        return element

    return part_element


def pixel(canvas, x, y, reach=norm_ball.REACH):
    """Return the position of (w₁, w₂) in the window; the ball's canvas has the margins 30, 4, 4 and
    26 px."""
    box = canvas.bounding_box()
    width, height = box["width"] - 34, box["height"] - 30
    return (box["x"] + 30 + width * (x + reach) / (2 * reach),
            box["y"] + 4 + height * (reach - y) / (2 * reach))  # fmt: skip


@pytest.mark.thorough
def test_the_touching_points_follow_the_drag_and_the_link(page, part):
    element = part("ball")
    canvas = element.locator(".kl-ball canvas")
    canvas.scroll_into_view_if_needed()
    before = eyes.read_canvas(canvas)
    page.mouse.move(*pixel(canvas, 1.2, 1.8))
    page.mouse.down()
    page.mouse.move(*pixel(canvas, 2.0, 1.2), steps=12)
    page.wait_for_function("document.querySelector('.kl-ball').dataset.answers > 2")
    page.mouse.up()
    page.wait_for_url(lambda url: "hat=" in url)
    hat = norm_ball.read_hat(marks.address(page)["hat"])
    assert np.abs(np.subtract(hat, (2.0, 1.2))).max() < 0.05
    A = np.array(norm_ball.SHAPES["tilted"][1])
    for name in norm_ball.BALLS:
        eyes.until_number(element, f"rss_{name}", minimise_on_ball(A, hat, 1.6, name).primal)
    numbers_text = element.locator(".kl-ball .kl-numbers").inner_text()
    assert "diamond is touched at" in numbers_text and "disc is touched at" in numbers_text
    after = eyes.read_canvas(canvas)
    assert (np.abs(after - before).max(axis=-1) > 40).sum() > 800
    w = minimise_on_ball(A, hat, 1.6, "l1").w
    x, y = pixel(canvas, *w)
    box = canvas.bounding_box()
    square = marks.toned(after, LIGHT["squared"], 60)
    assert marks.near(square, np.array([x - box["x"]]), np.array([y - box["y"]]), 4).all()


@pytest.mark.thorough
def test_a_point_runs_along_the_three_curves(page, part):
    element = part("shrink")
    canvas = element.locator(".kl-shrink canvas")
    canvas.scroll_into_view_if_needed()
    box, numbers_line = canvas.bounding_box(), element.locator(".kl-shrink .kl-numbers")
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 100)
    page.mouse.down()
    for share in (0.3, 0.9):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 140, steps=8)
        b, ridge, soft, hard = _four(numbers_line)
        assert ridge == pytest.approx(b / 2, abs=0.01)
        assert soft == pytest.approx(float(soft_threshold(b, 1.0)), abs=0.01)
        assert hard in (0.0, b)
    page.mouse.up()
    page.wait_for_url(lambda url: "entry=" in url)


def _four(texts):
    numbers = re.findall(r"−?\d+(?:\.\d+)?", texts.inner_text())
    return [float(text.replace("−", "-")) for text in numbers[:4]]


@pytest.mark.thorough
def test_the_map_is_measured_again_until_stopped(page, part):
    page.add_init_script(eyes.NOTE_WORDS)
    element = part("recovery")
    canvas = element.locator(".kl-recovery canvas")
    uncover(element)
    names = canvas.evaluate("(c) => ['m', '48'].map((text) => c.words.get(text)[2])")
    assert names[0] > names[1] + 8, "the name of the axis is above the cells and the highest tick"
    shipped = marks.toned(eyes.read_canvas(canvas), LIGHT["accent"], 60).sum()
    expect(element.get_by_text("Measured on")).to_be_visible()
    element.get_by_role("button", name="Measure cells here").click()
    page.wait_for_function("document.querySelector('.kl-recovery').dataset.measured >= 6")
    element.get_by_role("button", name="Stop").click()
    element.get_by_text("Stopped at").wait_for()
    accent_count = marks.toned(eyes.read_canvas(canvas), LIGHT["accent"], 60).sum()
    assert 500 < accent_count < shipped
    canvas.focus()
    page.keyboard.press("ArrowUp")
    expect(element.locator(".kl-recovery .kl-numbers")).to_contain_text("recovered exactly")
    element.get_by_role("button", name="Continue").wait_for()


@pytest.mark.thorough
def test_a_thousand_training_sets_do_not_break_the_bound(page, part):
    element = part("pac")
    element.get_by_role("button", name="which is enough").wait_for()
    hand.slider(element, "size").focus()
    page.keyboard.press("Home")
    element.get_by_role("button", name="Set m = 37, which is enough").click()
    page.wait_for_url(lambda url: "examples=37" in url)
    element.get_by_role("button", name="Draw 1,000 training sets").click()
    page.wait_for_function("document.querySelector('.kl-tally').dataset.drawn >= 1")
    numbers_text = element.locator(".kl-tally .kl-numbers").inner_text()
    bound, low = re.search(r"([\d.]+)\s% of all.* between ([\d.]+)\s%", numbers_text).groups()
    assert float(low) <= float(bound) and "in 1,000" in numbers_text
    element.get_by_role("radio", name="Thresholds").click()
    page.wait_for_url(lambda url: "kind=thresholds" in url)


@pytest.mark.thorough
def test_back_returns_through_earlier_settings(page, part):
    element = part("pac", "?examples=74")
    examples = element.locator('input[data-along="examples"]')
    button = element.get_by_role("button", name=re.compile(r"^Set m = \d+, which is enough"))
    enough_count = re.search(r"\d+", button.inner_text())[0]
    button.click()
    page.wait_for_url(lambda url: f"examples={enough_count}&" in f"{url}&")
    expect(examples).to_have_attribute("aria-valuetext", f"m = {enough_count}")
    page.go_back()
    page.wait_for_url(lambda url: "examples=74" in url)
    expect(examples).to_have_attribute("aria-valuetext", "m = 74")
