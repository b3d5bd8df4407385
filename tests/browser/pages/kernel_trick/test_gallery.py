"""The gallery of *Kernel trick*: features are listed, and the point of the slice can be dragged."""

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.ui.palette import LIGHT
from tests.browser import eyes, hand, marks
from tests.browser.challenges.gestures import quiet
from tests.browser.live import open_live

CHART = eyes.CHART_MARGINS | {"right": 14}


def open_gallery(page, server, piece):
    live = open_live(page, f"{server}/kernel-trick?step=gallery&piece={piece}", "gallery")
    quiet(live)
    marks.bring(live.locator(".kl-exhibit"))
    return live


def canvas(live, kind):
    return live.locator(f".kl-is-{kind}:visible canvas").first


@pytest.mark.thorough
def test_the_features_are_listed(page, server):
    live = open_gallery(page, server, "poly")
    for along, stop in (("power", 7), ("dims", 3)):
        hand.drag(page, along, stop, moves=6)
        page.mouse.up()
    features = live.locator(".kl-features dd span")
    expect(features).to_have_count(495)
    assert features.first.text_content() == "1" and features.last.text_content() == "x₄⁸"


@pytest.mark.thorough
def test_dragging_on_the_slice_moves_its_point(page, server):
    live = open_gallery(page, server, "min")
    view = canvas(live, "through")
    box = marks.Box(view, (0, 6, 0, 8), CHART)
    page.mouse.move(*box.on_screen(2, 2))
    page.mouse.down()
    page.mouse.move(*box.on_screen(4.5, 2), steps=8)
    page.mouse.up()
    page.wait_for_url(lambda url: "spot=4.5" in url)
    xs = np.array([1, 2, 3, 4, 5, 5.8])
    places = box.pixel(xs, np.minimum(xs, 4.5))  # the slice rises up to x′, then is constant

    def paint_count():
        blue = marks.toned(eyes.read_canvas(view), LIGHT["positive"], 40)
        return marks.near(blue, *places, 3).all()

    eyes.wait_until(page, paint_count)
    view.press("ArrowLeft")
    page.wait_for_url(lambda url: "spot=4.4" in url)
    eyes.wait_until(page, lambda: "x′ = 4.4" in view.get_attribute("aria-label"))
