"""The lift: the slider raises the points, a plane parts them, and its shadow is on the data."""

import time
from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from kernel_core.theory import separating_plane
from lab.ui.palette import LIGHT
from pages.kernel_trick import feature_lift
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/kernel-trick?step=lift"
LAST = len(feature_lift.STOPS) - 1
STEPS_TO = {t: int(np.abs(feature_lift.STOPS - t).argmin()) for t in (0.0, 0.05, 0.6, 1.0)}


def opened(page, url):
    open_live(page, url)
    live = page.locator('[data-live="lift"][data-ready="1"]')
    live.wait_for()
    return live


@pytest.fixture
def live(page, server):
    return opened(page, server + PAGE)


def space(live):
    return live.locator('[data-view="space"]:visible canvas')


def shadow(live):
    return live.locator('[data-view="plane"] canvas')


def plane(name, t):
    shown = feature_lift.SHOWN[name]
    return separating_plane(shown.lift, *feature_lift.data(shown), amount=t)


def until_margin(live, machine):
    deadline = time.monotonic() + 10
    while not marks.close(eyes.number(eyes.readout(live, "margin")), machine.margin, 3):
        assert time.monotonic() < deadline, eyes.readout(live, "margin")
        time.sleep(0.05)


def window(name):
    far = feature_lift.reach(feature_lift.SHOWN[name])
    return (-1.2 * far, 1.2 * far, -far, far)


def zero_line(live, name, t):
    """Whether the thick line runs where w·φ(x) + b = 0 does."""
    own, turn = plane(name, t), np.linspace(0, 2 * np.pi, 40, endpoint=False)
    places = []
    for way in np.column_stack([np.cos(turn), np.sin(turn)]):
        r = np.linspace(0.1, 3, 600)
        f = own.decision(way * r[:, None])
        k = np.flatnonzero(f[:-1] * f[1:] < 0)
        places += [way * r[k[0]]] if len(k) else []
    box = marks.plane_box(shadow(live), window(name))
    px, py = box.pixel(*np.array(places).T)
    return marks.near(marks.toned(eyes.drawn(shadow(live)), LIGHT["zero"], 60), px, py, 2.5).mean()


@pytest.mark.thorough
def test_the_slider_raises_the_points_and_the_plane_follows(page, live):
    pictures = [eyes.drawn(space(live))]
    page.mouse.move(*hand.place(live, "lift", STEPS_TO[0.6]))
    page.mouse.down()
    for t, stop in ((1.0, LAST), (0.05, 1), (0.0, 0)):
        page.mouse.move(*hand.place(live, "lift", stop), steps=6)
        expect(live).to_have_attribute("data-stop", str(stop))
        own = plane("paraboloid", t)
        remark = live.get_by_text("No plane parts them here, and that is proved")
        if own.solution.feasible:
            until_margin(live, own.solution)
            assert remark.is_hidden()
            assert zero_line(live, "paraboloid", t) > 0.9
            assert eyes.number(eyes.readout(live, "gap")) <= 1e-9
        else:
            assert remark.is_visible() and eyes.readout(live, "gap") == "–"
        pictures.append(eyes.drawn(space(live)))
    page.mouse.up()
    page.wait_for_url(lambda url: "lift=0" in url)
    for before, after in pairwise(pictures):
        assert (np.abs(before - after).max(axis=-1) > 20).sum() > 500, "the points have moved"


def test_the_cut_is_called_a_circle_only_where_it_is_one(page, live):
    circle = live.get_by_text("Seen from above, the cut is a circle.")
    expect(circle).to_be_visible()
    for name in set(feature_lift.SHOWN) - {"paraboloid"}:
        live.get_by_role("radio", name=feature_lift.SHOWN[name].button, exact=True).click()
        expect(circle).to_be_hidden()
    live.get_by_role("radio", name="x₁² + x₂²", exact=True).click()
    expect(circle).to_be_visible()
    page.mouse.click(*hand.place(live, "lift", STEPS_TO[0.0]))
    expect(circle).to_be_hidden()


@pytest.mark.thorough
def test_another_lift_is_there_at_once_and_in_the_link(page, live):
    for name in ("quadratic", "cone"):
        live.get_by_role("radio", name=feature_lift.SHOWN[name].button, exact=True).click()
        until_margin(live, plane(name, 0.6).solution) if name == "cone" else None
    assert zero_line(live, "cone", 0.6) > 0.9
    page.wait_for_url(lambda url: "map=cone" in url)
    again = opened(page, page.url)
    until_margin(again, plane("cone", 0.6).solution)
    assert (
        again.get_by_role("radio", name="‖x‖", exact=True).get_attribute("aria-checked") == "true"
    )


@pytest.mark.thorough
def test_keys_turn_the_space_and_reset_it(page, live):
    space(live).focus()
    home = eyes.drawn(space(live))
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    turned = eyes.drawn(space(live))
    assert (np.abs(home - turned).max(axis=-1) > 20).sum() > 500
    live.get_by_role("button", name="Reset the view").locator("visible=true").click()
    page.wait_for_timeout(100)
    back = eyes.drawn(space(live))
    assert (np.abs(home - back).max(axis=-1) > 40).mean() < 1e-3


@pytest.mark.thorough
def test_a_finger_turns_it_on_a_phone(phone_page, server):
    live = opened(phone_page, server + PAGE)
    space(live).scroll_into_view_if_needed()
    box, before = space(live).bounding_box(), eyes.drawn(space(live))
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand.swipe(phone_page, middle, (middle[0] + 80, middle[1]))
    after = eyes.drawn(space(live))
    assert (np.abs(before - after).max(axis=-1) > 20).sum() > 300
    for selector in ("html", '[data-testid="stMain"]'):
        wider = phone_page.locator(selector).evaluate("(e) => e.scrollWidth - e.clientWidth")
        assert wider == 0, "nothing is wider than the screen"


@pytest.mark.thorough
def test_the_text_tells_what_is_seen(page, live):
    page.mouse.click(*hand.place(live, "lift", LAST))
    until_margin(live, plane("paraboloid", 1.0).solution)
    page.wait_for_url(lambda url: "lift=1" in url)
    label = space(live).get_attribute("aria-label")
    assert "Raised to 1" in label and "to each side" in label
