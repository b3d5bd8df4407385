"""The search for a counterexample and what goes wrong: started, watched, stopped, dragged."""

import re
import time

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.endpoints.server_sent_events import event
from lab.ui.palette import LIGHT
from pages.is_it_a_kernel.indefinite.indefinite_fit import T, answer, risk_sweep, trial
from pages.is_it_a_kernel.similarity_functions import REACH, read, read_points, write_points
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/is-it-a-kernel"
SPOTS = {"left": 30, "right": 4, "top": 4, "bottom": 24}  # margins, as in search-points.js


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE, "hunt")


def canvas(live):
    return live.locator('[data-view="spots"] canvas')


def box(live):
    size, up = canvas(live).bounding_box(), 1.07 * REACH
    w = size["width"] - SPOTS["left"] - SPOTS["right"]
    out = up * w / (size["height"] - SPOTS["top"] - SPOTS["bottom"])
    return marks.Box(canvas(live), (-out, out, -up, up), SPOTS)


def choose(live, name):
    live.locator(f'[data-look="candidate"][data-value="{name}"]').click()


def said(live):
    return live.locator(".kl-hunt [role=status]")


def verdict(live):
    return live.locator(".kl-verdict")


def table(live, title):
    """A matrix as it stands on the page."""
    found = live.locator(".kl-entries table").filter(has=live.page.get_by_text(title, exact=True))
    return [[eyes.number(td) for td in row.locator("td").all_text_contents()]
            for row in found.locator("tr").all()]  # fmt: skip


def until(condition, told=lambda: ""):
    deadline = time.monotonic() + 12
    while not condition():
        assert time.monotonic() < deadline, told()
        time.sleep(0.05)


def seen(live, tone):
    """Which pixels of the picture of points have a tone; beside it, its pixels per CSS pixel."""
    return marks.toned(eyes.drawn(canvas(live)), LIGHT[tone])


def drag(page, start, *ends):
    page.mouse.move(*start)
    page.mouse.down()
    for end in ends:
        page.mouse.move(*end, steps=10)
    page.mouse.up()


@pytest.mark.thorough
def test_two_points_suffice_and_a_hand_pulls_them_apart(page, live):
    assert table(live, "K") == [[0, 2.25], [2.25, 0]] and table(live, "c") == [[1], [-1]]
    assert eyes.number(eyes.readout(live, "lowest")) == -2.25
    at = box(live)
    for tone, place in (("positive", (-0.5, -0.3)), ("negative", (0.7, 0.6))):
        assert marks.near(seen(live, tone), *map(np.atleast_1d, at.pixel(*place)), 13).all()
    live.get_by_role("button", name="9 times").click()
    drag(page, at.on_screen(0.7, 0.6), at.on_screen(1.5, 1.0), at.on_screen(2.5, 1.2))
    until(lambda: live.locator("[data-challenge]").get_attribute("data-state") == "done")
    page.wait_for_url(lambda url: "spots=" in url)
    points = np.array([p.split(",") for p in marks.address(page)["spots"].split(";")], dtype=float)
    np.testing.assert_allclose(points, [[-0.5, -0.3], [2.5, 1.2]], atol=0.03)
    r = float(((points[0] - points[1]) ** 2).sum())
    until(lambda: marks.close(eyes.number(eyes.readout(live, "lowest")), -r, 3))
    assert marks.close(table(live, "K")[0][1], r) and marks.close(
        eyes.number(eyes.readout(live, "value")), -2 * r
    )
    assert "two different points are all it takes" in verdict(live).text_content()
    # The mark has moved along with the hand.
    assert marks.near(seen(live, "negative"), *map(np.atleast_1d, at.pixel(*points[1])), 13).all()
    assert not marks.near(seen(live, "negative"), *map(np.atleast_1d, at.pixel(0.7, 0.6)), 13).any()


