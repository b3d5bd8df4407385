"""The picture in three dimensions is turned by mouse, keys and touch, is moved by its slider, and
has a description."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.representer_theorem import off_span_component
from tests.browser import eyes, hand
from tests.browser.live import open_live, stand_still

PAGE = "/representer-theorem"
AZIMUTH, HEIGHT = off_span_component.FIRST_VIEW


@pytest.fixture
def live(page, server):
    return scene(page, server)


def scene(page, server, step="wasted"):
    open_live(page, server + PAGE + f"?step={step}")
    live = page.locator('[data-live="wasted"][data-ready="1"]')
    live.wait_for()
    canvas(live).scroll_into_view_if_needed()
    stand_still(page, step)
    return live


def canvas(live):
    return live.locator('[data-view="space"] canvas')


def middle(live):
    box = canvas(live).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def turned_to(url):
    """Return the direction of view in the address: azimuth and height."""
    match = re.search(r"turn=([-\d.]+)(?:%2C|,)([-\d.]+)", url)
    return tuple(map(float, match.groups()))


@pytest.mark.thorough
def test_theta_leaves_the_span_and_the_predictions_stay(page, live):
    tensors = off_span_component.sweep()["tensors"]
    norm2, state = (np.reshape(tensors[n]["data"], -1) for n in ("norm2", "state"))
    rows, remarks = ("p1", "p2"), live.locator(".kl-remark")
    first, pictures = [eyes.readout(live, name) for name in rows], []
    hand.take(page, "t")
    for stop in (80, 55, 40, 10, 0, 66):
        page.mouse.move(*hand.place(page, "t", stop), steps=6)
        expect(live).to_have_attribute("data-stop", str(stop))
        assert [eyes.readout(live, name) for name in rows] == first, "digit for digit"
        shown_norm2 = eyes.number(eyes.readout(live, "norm2"))
        assert shown_norm2 == pytest.approx(norm2[stop], rel=1e-3)
        visible = [k for k in range(3) if remarks.nth(k).is_visible()]
        assert visible == [int(state[stop])], "one sentence, and it is true"
        pictures.append(eyes.read_canvas(canvas(live)).tobytes())
    page.mouse.up()
    assert len(set(pictures)) == 6
    page.wait_for_url(lambda url: re.search(r"[?&]t=1\.3(&|$)", url))
    assert "θ ends 1.300 away" in canvas(live).get_attribute("aria-label")


@pytest.mark.thorough
def test_a_mouse_turns_the_scene_and_the_button_resets_it(page, live):
    before, (x, y) = eyes.read_canvas(canvas(live)), middle(live)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y - 20, steps=5)
    page.mouse.up()
    page.wait_for_url(lambda url: "turn=" in url)
    assert turned_to(page.url) == (AZIMUTH + 25, HEIGHT - 10), "half a degree a pixel"
    turned_picture = eyes.read_canvas(canvas(live))
    page.mouse.move(x + 80, y + 30, steps=4)
    assert (turned_picture != before).any() and (
        eyes.read_canvas(canvas(live)) == turned_picture
    ).all(), "it stays after release"
    live.get_by_role("button", name="Reset the view").click()
    assert (eyes.read_canvas(canvas(live)) == before).all()
    page.wait_for_url(lambda url: "turn=" not in url)


@pytest.mark.thorough
def test_arrow_keys_turn_the_scene_and_home_resets_it(page, live):
    before = eyes.read_canvas(canvas(live))
    canvas(live).focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    page.wait_for_url(lambda url: "turn=" in url and turned_to(url) == (AZIMUTH + 5, HEIGHT - 5))
    expect(live.locator(".kl-voice[aria-live]")).to_contain_text(f"view turned to {AZIMUTH + 5}°")
    page.keyboard.press("Home")
    assert (eyes.read_canvas(canvas(live)) == before).all()


@pytest.mark.thorough
def test_touch_turns_the_scene_inside_and_scrolls_outside(phone_page, server):
    live = scene(phone_page, server)
    main, (x, y) = phone_page.locator('[data-testid="stMain"]'), middle(live)
    top = main.evaluate("(main) => main.scrollTop")
    hand.swipe(phone_page, (x, y), (x + 40, y + 30))
    assert main.evaluate("(main) => main.scrollTop") == top, "the page stays"
    phone_page.wait_for_url(lambda url: "turn=" in url)
    azimuth, height = turned_to(phone_page.url)
    assert azimuth < AZIMUTH - 10 and height > HEIGHT + 8
    words = live.locator(".kl-remark:visible")
    words.scroll_into_view_if_needed()
    top, row = main.evaluate("(main) => main.scrollTop"), words.bounding_box()
    hand.swipe(phone_page, (x, row["y"] + 30), (x, row["y"] - 170))
    phone_page.wait_for_function(
        "(top) => document.querySelector('[data-testid=stMain]').scrollTop > top + 100", arg=top
    )


@pytest.mark.thorough
def test_keys_step_through_the_proof_without_layout_shifts(page, server):
    scene(page, server, step="proofs")
    page.keyboard.press("Shift")  # input ends the scroll to the step of the address
    walk = page.locator('[data-live="proof-gradient"][data-ready="1"]')
    next_button = page.get_by_role("button", name="Next →")
    next_button.scroll_into_view_if_needed()
    # Below, a link that contains the step of the proof may become longer by one line.
    proofs = page.locator('[data-step="proofs"]')
    stand_still(page, "proofs")
    place, room = next_button.bounding_box(), proofs.bounding_box()
    next_button.focus()
    pictures = []
    for step in range(2, 9):
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, step=step: f"proof_step={step}" in url)
        page.locator(".st-key-proof-step").get_by_role("paragraph").first.wait_for()
        expect(walk).to_have_attribute("data-stop", str(step - 1))
        page.get_by_text(f"Step {step} of 8").wait_for()
        assert next_button.evaluate("(b) => b === document.activeElement"), "Enter goes on"
        assert next_button.bounding_box() == place and proofs.bounding_box() == room
        pictures.append(eyes.read_canvas(canvas(walk)).tobytes())
    assert len(set(pictures)) == 7
