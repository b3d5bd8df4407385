"""Stochastic gradient: a run plays, pauses, steps, rewinds, and is moved by dragging."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import Scene, replace
from pages.stochastic_gradient.figure1.recorded_run import run_of
from pages.stochastic_gradient.figure1.run_request import RUN_STEPS, STOPS, Run
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/stochastic-gradient"
SCENE = Scene(data="moons", m=40, noise=0.75, tau=0.6, lam=0.01, risk="mean")


@pytest.fixture
def live(page, server):
    """Return the element of the run; the page also shows the step about long steps."""
    return open_live(page, server + PAGE + "?hide=text&step=one-example,bold-steps")


def canvases(live):
    """Return the pixels of the plane, of the bars and of the risk curve."""
    views = [live.locator(f".kl-is-{kind} canvas") for kind in
             ("stepplane", "stepbars", "stephistory")]  # fmt: skip
    return [eyes.read_canvas(view) for view in views]


def changed_pixels(before, after):
    """Count the clearly changed pixels of each picture."""
    return [
        int((np.abs(a - b).max(axis=-1) > 30).sum()) for a, b in zip(before, after, strict=True)
    ]


def press(live, name):
    live.locator(f'[data-play="{name}"]').click()


def playing(live):
    return live.locator(".kl-play").get_attribute("data-playing") == "1"


def step_of(live):
    return int(live.get_attribute("data-stop"))


def until_step(page, least):
    page.wait_for_function(
        "(least) => Number(document.querySelector('[data-live=sgd]').dataset.stop) >= least",
        arg=least,
    )


def check_term(live, run, t):
    """Check that the read-outs show the terms of step t."""
    for stands, expected in (("c t", run.eta), ("slope", run.slope), ("lam own", run.decay)):
        text = live.locator(f'.kl-update [data-stands-for="{stands}"]').text_content()
        assert marks.close(eyes.number(text.replace("+ ", "").replace("− ", "−")), expected[t]), (
            stands
        )
    assert marks.close(eyes.number(eyes.readout(live, "risk")), run.risk[t], 3)
    head = live.locator(".kl-update .kl-subtitle").text_content()
    assert head.startswith(f"Step {t} drew example {run.index[t] + 1},")


@pytest.mark.thorough
def test_play_advances_all_pictures_and_pause_stops_them(page, live):
    start = canvases(live)
    press(live, "play")
    until_step(page, 12)
    first = canvases(live)
    until_step(page, 30)
    assert playing(live)
    press(live, "play")
    assert not playing(live)
    second, t = canvases(live), step_of(live)
    assert min(changed_pixels(start, first)) > 150 and min(changed_pixels(first, second)) > 40
    check_term(live, run_of(Run.over(SCENE)), t)
    eyes.let_paint(page)
    assert step_of(live) == t and changed_pixels(second, canvases(live)) == [0, 0, 0]
    page.wait_for_url(lambda url: f"t={t}" in url)


@pytest.mark.thorough
def test_one_step_shows_its_term_and_rewind_restarts(page, live):
    run, start = run_of(Run.over(SCENE)), canvases(live)
    assert live.locator('[data-play="rewind"]').is_disabled()
    for t in (1, 2, 3):
        before = canvases(live)
        press(live, "one-step")
        assert step_of(live) == t
        check_term(live, run, t)
        assert min(changed_pixels(before, canvases(live))) > 20
    press(live, "rewind")
    page.mouse.move(5, 5)
    assert step_of(live) == 0 and changed_pixels(start, canvases(live)) == [0, 0, 0]
    press(live, "one-step")
    check_term(live, run, 1)


@pytest.mark.thorough
def test_dragging_scrubs_through_the_history(page, live):
    run, pictures = run_of(Run.over(SCENE)), []
    hand.take(page, "step")
    for t in (60, 300, 540, 300):
        page.mouse.move(*hand.place(page, "step", t), steps=12)
        step_now = step_of(live)
        assert abs(step_now - t) <= 3
        check_term(live, run, step_now)
        pictures.append((step_now, canvases(live)))
    page.mouse.up()
    page.wait_for_url(lambda url: f"t={step_now}" in url)
    assert min(changed_pixels(pictures[0][1], pictures[1][1])) > 40
    assert pictures[1][0] != pictures[3][0] or changed_pixels(pictures[1][1], pictures[3][1]) == [
        0,
        0,
        0,
    ]


@pytest.mark.thorough
def test_a_press_on_the_risk_curve_selects_that_step(page, live):
    box = live.locator(".kl-is-stephistory canvas").bounding_box()
    page.mouse.click(box["x"] + 44 + 0.5 * (box["width"] - 54), box["y"] + box["height"] / 2)
    assert abs(step_of(live) - RUN_STEPS / 2) <= 2


@pytest.mark.thorough
def test_all_controls_work_by_keyboard(page, live):
    control = hand.slider(page, "step")
    control.focus()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", RUN_STEPS)):
        page.keyboard.press(key)
        assert step_of(live) == step
    page.keyboard.press("Home")
    live.locator('[data-play="play"]').focus()
    page.keyboard.press("Space")
    until_step(page, 3)
    assert playing(live)
    page.keyboard.press("Space")
    assert not playing(live)
    fast = live.locator('[data-speed="30"]')
    fast.focus()
    page.keyboard.press("ArrowRight")
    expect(live.locator('[data-speed="60"]')).to_have_attribute("aria-checked", "true")
    page.wait_for_url(lambda url: "speed=60" in url)


@pytest.mark.thorough
def test_a_drag_takes_over_from_the_player(page, live):
    press(live, "play")
    until_step(page, 5)
    hand.click_at(page, "step", 200)
    assert not playing(live) and abs(step_of(live) - 200) <= 2


@pytest.mark.thorough
def test_a_large_lam_stops_with_a_message(page, live):
    lam = len(STOPS["lam"]) - 1
    hand.click_at(page, "lam", lam)
    page.wait_for_url(lambda url: "lam=10" in url)
    run = run_of(Run.over(replace(SCENE, lam=10.0)))
    live.locator('[data-speed="60"]').click()
    press(live, "play")
    term = live.locator('.kl-update[data-state="stopped"]')
    term.wait_for()
    expect(live.locator(".kl-play")).to_have_attribute("data-playing", "0")
    assert step_of(live) == run.ended + 1, "it stops there even if frames are skipped"
    assert re.search(r"mλη = [\d.]+ .*above 2", term.text_content())
    text = live.text_content()
    assert "NaN" not in text and "Infinity" not in text
    press(live, "rewind")
    expect(live.locator('.kl-update[data-state="stopped"]')).to_have_count(0)


@pytest.mark.thorough
def test_another_seed_gives_another_run_and_link(page, live):
    press(live, "one-step")
    press(live, "draw-again")
    page.wait_for_url(lambda url: "draws=1" in url)
    # The address changes before the element is updated, so wait until the element shows the new
    # seed.
    expect(live.locator(".kl-play .kl-fine-print")).to_have_text("seed 1")
    page.wait_for_function("document.querySelector('[data-live=sgd]').dataset.stop === '0'")
    press(live, "one-step")
    page.wait_for_function("document.querySelector('[data-live=sgd]').dataset.stop === '1'")
    check_term(live, run_of(Run.over(SCENE, draws=1)), 1)