@pytest.mark.thorough
def test_the_search_finds_points_and_shows_the_proof(page, live):
    choose(live, "difference")
    expect(verdict(live)).to_contain_text("No eigenvalue is below 0")
    live.get_by_role("button", name="Search").click()
    expect(said(live)).to_contain_text("Found after", timeout=15_000)
    page.wait_for_url(lambda url: "candidate=difference" in url and "spots=" in url)
    asked = read("difference", "")
    points = read_points(marks.address(page)["spots"], asked)
    K = asked.K(points, points)
    values, vectors = np.linalg.eigh(K)
    assert values[0] < 0
    np.testing.assert_allclose(table(live, "K"), K, atol=2e-3)
    c = np.array(table(live, "c"))[:, 0]
    assert c @ K @ c < 0 and abs(c @ vectors[:, 0]) == pytest.approx(np.linalg.norm(c), rel=1e-3)
    assert marks.close(eyes.number(eyes.readout(live, "lowest")), values[0])
    assert "is no kernel" in verdict(live).text_content()
    at = box(live)
    for point, weight in zip(points, c, strict=True):
        tone = "negative" if weight < 0 else "positive"
        assert marks.near(seen(live, tone), *map(np.atleast_1d, at.pixel(*point)), 13).all()
    chart = eyes.drawn(live.locator('[data-view="eigenvalues"] canvas'))
    assert marks.toned(chart, LIGHT["negative"]).sum() > 30, "the one below 0 in its own tone"
    again = open_live(page, page.url, "hunt")
    expect(verdict(again)).to_contain_text("is no kernel")
    np.testing.assert_allclose(table(again, "K"), K, atol=2e-3)


