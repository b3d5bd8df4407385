"""Five learners, one K: the numbers of all five follow one hand."""

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import replace
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import FIVE
from tests.browser import eyes, hand
from tests.browser.expected import swept
from tests.browser.live import open_live


def column(live, k):
    return live.locator(".kl-five > .kl-item").nth(k + 1)  # the first has the controls


def pictures(live):
    return [eyes.drawn(column(live, k).locator('[data-view="plane"] canvas')) for k in range(5)]


@pytest.mark.thorough
def test_all_five_follow_one_hand(page, server):
    live = open_live(page, f"{server}/kernel-trick", "learners")
    hand.take(page, "tau", live)
    before = pictures(live)
    for stop in (20, 50):
        page.mouse.move(*hand.place(live, "tau", stop), steps=12)
        for k, (_, fields) in enumerate(FIVE):
            sweep = swept(replace(TRICK, **fields), "tau")
            for tensor, text in (
                ("train_error", eyes.percent(sweep.train_error[stop])),
                ("test_error", eyes.percent(sweep.test_error[stop])),
                ("support", f"{sweep.support[stop]} of {TRICK.m}"),
            ):
                expect(column(live, k).locator(f'[data-readout="{tensor}"]')).to_have_text(text)
    moved = [(np.abs(a - b).max(axis=-1) > 20).mean() > 0.01
             for a, b in zip(before, pictures(live), strict=True)]  # fmt: skip
    assert moved == [True] * 4 + [False], "τ has no part in the nearest neighbour"
    page.mouse.up()
    page.wait_for_url(lambda url: "tau=" in url)
