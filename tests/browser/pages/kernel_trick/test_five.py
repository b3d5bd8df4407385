"""Five learners, one K: five planes follow one hand, each with kernel_core's own boundary."""

import time

import numpy as np
import pytest

from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.palette import LIGHT
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import FIVE
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample, swept
from tests.browser.live import open_live

PAGE = "/kernel-trick"
START = {
    along: int(np.argmin(abs(np.log(slider_stops(TRICK, along) / getattr(TRICK, along)))))
    for along in ("tau", "lam")
}


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE, "learners")


def column(live, k):
    return live.locator(".kl-five > .kl-item").nth(k + 1)  # the first has the controls


def canvas(live, k):
    return column(live, k).locator('[data-view="plane"] canvas')


def boundary(field, gx, gy):
    """Where the rows of a field change sign, away from the rim."""
    j, i = np.nonzero((field[2:-2, 2:-3] > 0) != (field[2:-2, 3:-2] > 0))
    j, i = j + 2, i + 2
    share = field[j, i] / (field[j, i] - field[j, i + 1])
    return gx[i] + share * (gx[i + 1] - gx[i]), gy[j]


def drawn_as(live, k, sweep, stop):
    """The share of the boundary where the thick line is painted in the k-th plane."""
    gx, gy = sample(TRICK).grid(sweep.field.shape[1])
    box = marks.plane_box(canvas(live, k), sample(TRICK).window)
    px, py = box.pixel(*boundary(sweep.field[stop], gx, gy))
    return marks.near(marks.toned(eyes.drawn(canvas(live, k)), LIGHT["zero"], 70), px, py, 3).mean()


def numbers(live, k):
    return {t: eyes.readout(column(live, k), t) for t in ("train_error", "test_error", "support")}


def until_all(live, along, stop):
    """All five planes and their numbers are those of this stop."""
    for k, (name, fields) in enumerate(FIVE):
        sweep = swept(replace(TRICK, **fields), along)
        want = {"train_error": eyes.percent(sweep.train_error[stop]),
                "test_error": eyes.percent(sweep.test_error[stop]),
                "support": f"{sweep.support[stop]} of {TRICK.m}"}  # fmt: skip
        deadline = time.monotonic() + 10
        while numbers(live, k) != want or drawn_as(live, k, sweep, stop) < 0.85:
            assert time.monotonic() < deadline, (
                name, numbers(live, k), want, drawn_as(live, k, sweep, stop))  # fmt: skip
            time.sleep(0.05)


@pytest.mark.parametrize("along, stops", [("tau", (20, 50)), ("lam", (34, 60))])
@pytest.mark.thorough
def test_all_five_follow_one_hand(page, live, along, stops):
    until_all(live, along, START[along])
    before = [eyes.drawn(canvas(live, k)) for k in range(5)]
    marks.bring(hand.slider(live, along))  # five planes are higher than the window
    page.mouse.move(*hand.place(live, along, START[along]))
    page.mouse.down()
    for stop in stops:
        page.mouse.move(*hand.place(live, along, stop), steps=12)
        until_all(live, along, stop)
    page.mouse.up()
    page.wait_for_url(lambda url: f"{along}=" in url)
    moved = [(np.abs(b - eyes.drawn(canvas(live, k))).max(axis=-1) > 20).mean() > 0.01
             for k, b in enumerate(before)]  # fmt: skip
    # λ has no part in the perceptron, and neither slider in the nearest neighbour.
    assert moved == [True, True, True, along == "tau", False]
