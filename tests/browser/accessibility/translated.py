"""A page as a browser's translation changes it."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.challenges.gestures import move_to, quiet, until_answered
from tests.browser.whole_page import pictures

SCRIPT = Path(__file__).with_name("translation.js")


def translate(page: Page) -> None:
    page.evaluate(SCRIPT.read_text("utf-8"))
    unmarked, torn = page.evaluate("[translation.unmarked(), translation.torn()]")
    assert not unmarked, unmarked
    assert not torn, torn
    assert page.evaluate("translation.begin()") > 20
    assert page.evaluate("document.querySelectorAll('font > font').length") > 10


def assert_slider_changes_the_picture(page: Page, name: str, along: str) -> None:
    live = page.locator(f'[data-live="{name}"]')
    live.evaluate("(root) => root.scrollIntoView({ block: 'start' })")
    quiet(live)
    before = (pictures(live), live.inner_text())
    control = live.locator(f'input[data-along="{along}"]:visible').first
    value, last = int(control.input_value()), int(control.get_attribute("max"))
    move_to(live, along, value + 6 if value + 6 <= last else max(0, value - 6))
    until_answered(live)
    assert (pictures(live), live.inner_text()) != before, (name, along)
