"""Points under the hand: dragged, added, relabelled and erased, by mouse, finger and keys."""

import time

import numpy as np
import pytest

from lab.scene import point_edits
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
from lab.ui.palette import LIGHT
from tests.browser import eyes, hand, marks
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


def main_plane(live):
    return live.locator(".kl-side .kl-is-plane canvas")


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


@pytest.mark.thorough
def test_a_finger_drags_a_point_and_scrolls_elsewhere(phone_page, server):
    tap = WireTap(phone_page)
    live = open_live(phone_page, server + PAGE)
    canvas = small_planes(live)[0]
    marks.bring(canvas)
    tap.until_quiet()
    main = phone_page.locator('[data-testid="stMain"]')
    box, i = marks.plane_box(canvas, WINDOW), lone_cross()
    top = main.evaluate("(main) => main.scrollTop")
    x, y = box.on_screen(2.7, -2.4)  # a corner without points
    hand.swipe(phone_page, (x, y), (x, y - 150))
    phone_page.wait_for_function(
        "(top) => document.querySelector('[data-testid=stMain]').scrollTop > top + 60", arg=top
    )
    assert "edits" not in phone_page.url
    phone_page.wait_for_timeout(300)  # until the page has come to rest
    top = main.evaluate("(main) => main.scrollTop")
    hand.swipe(phone_page, box.on_screen(*X[i]), box.on_screen(0.5, 2.2), moves=10)
    phone_page.wait_for_url(lambda url: "edits=" in url)
    place = point_edits.read(marks.address(phone_page)["edits"]).moved
    assert list(place) == [i] and np.allclose(place[i], (0.5, 2.2), atol=0.1)
    assert main.evaluate("(main) => main.scrollTop") == top, "the page stays where it is"
    moved = replace(LOSSES, edits=marks.address(phone_page)["edits"])
    until(lambda: support(live) == shown_support(moved), "the numbers follow")


def support(live):
    return eyes.readout(live, "support")


def shown_support(scene):
    s = problem(scene).fit()
    return f"{len(s.support)} of {len(s.y)}"


# ---- add, relabel, erase ----


@pytest.mark.thorough
def test_points_are_added_relabelled_and_erased(page, server):
    live = open_live(page, server + PAGE)
    box, i = marks.plane_box(main_plane(live), WINDOW), lone_cross()
    tools = live.get_by_role("radiogroup", name="What a press on the plane does")
    names = {"positive": "Add ×", "negative": "Add ○", "flip": "Relabel", "erase": "Erase"}
    places = {"positive": (-1.9, 2.2), "negative": (2.4, -2.3), "flip": X[i], "erase": X[i]}
    scene, tone = LOSSES, {"positive": "positive", "negative": "negative", "flip": "negative"}
    for tool, name in names.items():
        tools.get_by_role("radio", name=name).click()
        page.wait_for_url(lambda url, tool=tool: f"tool={tool}" in url)
        marks.bring(main_plane(live))
        page.mouse.click(*box.on_screen(*places[tool]))
        page.mouse.move(5, 300)
        text = {"positive": "p_", "negative": "_n_", "flip": f"f{i}_", "erase": f"d{i}_"}[tool]
        page.wait_for_url(lambda url, text=text: text in url)
        scene = replace(LOSSES, edits=marks.address(page)["edits"])
        until(lambda scene=scene: support(live) == shown_support(scene), scene.edits)
        if tool in tone:
            px, py = box.pixel(*places[tool])
            seen = marks.toned(eyes.drawn(main_plane(live)), LIGHT[tone[tool]], 60)
            assert marks.near(seen, np.r_[px], np.r_[py], 6).all(), "it wears its new class"
    added = point_edits.read(scene.edits).added
    assert [label for label, _ in added] == [1, -1]
    for (_, place), tool in zip(added, ("positive", "negative"), strict=True):
        assert np.allclose(place, places[tool], atol=0.02)
    assert point_edits.read(scene.edits).deleted == {i} and len(sample_of(scene).y) == 61


@pytest.mark.thorough
def test_everything_is_done_with_keys_too(page, server):
    live = open_live(page, server + PAGE)
    main_plane(live).focus()
    voice = live.locator(".kl-voice")
    x0, x1, y0, y1 = WINDOW
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    step = np.array([x1 - x0, y1 - y0]) / 50

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)

    def kept(check):
        page.wait_for_url(lambda url: check(point_edits.read(marks.address(page).get("edits", ""))))

    def over(what):
        """Wait until the cursor, a step aside and back, finds there what it should, in a picture
        that does not change any more: a key is of no avail while it is late."""

        def told():
            press("ArrowRight", "ArrowLeft")
            return voice.text_content()

        def found():
            first = told()
            page.wait_for_timeout(250)
            return first == told() and first.startswith(what)

        until(found, what)

    press(*["ArrowLeft"] * 5, *["Shift+ArrowUp"] * 4)
    spot = middle + step * (-5, 20)
    press("+")
    kept(lambda e: len(e.added) == 1 and e.added[0][0] == 1)
    assert np.allclose(point_edits.read(marks.address(page)["edits"]).added[0][1], spot, atol=0.01)
    over("example 61, positive ×")
    press("Enter")
    until(lambda: press("ArrowRight") or voice.text_content() == "moving example 61", "told")
    press(*["ArrowLeft"] * 50, *["ArrowRight"] * 22, "ArrowDown", "Enter")
    spot = middle + step * (-3, 19)
    kept(lambda e: np.allclose(e.added[0][1], spot, atol=0.01))
    over("example 61, positive ×")
    press("f")
    kept(lambda e: e.added[0][0] == -1)
    over("example 61, negative ○")
    press("Delete")
    kept(lambda e: not e.added)
    over("x = (")
    press("-")
    kept(lambda e: len(e.added) == 1 and e.added[0][0] == -1)
    over("example 61, negative ○")
    # What Escape lets go stays where it was put, and the arrows move the cursor again.
    press("Enter", "ArrowUp", "Escape")
    kept(lambda e: np.allclose(e.added[0][1], spot + step * (0, 1), atol=0.01))
    over("example 61, negative ○")
    press("Backspace")
    kept(lambda e: not e.added)
    until(lambda: support(live) == shown_support(LOSSES), "as in the beginning")
