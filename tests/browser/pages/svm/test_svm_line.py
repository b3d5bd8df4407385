"""The line that a visitor of the SVM page draws: it is compared with the widest margin, also if no
line separates the classes."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from kernel_core.svm import fit_hard_margin
from lab.scene import point_edits
from lab.scene.learning_problem import sample_of
from lab.scene.scene import replace
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.margin_by_hand import first_line, read_line
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live
from tests.browser.pages.svm.svm_page import (
    BY_HAND_PATH,
    WINDOW,
    X,
    Y,
    hand_box,
    margin_element,
    margin_of,
    sentence,
    sentence_has,
)


@pytest.fixture
def live(page, server):
    live = open_live(page, server + BY_HAND_PATH)
    eyes.wait_until(page, lambda: sentence(live) != "", "the margin is measured")
    return live


@pytest.mark.thorough
def test_the_margin_follows_both_dragged_handles(page, live):
    line = list(read_line(first_line(SVM)))
    assert sentence_has(live, "Your margin reaches", margin_of(line))
    view = margin_element(live).locator("xpath=..")
    for k, places in enumerate([[(0.3, -1.2), (0.55, -1.5)], [(0.0, 1.2), (-0.35, 1.6)]]):
        page.mouse.move(*hand_box(live).on_screen(*line[2 * k : 2 * k + 2]))
        page.mouse.down()
        for place in places:
            answer_count = int(view.get_attribute("data-answers"))
            page.mouse.move(*hand_box(live).on_screen(*place), steps=8)
            line[2 * k : 2 * k + 2] = place
            until_told(live, line, 2)
            assert int(view.get_attribute("data-answers")) > answer_count, "during the drag"
        page.mouse.up()
        page.wait_for_url(lambda url, k=k, line=line: kept_line(page, 2 * k, line))
        line = list(read_line(marks.address(page)["line"]))
        until_told(live, line)
    # The page shows the widest margin, and how much wider it is.
    best = fit_hard_margin(X, Y, kc.Linear())
    live.get_by_role("radio", name="Show the widest margin").click()
    eyes.wait_until(
        page,
        lambda: sentence_has(live, "The widest margin reaches", best.margin),
        lambda: sentence(live),
    )
    times = best.margin / margin_of(line)
    assert f"{100 * (times - 1):.1f} % farther than yours" in sentence(live), "hardly wider"
    page.mouse.move(*hand_box(live).on_screen(*line[2:]))
    page.mouse.down()
    page.mouse.move(*hand_box(live).on_screen(0.1, 1.6), steps=8)
    page.mouse.up()
    page.wait_for_url(lambda url: kept_line(page, 2, [*line[:2], 0.1, 1.6]))
    times = best.margin / margin_of(read_line(marks.address(page)["line"]))
    assert times > 1.1
    eyes.wait_until(page, lambda: wider(live, times), lambda: sentence(live))
    assert f"{len(best.support)} support vectors determine it" in sentence(live)
    page.wait_for_url(lambda url: "reveal=widest" in url)


def wider(live, times):
    """Return whether the sentence states the ratio of the widest margin to the line's."""
    match = re.search(r"([\d.]+) times as far", sentence(live))
    return bool(match) and marks.close(float(match[1]), times)


def until_told(live, line, digits=3):
    """Wait until the sentence states the margin of a line, positive or negative."""
    expected_margin = margin_of(line)
    start = (
        "Your margin reaches"
        if expected_margin > 0
        else "the worst point is on the wrong side, at distance"
    )
    eyes.wait_until(
        live.page,
        lambda: sentence_has(live, start, abs(expected_margin), digits),
        lambda: sentence(live),
    )


def kept_line(page, k, line):
    """Return whether the address has a handle near where it was released."""
    text = marks.address(page).get("line", "")
    return bool(text) and np.allclose(read_line(text)[k : k + 2], line[k : k + 2], atol=0.02)


@pytest.mark.thorough
def test_the_handles_are_moved_by_keys(page, live):
    margin_element(live).focus()
    line, step = np.array(read_line(first_line(SVM))), 0.02 * (WINDOW[1] - WINDOW[0])
    page.keyboard.press("1")
    voice = live.locator(".kl-voice[aria-live]")
    until_voice_says(live, "handle 1")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "2", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    line += step * np.array([2, 1, -1, -1])
    page.wait_for_url(lambda url: kept_line(page, 0, line) and kept_line(page, 2, line))
    exact = read_line(marks.address(page)["line"])
    until_told(live, exact)
    until_voice_says(live, sentence(live))
    label = margin_element(live).get_attribute("aria-label")
    assert sentence(live) in label and "1 and 2 choose a handle" in label
    page.keyboard.press("Escape")  # now arrow keys move the cursor again
    page.keyboard.press("ArrowRight")
    until_voice_says(live, "x = (")
    assert re.search(r"on the side of the (crosses|circles)", voice.text_content())
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(
        lambda url: kept_line(page, 0, np.array(exact) + step * np.array([1, 0, 0, 0]))
    )
    assert read_line(marks.address(page)["line"])[1:] == exact[1:], "only this step was taken"


