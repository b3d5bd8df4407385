"""The view in space: turned by mouse, keys and touch, moved by its slider, told in words."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.ui.palette import LIGHT
from pages.representer_theorem import off_span_component
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/representer-theorem"
AWAY, MARGIN = 6, 10  # as in camera.js and space.js
PER_PIXEL = 0.5  # degrees


@pytest.fixture
def live(page, server):
    return scene(page, server)


def scene(page, server, query="", step="wasted"):
    open_live(page, server + PAGE + f"?step={step}" + query.replace("?", "&"))
    live = page.locator('[data-live="wasted"][data-ready="1"]')
    live.wait_for()
    canvas(live).scroll_into_view_if_needed()
    page.wait_for_timeout(300)  # what came into view is drawn, and the page lies still
    return live


def canvas(live):
    return live.locator('[data-view="space"] canvas')


def told():
    tensors = off_span_component.sweep()["tensors"]
    return {n: np.reshape(t["data"], t["shape"]) for n, t in tensors.items()}


def project(live, points, azimuth, height):
    """Where places in space are in the canvas, in CSS pixels: camera.js once more."""
    t, item, box = told(), off_span_component.scene(), canvas(live).bounding_box()
    sheet = [t["at"] + s * t["one"] + r * t["other"] for s in (1, -1) for r in (1, -1)]
    axes = [v * e for k, e in enumerate(np.eye(3)) for v in
            (item["axes"]["low"][k], item["axes"]["high"][k])]  # fmt: skip
    corners = t["corner"][t["square"] > 0].reshape(-1, 3)
    ball = np.vstack([sheet, axes, corners, t["theta"], t["inside"], t["x1"], t["x2"], np.zeros(3)])
    centre = (ball.min(axis=0) + ball.max(axis=0)) / 2
    radius = np.linalg.norm(ball - centre, axis=1).max()
    a, h = np.deg2rad([azimuth, height])
    right = np.array([-np.sin(a), np.cos(a), 0])
    up = np.array([-np.sin(h) * np.cos(a), -np.sin(h) * np.sin(a), np.cos(h)])
    q = np.atleast_2d(points) - centre
    size = item["zoom"] * (min(box["width"], box["height"]) / 2 - MARGIN) * np.sqrt(1 - AWAY**-2)
    scale = size * AWAY / (AWAY * radius - q @ np.cross(right, up))
    return np.stack([box["width"] / 2 + scale * (q @ right),
                     box["height"] / 2 - scale * (q @ up)], axis=1)  # fmt: skip


def head_at(live, place, tone, azimuth, height):
    """Whether an arrow's colour is seen all along a head that points from 0 to a place in space."""
    tip, foot = project(live, [place, np.zeros(3)], azimuth, height)
    way = (tip - foot) / np.linalg.norm(tip - foot)
    image = eyes.drawn(canvas(live))
    ratio = image.shape[1] / canvas(live).bounding_box()["width"]  # device pixels a pixel
    x, y = np.transpose([ratio * (tip - back * way) for back in (4, 7, 10)])
    return bool(marks.near(marks.toned(image, LIGHT[tone], 70), x, y, 1.5 * ratio).all())


def tips(live, stop, azimuth, height):
    """Whether θ ends where it must at a stop of its slider, seen from there."""
    return head_at(live, told()["theta"][stop], "zero", azimuth, height)


# ---- the slider ----


@pytest.mark.thorough
def test_theta_leaves_the_span_and_the_predictions_stay(page, live):
    t, remarks = told(), live.locator(".kl-remark")
    rows = ("p1", "p2", "norm2")
    first = {name: eyes.readout(live, name) for name in rows}
    before = eyes.drawn(canvas(live))
    seen = set()
    hand.take(page, "t")
    for stop in (80, 55, 40, 10, 0, 66):
        page.mouse.move(*hand.place(page, "t", stop), steps=6)
        expect(live).to_have_attribute("data-stop", str(stop))
        shown = {name: eyes.readout(live, name) for name in rows}
        assert (shown["p1"], shown["p2"]) == (first["p1"], first["p2"]), "digit for digit"
        assert eyes.number(shown["norm2"]) == pytest.approx(t["norm2"][stop], rel=1e-3)
        assert tips(live, stop, *off_span_component.HOME), stop
        visible = [k for k in range(3) if remarks.nth(k).is_visible()]
        assert visible == [int(t["state"][stop])], "one sentence, and it is true"
        seen.add(shown["norm2"])
        if stop == 80:
            start = int(np.argmin(abs(t["stops"] - off_span_component.START)))
            assert not tips(live, start, *off_span_component.HOME), (
                "it has left the place where it was"
            )
    page.mouse.up()
    assert len(seen) == 6 - 1, "0 and 80 are as long as each other"
    assert (eyes.drawn(canvas(live)) != before).any()
    page.wait_for_url(lambda url: re.search(r"[?&]t=1\.3(&|$)", url))
    text = canvas(live).get_attribute("aria-label")
    assert "θ ends 1.300 away" in text and f"θᵀx⁽¹⁾ {first['p1']}" in text
    assert f"J is {t['now_half'][66]:.4f} for r" in text


