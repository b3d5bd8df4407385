"""Accessibility: axe finds no violations, pictures have descriptions, and keys reach every
control."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from tests.browser import eyes, hand
from tests.browser.challenges.gestures import quiet, until_answered
from tests.browser.expected import sweep_of
from tests.browser.live import settle
from tests.browser.whole_page import (
    describe_violations,
    misfits,
    open_first,
    open_unfolded,
    open_whole,
    pictures,
    violations,
)
from tests.page_paths import NAMES, PATHS

ALL = pytest.mark.parametrize("path", PATHS, ids=NAMES)
DATA_BUTTON = '[data-testid="stPopover"] button:visible'
POPOVER = '[data-testid="stPopoverBody"]'


def test_axe_finds_nothing(page, server):
    """Check only the front page, which has a plane, a curve and all kinds of controls; a thorough
    run checks all pages with their folds open."""
    open_whole(page, server, "")
    problems = violations(page)
    assert not problems, describe_violations(problems)


@pytest.mark.thorough
@ALL
def test_axe_finds_nothing_on_any_page(page, server, path):
    """Open the tabs, the data panel and the points' tools too. The dark theme is checked on a
    phone."""
    open_unfolded(page, server, path)
    assert misfits(page) == []
    problems = violations(page)
    assert not problems, describe_violations(problems)
    for button, opened in [
        *((tab, "[role=tabpanel]") for tab in page.get_by_role("tab").all()),
        *((button, POPOVER) for button in page.locator(DATA_BUTTON).all()[:1]),
        *((button, ".kl-points") for button in page.locator(".kl-points-button").all()[:1]),
    ]:
        button.click()
        settle(page)  # wait until unfolded parts have faded in
        problems = violations(page, within=opened)
        assert not problems, (button, describe_violations(problems))
        page.keyboard.press("Escape")


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
def test_an_opening_page_announces_nothing(page, server):
    """If elements announced that they open, several would speak at once."""
    open_whole(page, server, "regularisation")
    voices = page.locator(".kl-voice[aria-live]").all_text_contents()
    assert len(voices) >= 6 and not any(voices), voices


# Return the index of a slider's value among its stops, and the index of its last stop.
STOPS = """({ value, min, max, step }) => [value - min, max - min]
  .map((width) => Math.round(width / (step || 1)))"""


def unsaid(before, first):
    """Check that each picture has a description. Return the descriptions that stayed the same
    although their pictures changed."""
    pairs = list(zip(before, first, strict=True))
    assert all(picture["role"] == "img" and len(picture["label"]) > 20 for picture, _ in pairs), (
        before
    )
    return [
        first["label"]
        for first, second in pairs
        if first["pixels"] != second["pixels"] and first["label"] == second["label"]
    ]


def until_described(live, before, slider):
    """Wait until each picture that a slider has changed has another description."""

    def silent():
        return unsaid(before, pictures(live))

    eyes.wait_until(live.page, lambda: not silent(), lambda: f"{slider}: {silent()}")


@pytest.mark.thorough
@ALL
def test_every_changing_picture_changes_its_description(page, server, path):
    """Move each slider of each element by keys: if pixels change, the description changes too."""
    open_unfolded(page, server, path)
    place = urlsplit(page.url).path
    changed_count = 0
    for name in page.locator("[data-live]").evaluate_all("(all) => all.map(e => e.dataset.live)"):
        live = page.locator(f'[data-live="{name}"]')
        sliders = live.locator('input[type="range"]:visible:enabled').all()
        if sliders:
            quiet(live)
        for slider in sliders:
            slider.focus()
            eyes.let_paint(page)
            before, (stop_index, stops) = pictures(live), slider.evaluate(STOPS)
            is_growing = stop_index < stops - 3
            for _ in range(min(4, stops)):
                page.keyboard.press("ArrowRight" if is_growing else "ArrowLeft")
            until_answered(live)
            until_described(live, before, f"{name}, {slider.get_attribute('data-along')}")
            changed_count += before != pictures(live)
    assert changed_count
    assert urlsplit(page.url).path == place, "no slider opens another page"


@pytest.mark.thorough
@ALL
def test_tab_reaches_every_control_with_visible_focus(page, server, path):
    """Check that each focused control has a name and a visible mark, is large enough, and is
    uncovered."""
    open_unfolded(page, server, path)
    place = urlsplit(page.url).path
    page.evaluate("document.activeElement?.blur()")
    stops = []
    for _ in range(400):
        page.keyboard.press("Tab")
        eyes.let_paint(page, 1)
        stop = page.evaluate("whole.focus()")
        if stop:
            stops.append(stop)
        elif len(stops) > 5:
            break
    else:
        pytest.fail(f"Tab never comes to an end: {[stop['what'] for stop in stops[-5:]]}")
    faults = [f"{fault}: {stop['what']}" for stop in stops for fault in stop["faults"]]
    assert not faults, "\n".join(faults)
    assert len(stops) >= page.evaluate("whole.stops()"), "something is left out"
    assert urlsplit(page.url).path == place, "the focus alone opens no other page"


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
    """Check that thumb, track and the selected option contrast with the background."""
    page = warm_page(forced_colors="active", color_scheme=theme)
    open_whole(page, server, "rbf-bandwidth")
    image = eyes.pixels(hand.slider(page, "tau"))
    middle = image[image.shape[0] // 2]
    assert (abs(middle[3:-3] - image[0, 0]).max(axis=-1) > 90).all(), "the track, from end to end"
    chosen, other_colours = (
        eyes.pixels(page.get_by_role("radio", name=name, exact=True).first)[6, 6]
        for name in ("Hinge", "Squared")
    )
    assert abs(chosen - other_colours).max() > 90