@pytest.mark.thorough
def test_progress_is_seen_and_stop_stops(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    live.get_by_role("button", name="Search").click()
    counts = set()

    def counted(most):
        found = re.search(r"Looked at ([\d,]+) of 20,000", said(live).text_content())
        counts.update([int(found[1].replace(",", ""))] if found else [])
        return len(counts) >= most

    until(lambda: counted(3), said(live).text_content)
    assert min(counts) >= 200
    bar = live.locator("progress")
    assert 0 < float(bar.evaluate("(bar) => bar.value / bar.max")) < 1
    stop = live.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(said(live)).to_contain_text("Stopped after")
    expect(stop).to_be_hidden()
    expect(live.get_by_role("button", name="Search")).to_be_focused()
    told = said(live).text_content()
    page.wait_for_timeout(500)
    assert said(live).text_content() == told and len([u for u in asked if "search" in u]) <= 1


@pytest.mark.thorough
def test_points_that_break_it_all_the_same_are_shown_after_a_search(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    ending = {"done": True, "message": "None.", "breaks": write_points(read("hidden", "").breaks)}
    page.route("**/kernel-search?*", lambda route: route.fulfill(
        body=event(ending), content_type="text/event-stream"))  # fmt: skip
    live.get_by_role("button", name="Search").click()
    live.get_by_role("button", name="Show 49 points that break it").click()
    expect(verdict(live)).to_contain_text("is no kernel")
    points = read_points(marks.address(page)["spots"], read("hidden", ""))
    lowest = np.linalg.eigvalsh(read("hidden", "").K(points, points))[0]
    assert len(points) == 49 and marks.close(eyes.number(eyes.readout(live, "lowest")), lowest)


@pytest.mark.thorough
def test_a_hand_on_a_point_ends_a_search_and_another_candidate_too(page, live):
    choose(live, "hidden")
    expect(verdict(live)).to_contain_text("No eigenvalue")
    live.get_by_role("button", name="Search").click()
    expect(said(live)).to_contain_text("Looked at")
    choose(live, "min")
    expect(live.get_by_role("button", name="Search")).to_be_visible()
    expect(live.locator(".kl-hunt")).to_contain_text("min on negatives")
    until(lambda: table(live, "K") == [[0.5, 0.5], [0.5, 1.5]], lambda: table(live, "K"))
    # On a line a hand moves sideways only; below 0 the kernel breaks.
    at = box(live)
    drag(page, at.on_screen(0.5, 0), at.on_screen(-1, 1))
    expect(verdict(live)).to_contain_text("is no kernel")
    page.wait_for_url(lambda url: "spots=" in url)
    x, z = map(float, marks.address(page)["spots"].split(";"))
    assert x == pytest.approx(-1, abs=0.03) and z == 1.5


@pytest.mark.thorough
def test_keys_move_a_point_and_points_come_and_go(page, live):
    canvas(live).focus()
    for key in ("PageDown", "PageUp", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.wait_for_url(lambda url: "spots=" in url)
    assert marks.address(page)["spots"] == "-0.4,-0.25;0.7,0.6"
    live.get_by_role("button", name="Add a point").click()
    until(lambda: len(table(live, "K")) == 3)
    live.get_by_role("button", name="Remove the last").click()
    until(lambda: len(table(live, "K")) == 2)
    label = canvas(live).get_attribute("aria-label")
    assert "x1 = (-0.4, -0.25) with c = " in label and "Smallest eigenvalue −" in label


@pytest.mark.thorough
def test_a_finger_drags_a_point(phone_page, server):
    live = open_live(phone_page, server + PAGE, "hunt")
    marks.bring(canvas(live))
    at = box(live)
    hand.swipe(phone_page, at.on_screen(0.7, 0.6), at.on_screen(1.6, -1.4))
    phone_page.wait_for_url(lambda url: "spots=" in url)
    moved = marks.address(phone_page)["spots"].split(";")[1]
    np.testing.assert_allclose(np.array(moved.split(","), dtype=float), [1.6, -1.4], atol=0.1)


@pytest.mark.thorough
def test_the_slider_leads_down_the_risk_and_fit_refuses(page, server):
    live = open_live(page, server + PAGE + "?step=risk", "falling")
    sweep = risk_sweep(trial("squared", ""))["tensors"]
    curve = live.locator('[data-view="curve"] canvas')
    eigenvalues = live.locator('[data-view="eigenvalues"] canvas')
    expect(eigenvalues).to_be_visible()  # something to look at first
    for name in ("penalty", "risk", "far"):
        expect(
            live.locator(f'[data-readout="{name}"]')
        ).to_be_hidden()  # until predicted: it is asked for
    live.get_by_role("button", name="Skip, and show it").click()

    def dot():
        """Where the marker stands in the chart: solid, where lines and letters are thin."""
        mask = marks.toned(eyes.drawn(curve), LIGHT["accent"])
        solid = np.lib.stride_tricks.sliding_window_view(mask, (6, 6)).all(axis=(2, 3))
        return int(np.median(np.flatnonzero(solid.any(axis=0)))) + 3

    hand.drag(page, "along_c", 10, 20)
    places = [dot()]
    until(lambda: marks.close(eyes.number(eyes.readout(live, "risk")), sweep["risk"]["data"][20]))
    page.mouse.move(*hand.place(page, "along_c", 60), steps=20)
    places.append(dot())
    page.mouse.up()
    assert places[1] - places[0] > 0.5 * curve.bounding_box()["width"], places
    assert marks.close(eyes.number(eyes.readout(live, "risk")), sweep["risk"]["data"][60])
    assert sweep["risk"]["data"][60] < -1 and T[60] == 3
    page.wait_for_url(lambda url: "along_c=3" in url)
    fit = page.locator('[data-step="risk"] blockquote')
    expect(fit).to_have_text(answer(trial("squared", "")))
    card = live.locator(".kl-challenge-body")
    expect(card).to_contain_text("It is “as low as you like”.")
    live.locator('[data-value="rbf"]').click()
    expect(fit).to_contain_text("It fits")
    until(lambda: eyes.number(eyes.readout(live, "risk")) > 0)
    expect(card).to_contain_text("With other settings: It is “as low as you like”.")
    live.locator('[data-value="squared"]').click()
    expect(card).not_to_contain_text("With other settings")


@pytest.mark.thorough
def test_the_dual_of_a_kernel_bends_down(page, server):
    bending = open_live(page, server + PAGE + "?step=dual", "bending")
    assert eyes.number(eyes.readout(bending, "bend")) > 0
    bending.locator('[data-value="rbf"]').click()
    until(lambda: eyes.number(eyes.readout(bending, "bend")) < 0)
    hand.slider(bending, "along_u").focus()
    page.keyboard.press("End")
    until(lambda: eyes.number(eyes.readout(bending, "above")) < 0)
