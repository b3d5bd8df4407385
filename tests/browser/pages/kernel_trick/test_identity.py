"""The identity and what it costs: two points under the hand, all digits, and where memory ends."""

import re
import time

import numpy as np
import pytest

from lab.ui.palette import LIGHT
from pages.kernel_trick import feature_cost
from pages.kernel_trick.inner_product import REACH
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products
from tests.browser import eyes, marks
from tests.browser.live import LOADING, open_live

PAGE = "/kernel-trick"
LAST_DIGITS = 4e-15
MARGINS = {"left": 30, "right": 8, "top": 8, "bottom": 24}  # of the arrows' picture
COST_MARGINS = {"left": 52, "right": 14, "top": 8, "bottom": 40}


@pytest.fixture
def inner(page, server):
    return open_live(page, server + PAGE, "inner")


def canvas(inner):
    return inner.locator(".kl-inner canvas")


def arrows(inner):
    return marks.Box(canvas(inner), (-REACH, REACH, -REACH, REACH), MARGINS)


def ends(inner):
    """Both numbers as they are written."""
    found = inner.locator("dd[data-end]").all_text_contents()
    return [text.replace("−", "-") for text in found]


def sixteen(value):
    return f"{value:.16g}"


def until_told(inner, x, z, degree):
    """Both ends show, to all 16 digits, what kernel_core has there."""
    both = compare_inner_products(x, z, degree)
    deadline = time.monotonic() + 10
    want = [float(sixteen(value)) for value in (both.explicit, both.kernel)]
    # The site's Python may round a power's last digits in another way.
    off = LAST_DIGITS if inner.page.locator(LOADING).count() else 0
    while not np.allclose([float(text) for text in ends(inner)], want, off, 0):
        assert time.monotonic() < deadline, (ends(inner), want)
        time.sleep(0.03)
    return both


def tip(inner, place, tone):
    """How much of a disc around a place has a tone."""
    px, py = arrows(inner).pixel(*place)
    image = eyes.drawn(canvas(inner))
    patch = image[int(py) - 12 : int(py) + 13, int(px) - 12 : int(px) + 13]
    return int(marks.toned(patch, LIGHT[tone], 30).sum())


@pytest.mark.thorough
def test_both_numbers_follow_the_hand_digit_for_digit(page, inner):
    until_told(inner, (1.2, 0.7), (0.5, 1.3), 2)
    box = arrows(inner)
    page.mouse.move(*box.on_screen(1.2, 0.7))
    page.mouse.down()
    seen = set()
    for step in range(1, 13):
        page.mouse.move(*box.on_screen(1.2 - 0.2 * step, 0.7 - 0.1 * step))
        page.wait_for_timeout(40)
        seen.add(tuple(ends(inner)))
    assert len(seen) > 4, "told while in the hand"
    page.mouse.up()
    page.wait_for_url(lambda url: "x=" in url)
    x = tuple(map(float, marks.address(page)["x"].split(",")))
    assert np.allclose(x, (-1.2, -0.5), atol=0.03)
    both = until_told(inner, x, (0.5, 1.3), 2)
    assert all(len(re.sub(r"\D", "", text).lstrip("0")) == 16 for text in ends(inner))
    assert tip(inner, x, "accent") > 80 and tip(inner, (1.2, 0.7), "accent") == 0
    assert tip(inner, (0.5, 1.3), "logistic") > 80
    # Every feature and every product is in the table.
    cells = inner.locator(".kl-products td").all_text_contents()
    for value in (*both.phi_x, *both.phi_z, *both.terms, *both.dot_terms):
        assert any(t and marks.close(eyes.number(t), value, 5) for t in cells), value
    label = canvas(inner).get_attribute("aria-label")
    assert f"x = ({x[0]:g}, {x[1]:g})" in label and "digits agree" in label
    again = open_live(page, page.url, "inner")
    until_told(again, x, (0.5, 1.3), 2)


@pytest.mark.thorough
def test_another_degree_and_keys(page, inner):
    inner.get_by_role("radio", name="degree 4").click()
    both = until_told(inner, (1.2, 0.7), (0.5, 1.3), 4)
    assert inner.locator(".kl-products tbody tr, .kl-products tr").count() >= len(both.names) + 4
    canvas(inner).focus()
    page.keyboard.press("2")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    until_told(inner, (1.2, 0.7), (0.4, 1.25), 4)
    page.wait_for_url(lambda url: "exponent=4" in url and "z=" in url)


# ---- what it costs ----


@pytest.fixture
def costs(page, server):
    return open_live(page, server + PAGE, "cost")


def pictures(costs):
    return costs.locator(".kl-costs canvas")


def d_box(costs, high):
    """The picture over d: its axis is a logarithm."""
    low = np.log(feature_cost.SIZES[0] / 1.12), np.log(feature_cost.SIZES[-1] * 1.12)
    return marks.Box(pictures(costs).nth(0), (*low, *high), COST_MARGINS)


@pytest.mark.thorough
def test_a_press_in_the_picture_goes_there_and_says_why_it_ends(page, costs):
    px, _ = d_box(costs, (0, 11)).pixel(np.log(1024), 1)
    box = pictures(costs).nth(0).bounding_box()
    page.mouse.click(box["x"] + px - 2, box["y"] + box["height"] / 2)
    page.wait_for_url(lambda url: "coords=1024" in url)
    said = costs.locator(".kl-memory").text_content()
    assert "φ(x) would take 370\u00a0GB" in said and "for want of memory" in said
    assert eyes.readout(costs, "kernel") == "1,027"


@pytest.mark.thorough
def test_times_are_measured_here_and_can_be_stopped(page, costs):
    costs.get_by_role("radio", name="Measured time").click()
    page.wait_for_url(lambda url: "clock=time" in url)
    marks.bring(pictures(costs).nth(0))
    measured = costs.locator(".kl-costs")
    before = int(measured.get_attribute("data-measured"))
    costs.get_by_role("button", name=re.compile("measuring|Measure here")).click()
    while int(measured.get_attribute("data-measured")) < min(before + 40, len(feature_cost.CELLS)):
        page.wait_for_timeout(20)
    stop = costs.get_by_role("button", name="Stop")
    if stop.is_visible():
        stop.click()
        page.get_by_text(re.compile("Stopped at|Measured on this")).wait_for()
    known = feature_cost.CELLS[: int(measured.get_attribute("data-measured"))]
    image = eyes.drawn(pictures(costs).nth(0))
    for tone, road in (("logistic", "explicit"), ("accent", "kernel")):
        sizes = [cell.d for cell in known if (cell.degree, cell.road) == (4, road)]
        px, _ = d_box(costs, (-7, 0)).pixel(np.log(sizes), 0)
        columns = marks.toned(image, LIGHT[tone], 40).any(axis=0)
        assert len(sizes) >= 2 and all(columns[int(x) - 2 : int(x) + 3].any() for x in px), tone
    label = pictures(costs).nth(0).get_attribute("aria-label")
    assert f"{len(known)} of {len(feature_cost.CELLS)} times measured" in label
