"""Accessibility: the privacy page, focus, announcements, reduced motion and forced colours."""

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from tests.browser import eyes, hand
from tests.browser.accessibility.system_colours import assert_system_colours
from tests.browser.expected import sweep_of
from tests.browser.live import settle
from tests.browser.whole_page import (
    assert_accessible,
    open_first,
    open_whole,
    pictures,
)

DATA_BUTTON = '[data-testid="stPopover"] button:visible'


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_privacy_page(page, server):
    assert_accessible(page, page.request.get(f"{server}/privacy").text())


@pytest.mark.thorough
def test_a_popover_gets_the_focus_and_escape_returns_it(page, server):
    open_first(page, server, "rbf-bandwidth")
    settle(page)
    for name in ("Data", "Present"):
        button = page.locator(DATA_BUTTON).filter(has_text=name)
        button.press("Enter")
        popover = page.get_by_role("dialog", name=name)
        expect(popover).to_be_focused()
        settle(page)
        page.keyboard.press("Tab")
        assert popover.evaluate("(popover) => popover.contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(popover).to_be_hidden()
        expect(button).to_be_focused()


def paint_count(live):
    return int(live.get_attribute("data-painted"))


@pytest.mark.thorough
def test_a_drag_is_announced_once_after_release(page, server):
    """The live region and the pictures' names do not change before the release."""
    live = open_first(page, server, "")
    hand.take(page, "tau")  # until now, a sweep that arrived could change descriptions
    live.evaluate("(root) => whole.listen(root)")
    before, painted_before = eyes.plane(live).get_attribute("aria-label"), paint_count(live)
    for stop in (45, 20, 36):
        page.mouse.move(*hand.place(page, "tau", stop), steps=20)
    assert paint_count(live) > painted_before + 10
    silence = {"voice": [], "labels": 0}
    assert live.evaluate("(root) => root.heard") == silence, "nothing during the drag"
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('[data-live]').heard.voice.length")
    settle(page)
    sweep, voice = sweep_of(DEFAULT, "tau"), live.evaluate("(root) => root.heard.voice")
    assert len(voice) == 1, voice
    description = eyes.plane(live).get_attribute("aria-label")
    for part in (
        f"Training error {eyes.percent(sweep.train_error[36])}",
        f"Test error {eyes.percent(sweep.test_error[36])}",
    ):  # fmt: skip
        assert part in voice[0] and part in description
    assert "τ = 0.80" in description and "τ" not in voice[0], "the slider itself reads τ out"
    assert description != before


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["regularisation", "svm"])
def test_an_opening_page_announces_nothing(page, server, path):
    """If elements announced that they open, several would speak at once. On SVM the numbers of the
    first picture arrive after it, and its text changes the next time it is written."""
    open_whole(page, server, path)
    page.evaluate("for (const e of document.querySelectorAll('[data-live]')) e.live.describe()")
    eyes.let_paint(page, 60)
    voices = page.locator(".kl-voice[aria-live]").all_text_contents()
    assert len(voices) >= 6 and not any(voices), voices


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["svm", "stochastic-gradient"])
def test_reduced_motion_is_respected(warm_page, server, path):
    page = warm_page(reduced_motion="reduce")
    live = open_whole(page, server, path)
    assert page.evaluate("whole.moving()") == []
    before = pictures(live)
    eyes.let_paint(page, 30)
    assert pictures(live) == before, "no picture moves by itself"
    if path == "stochastic-gradient":  # a run plays even if reduced motion is preferred
        live.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function(
            "() => Number(document.querySelector('[data-live]').dataset.stop) > 3"
        )


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_controls_use_the_readers_forced_colours(warm_page, server, theme):
    """Check that thumb, track and the selected option contrast with the background, and that a
    plane has the system's colours from the start."""
    page = warm_page(forced_colors="active", color_scheme=theme)
    assert_system_colours(page, eyes.plane(open_whole(page, server, "rbf-bandwidth")))
    image = eyes.pixels(hand.slider(page, "tau"))
    middle = image[image.shape[0] // 2]
    assert (abs(middle[3:-3] - image[0, 0]).max(axis=-1) > 90).all(), "the track, from end to end"
    chosen, other_colours = (
        eyes.pixels(page.get_by_role("radio", name=name, exact=True).first)[6, 6]
        for name in ("Hinge", "Squared")
    )
    assert abs(chosen - other_colours).max() > 90
