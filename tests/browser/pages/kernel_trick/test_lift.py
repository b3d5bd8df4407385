"""The lift: the slider raises the points, and a plane parts them where one can."""

from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.kernel_trick import feature_lift
from pages.kernel_trick.mathematics.feature_maps import separating_plane
from tests.browser import eyes, hand
from tests.browser.live import open_live


@pytest.mark.thorough
def test_the_slider_raises_the_points_and_the_plane_follows(page, server):
    live = open_live(page, f"{server}/kernel-trick?step=lift", "lift")
    space = live.locator('[data-view="space"]:visible canvas')
    remark = live.locator(".kl-remark").filter(has_text="proved")
    shown, pictures = feature_lift.SHOWN["paraboloid"], [eyes.drawn(space)]
    hand.take(page, "lift", live)
    for t in (1.0, 0.05, 0.0):
        stop = int(np.abs(feature_lift.STOPS - t).argmin())
        page.mouse.move(*hand.place(live, "lift", stop), steps=6)
        expect(live).to_have_attribute("data-stop", str(stop))
        machine = separating_plane(shown.lift, *feature_lift.data(shown), amount=t).solution
        expect(remark).to_be_visible(visible=not machine.feasible)
        if machine.feasible:
            eyes.until_number(live, "margin", machine.margin, within=6e-3)
            assert eyes.number(eyes.readout(live, "gap")) <= 1e-9
        else:
            assert eyes.readout(live, "gap") == "–"
        pictures.append(eyes.drawn(space))
    page.mouse.up()
    page.wait_for_url(lambda url: "lift=0" in url)
    for before, after in pairwise(pictures):
        assert (np.abs(before - after).max(axis=-1) > 20).sum() > 500, "the points have moved"
