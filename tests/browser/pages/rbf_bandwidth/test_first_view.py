"""The first view of a visitor: picture and controls without scrolling, in both themes, and with a
description."""

import re

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from lab.ui.palette import DARK, LIGHT
from tests.browser import eyes, hand
from tests.browser.expected import sample, sweep_of
from tests.browser.live import open_live

FOLD = 800


@pytest.mark.thorough
def test_question_picture_and_controls_are_above_the_fold(page, server):
    live = open_live(page, server + "/rbf-bandwidth?hide=text&step=price")
    parts = [
        page.get_by_role("heading", level=1),
        eyes.plane(live),
        hand.slider(page, "tau"),
        hand.slider(page, "lam"),
        live.get_by_role("radiogroup", name="Loss"),
        *live.locator("[data-readout]").all(),
        live.locator('[data-view="curve"] canvas').first,
    ]
    assert len(parts) >= 10, "four read-outs at least"
    for part in parts:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= FOLD, part
    picture = eyes.plane(live).bounding_box()
    assert picture["width"] >= 560 and picture["height"] >= 460
    assert page.locator('[data-testid="stMain"]').evaluate("(e) => e.scrollTop") == 0
    x0, x1, y0, y1 = sample(DEFAULT).window
    *_, width, height = eyes.plane_map(live, (x0, x1, y0, y1)).box
    assert width / (x1 - x0) == pytest.approx(height / (y1 - y0), rel=0.01), "equal scale"


@pytest.mark.thorough
def test_the_home_page_shows_a_live_picture_and_links_on(page, server):
    live = open_live(page, server)
    box = eyes.plane(live).bounding_box()
    assert box["y"] + box["height"] <= FOLD
    before = eyes.read_canvas(eyes.plane(live))
    hand.drag(page, "tau", 45, moves=10)
    page.mouse.up()
    assert (eyes.read_canvas(eyes.plane(live)) != before).any()
    eyes.until_readout(live, "test_error", eyes.percent(sweep_of(DEFAULT, "tau").test_error[45]))
    page.wait_for_url(lambda url: "tau=1.6" in url)
    page.get_by_role("link", name="How far does one example’s influence reach?").click()
    page.wait_for_url(re.compile("/rbf-bandwidth/?([?]|$)"))
    page.locator('[data-live="bandwidth"][data-ready="1"]').wait_for()


@pytest.mark.thorough
def test_the_laboratory_of_the_home_page_is_above_the_fold(page, server):
    live = open_live(page, server)
    switches = ("Loss", "Kernel", "Data", "Intercept")
    parts = [
        page.get_by_role("heading", level=1),
        eyes.plane(live),
        hand.slider(page, "tau"),
        hand.slider(page, "lam"),
        *(live.get_by_role("radiogroup", name=name) for name in switches),
        *live.locator("[data-readout]").all(),
        live.locator('[data-view="curve"] canvas').first,
        live.get_by_role("button", name="Points"),
        live.get_by_role("button", name="Surprise me"),
    ]
    assert len(parts) >= 16, "five read-outs at least"
    for part in parts:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= FOLD, part


@pytest.mark.thorough
def test_the_picture_follows_the_theme(page, server):
    live = open_live(page, server + "/rbf-bandwidth?hide=text&step=price")
    for theme, tones in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=theme)
        page.locator(f'[data-live="bandwidth"][data-theme="{theme}"]').wait_for()
        image = eyes.pixels(eyes.plane(live))
        assert (eyes.unlike(image[-20:-2, 2:20], tones["background"]) <= 2).all(), "below the axes"
        middle = image[10:-30, 40:-10]
        ink = (eyes.unlike(middle, tones["zero"]) < 40).mean()
        assert 0.005 < ink < 0.1, "the thick line"
        for name in ("heat_positive", "heat_negative"):
            assert (eyes.unlike(middle, tones[name]) < 30).mean() > 0.1, name


@pytest.mark.thorough
def test_the_picture_adapts_to_another_window_height(page, server):
    """A canvas whose box changes is painted again at its new size, not stretched."""
    live = open_live(page, server)
    for width, height in ((1280, 2000), (1280, 800), (1000, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))")
        page.wait_for_function(
            """() => [...document.querySelectorAll("[data-live] canvas")].every((c) =>
              Math.abs(c.width - c.clientWidth) <= 1 && Math.abs(c.height - c.clientHeight) <= 1)"""
        )
    expect(live).to_have_attribute("data-ready", "1")