# ---- turning ----


@pytest.mark.thorough
def test_a_mouse_turns_it_and_the_button_turns_it_back(page, live):
    azimuth, height = off_span_component.HOME
    stop = int(live.get_attribute("data-stop"))
    assert tips(live, stop, azimuth, height)
    before, box = eyes.drawn(canvas(live)), canvas(live).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy in ((60, 0), (60, 40), (-50, -20)):
        page.mouse.move(x + dx, y + dy, steps=5)
        assert tips(live, stop, azimuth - dx * PER_PIXEL, height + dy * PER_PIXEL), (dx, dy)
        assert head_at(live, told()["x1"], "positive", azimuth - dx / 2, height + dy / 2)
    page.mouse.up()
    page.wait_for_url(lambda url: "turn=-95" in url)
    turned = eyes.drawn(canvas(live))
    page.mouse.move(x + 80, y + 30, steps=4)
    assert (eyes.drawn(canvas(live)) == turned).all(), "let go, it stays"
    live.get_by_role("button", name="Reset the view").click()
    assert (eyes.drawn(canvas(live)) == before).all()
    page.wait_for_url(lambda url: "turn=" not in url)


@pytest.mark.thorough
def test_arrow_keys_turn_it_and_home_turns_it_back(page, live):
    azimuth, height = off_span_component.HOME
    stop, before = int(live.get_attribute("data-stop")), eyes.drawn(canvas(live))
    hand.slider(live, "t").focus()
    for _ in range(5):  # past the typed value, Save, what waits for a prediction, and Reset
        page.keyboard.press("Shift+Tab")
    assert canvas(live).evaluate("(c) => c === document.activeElement")
    for key, way in (("ArrowLeft", (5, 0)), ("ArrowLeft", (5, 0)), ("ArrowUp", (0, -5)),
                     ("ArrowRight", (-5, 0)), ("ArrowDown", (0, 5))):  # fmt: skip
        page.keyboard.press(key)
        azimuth, height = azimuth + way[0], height + way[1]
        assert tips(live, stop, azimuth, height), key
    page.wait_for_url(lambda url: "turn=" in url)
    assert f"{azimuth}° around" in live.locator(".kl-voice").text_content()
    page.keyboard.press("Home")
    assert (eyes.drawn(canvas(live)) == before).all()


@pytest.mark.thorough
def test_a_finger_turns_it_inside_and_scrolls_outside(phone_page, server):
    live = scene(phone_page, server)
    main = phone_page.locator('[data-testid="stMain"]')
    stop, box = int(live.get_attribute("data-stop")), canvas(live).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    top = main.evaluate("(main) => main.scrollTop")
    hand.swipe(phone_page, (x, y), (x + 40, y + 30))
    assert main.evaluate("(main) => main.scrollTop") == top, "the page stays"
    phone_page.wait_for_url(lambda url: "turn=" in url)
    azimuth, height = map(
        float, re.search(r"turn=([-\d.]+)(?:%2C|,)([-\d.]+)", phone_page.url).groups()
    )
    assert azimuth < off_span_component.HOME[0] - 10 and height > off_span_component.HOME[1] + 8
    assert tips(live, stop, azimuth, height)
    words = live.locator(".kl-remark:visible")
    words.scroll_into_view_if_needed()
    top, row = main.evaluate("(main) => main.scrollTop"), words.bounding_box()
    hand.swipe(phone_page, (x, row["y"] + 30), (x, row["y"] - 170))
    phone_page.wait_for_function(
        "(top) => document.querySelector('[data-testid=stMain]').scrollTop > top + 100", arg=top
    )


# ---- the proofs ----


@pytest.mark.thorough
def test_the_proof_is_walked_by_keys_and_nothing_jumps(page, server):
    scene(page, server, step="proofs")
    walk = page.locator('[data-live="proof-gradient"][data-ready="1"]')
    on = page.get_by_role("button", name="Next →")
    on.scroll_into_view_if_needed()
    # The page's end may grow by a line: there is the link, which says the step of the proof.
    whole = page.locator('[data-step="proofs"]')
    page.wait_for_timeout(300)
    place, room = on.bounding_box(), whole.bounding_box()
    on.focus()
    pictures = []
    for step in range(2, 9):
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, step=step: f"proof_step={step}" in url)
        page.locator(".st-key-proof-step").get_by_role("paragraph").first.wait_for()
        page.wait_for_function(
            "([root, step]) => root.dataset.stop === String(step - 1)",
            arg=[walk.element_handle(), step],
        )
        page.get_by_text(f"Step {step} of 8").wait_for()
        assert on.evaluate("(b) => b === document.activeElement"), "the next Enter goes on"
        assert on.bounding_box() == place and whole.bounding_box() == room
        pictures.append(eyes.drawn(canvas(walk)).tobytes())
    assert len(set(pictures)) == 7
    label = canvas(walk).get_attribute("aria-label")
    assert "step = 8" in label and "Read off α" in label
