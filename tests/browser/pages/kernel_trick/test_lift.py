"""The lift: the slider raises the points, a plane parts them, and its shadow is on the data."""

import time
from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.ui.palette import LIGHT
from pages.kernel_trick import feature_lift
from pages.kernel_trick.mathematics.feature_maps import separating_plane
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
