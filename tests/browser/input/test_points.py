"""Points under the hand: dragged, added, relabelled and erased, by mouse, finger and keys."""

import time

import numpy as np
import pytest

from lab.scene import point_edits
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from tests.browser import eyes, marks
from tests.browser.expected import sample
from tests.browser.live import open_live, reload
from tests.browser.wire_tap import WireTap
from tests.lab.scenes import BLOBS as LOSSES

PAGE = "/losses?hide=text"  # the picture with all that moves it
SMALL = ("hinge", "logistic", "squared", "exponential")
WINDOW, X, Y = sample(LOSSES).window, sample(LOSSES).X, sample(LOSSES).y
FAR = (-2.8, -2.3)  # deep among the circles, near the rim
SECONDS = 10


def small_planes(live):
    return live.locator(".kl-small canvas").all()


def pictures(live):
    return [eyes.drawn(canvas).tobytes() for canvas in small_planes(live)]


def lone_cross():
    """An example of class +1 with nobody near it, so that a hand takes this one."""
    lonely = np.hypot(*(X[:, None] - X).transpose(2, 0, 1)) + np.diag(np.full(len(X), np.inf))
    return int(np.where(Y > 0, lonely.min(axis=1), 0).argmax())


def line_of(scene, loss):
    """The straight line that a small plane shows, by kernel_core."""
    return problem(replace(scene, loss=loss, kernel="linear", intercept=1)).fit()


def agreement(canvas, solution, near=0.15):
    """On which part of the plane the colours say what the sign of f says."""
    image, box = eyes.drawn(canvas), marks.plane_box(canvas, WINDOW)
    x0, x1, y0, y1 = WINDOW
    gx, gy = np.meshgrid(np.linspace(x0, x1, 30)[1:-1], np.linspace(y0, y1, 30)[1:-1])
    grid = np.c_[gx.ravel(), gy.ravel()]
    f, gap = solution.decision(grid), np.hypot(*(grid[:, None] - solution.X).transpose(2, 0, 1))
    clear = (np.abs(f) > near) & (gap.min(axis=1) > 0.25)
    px, py = box.pixel(grid[clear, 0], grid[clear, 1])
    seen = image[py.astype(int), px.astype(int)]
    return float((np.sign(seen[:, 2] - seen[:, 0]) == np.sign(f[clear])).mean())


def until(check, what):
    deadline = time.monotonic() + SECONDS
    while not check():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


@pytest.fixture
def tap(page):
    return WireTap(page)


@pytest.fixture
def lab(page, server, tap):
    """The page with the outlier lab in view and all of its four planes drawn."""
    live = open_live(page, server + PAGE)
    marks.bring(small_planes(live)[0])
    tap.until_quiet()
    for canvas, loss in zip(small_planes(live), SMALL, strict=True):
        assert agreement(canvas, line_of(LOSSES, loss)) > 0.97, loss
    return live


# ---- the outlier lab ----


@pytest.mark.thorough
def test_four_lines_follow_one_dragged_point_and_the_address_keeps_it(page, server, tap, lab):
    i, before = lone_cross(), pictures(lab)
    box = marks.plane_box(small_planes(lab)[0], WINDOW)
    page.mouse.move(*box.on_screen(*X[i]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*FAR), steps=15)
    moved = replace(LOSSES, edits=f"m{i},{FAR[0]},{FAR[1]}")
    lines = {loss: line_of(moved, loss) for loss in SMALL}

    def follows():
        return min(
            agreement(canvas, lines[loss])
            for canvas, loss in zip(small_planes(lab), SMALL, strict=True)
        ) > 0.97  # fmt: skip

    until(follows, "the four lines are not those of the moved point, while it is in the hand")
    assert all(a != b for a, b in zip(before, pictures(lab), strict=True))
    assert "edits" not in page.url, "the address waits until the hand lets go"
    steps = [url for url in tap.asked if "edits=" in url]
    assert steps and all("stops=1&" in url for url in steps), "one frame at a time, no sweeps"
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=" in url)
    place = point_edits.read(marks.address(page)["edits"]).moved
    assert list(place) == [i] and np.allclose(place[i], FAR, atol=0.03)
    # The four react differently: no two of the lines are alike.
    ways = [np.arctan2(*(s.alpha @ s.X)) for s in lines.values()]
    levels = [s.intercept for s in lines.values()]
    for k, (way, level) in enumerate(zip(ways, levels, strict=True)):
        others = [(w, b) for j, (w, b) in enumerate(zip(ways, levels, strict=True)) if j != k]
        assert all(abs(way - w) > 0.01 or abs(level - b) > 0.05 for w, b in others)
    # The same address gives the same pictures again, and the way back is one press.
    page.mouse.move(5, 5)
    tap.until_quiet()
    kept = pictures(lab)
    reload(page)
    again = open_live(page, page.url)
    marks.bring(small_planes(again)[0])
    tap.until_quiet()
    assert pictures(again) == kept
    again.get_by_role("button", name="Back to the data set").click()
    page.wait_for_url(lambda url: "edits=" not in url)
    tap.until_quiet()
    assert pictures(again) == before


def support(live):
    return eyes.readout(live, "support")