@pytest.mark.thorough
def test_the_widest_margin_is_announced_when_it_is_shown(page, live):
    live.get_by_role("radio", name="Show the widest margin").click()
    until_voice_says(live, "The widest margin reaches")
    label = margin_element(live).get_attribute("aria-label")
    assert "The widest margin reaches" in label
    live.get_by_role("radio", name="Show only my margin").click()
    expect(margin_element(live)).not_to_have_attribute("aria-label", label)


def until_voice_says(live, text):
    voice = live.locator(".kl-voice[aria-live]")
    eyes.wait_until(live.page, lambda: text in voice.text_content(), voice.text_content)


@pytest.mark.thorough
def test_a_line_from_a_link_can_be_dragged(page, server):
    """The ends of the line are outside the picture, so its handles are at the edge."""
    line = "50,60,70,60"
    live = open_live(page, f"{server}{BY_HAND_PATH}&line={line}")
    until_told(live, read_line(line))
    # A handle is a disc of the background colour with a dark rim: its middle is pure white.
    rows, columns = np.nonzero(marks.toned(eyes.read_canvas(margin_element(live)), "#FFFFFF", 0))
    assert len(rows) > 60, "a handle is seen"
    x, y = hand_box(live).data(np.median(columns[:50]), np.median(rows[:50]))
    page.mouse.move(*hand_box(live).on_screen(x, y))
    page.mouse.down()
    page.mouse.move(*hand_box(live).on_screen(0.1, 0.9), steps=5)
    page.mouse.up()
    page.wait_for_url(lambda url: f"line={line}" not in url.replace("%2C", ","))
    moved_line = np.reshape(read_line(marks.address(page)["line"]), (2, 2))
    assert np.abs(moved_line - (0.1, 0.9)).sum(axis=1).min() < 0.03


# ---- no line separates the classes ----


@pytest.mark.thorough
def test_a_point_dragged_across_leaves_no_hard_margin(page, server):
    """Check the sentences and the verdict, the answer to the challenge, and that the table of
    proofs has no hard margin."""
    live = open_live(page, f"{server}/svm?hide=text&step=by-hand,no-street,two-forms")
    no_street = page.locator('[data-live="no-street"]')
    challenge = no_street.locator(".kl-challenge")
    challenge.get_by_role("button", name="yes", exact=True).click()
    verdict = no_street.locator(".kl-verdict")
    eyes.wait_until(
        page,
        lambda: verdict.get_attribute("data-hard") == "feasible",
        lambda: verdict.text_content(),
    )
    swatch = live.locator(".kl-is-marginshare i")
    expect(swatch).to_be_visible()
    i = int(np.flatnonzero(Y > 0)[np.abs(X[Y > 0] - (0.8, 0.1)).sum(axis=1).argmin()])
    marks.bring(margin_element(live))
    page.mouse.move(*hand_box(live).on_screen(*X[i]))
    page.mouse.down()
    page.mouse.move(*hand_box(live).on_screen(-1.15, -0.7), steps=12)
    eyes.wait_until(page, lambda: "No line can: the star" in sentence(live), "during the drag")
    eyes.wait_until(
        page, lambda: verdict.get_attribute("data-hard") == "infeasible", verdict.text_content
    )
    expect(verdict).to_contain_text("no line can separate the classes")
    expect(verdict.locator("[role=status]"), "the change is in another step").to_have_count(0)
    expect(swatch).to_be_hidden()
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=" in url)
    scene = replace(SVM, edits=marks.address(page)["edits"])
    assert list(point_edits.read(scene.edits).moved) == [i]
    sample = sample_of(scene)
    best = fit_hard_margin(sample.X, sample.y, kc.Linear())
    assert not best.feasible
    worst = -margin_of(read_line(first_line(SVM)), sample.X, sample.y)
    start = "does not separate the classes: the worst point is on the wrong side, at distance"
    eyes.wait_until(page, lambda: sentence_has(live, start, worst), lambda: sentence(live))
    expect(challenge, "C is still small").to_have_attribute("data-state", "look")
    hand.slider(no_street, "lam").first.focus()
    page.keyboard.press("End")
    eyes.wait_until(
        page, lambda: challenge.get_attribute("data-state") == "done", challenge.text_content
    )
    expect(challenge).to_contain_text("Not correct: you predicted “yes”, the answer is “no”.")
    page.wait_for_url(lambda url: "lam=0.000005" in url)
    hard = page.locator('[data-live="two-forms"] [data-readout="Hard margin, ½‖w‖²"]')
    eyes.wait_until(
        page, lambda: hard.count() and hard.text_content() == "–", "none in the table of proofs"
    )
