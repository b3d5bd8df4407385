"""A browser's translation does not break the app: formulas and code are not translated, and all
controls still work after the translation has put <font> elements around the texts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import eyes
from tests.browser.accessibility.translated import assert_slider_changes_the_picture, translate
from tests.browser.challenges.gestures import quiet
from tests.browser.live import settle
from tests.browser.whole_page import open_first, open_whole
from tests.page_paths import NAMES, PATHS

ALL_LIVE = "[data-live]"
# For each element with a picture and a visible slider: the element's name and the slider's field.
# The slider is the first one; for small planes, each at a stop of the first one, it is the last.
SLIDERS = """() => [...document.querySelectorAll("[data-live]")].flatMap((root) => {
  const isShown = (node) => node.checkVisibility() && !node.disabled;
  const sliders = [...root.querySelectorAll("input[type=range][data-along]")].filter(isShown);
  const slider = sliders.at(root.querySelector("canvas:not(button *)") ? 0 : -1);
  return slider && root.querySelector("canvas") ? [[root.dataset.live, slider.dataset.along]] : [];
})"""
NUMBER_OF_CARD = "(card) => [...document.querySelectorAll('.kl-challenge')].indexOf(card)"


def answer_a_prediction(page: Page) -> None:
    open_cards = page.locator(".kl-challenge:has(.kl-option:visible)")
    if not open_cards.count():
        return
    card = page.locator(".kl-challenge").nth(open_cards.first.evaluate(NUMBER_OF_CARD))
    before = card.inner_text()
    card.locator(".kl-option:visible").first.click()
    expect(card).not_to_have_text(before)


def choose_another(page: Page) -> None:
    radios = page.locator(f'{ALL_LIVE} .kl-choice [aria-checked="false"]:visible:enabled')
    if not radios.count():
        return
    chosen = radios.first.element_handle()
    chosen.click()
    page.wait_for_function(
        "(node) => !node.isConnected || node.getAttribute('aria-checked') === 'true'", arg=chosen
    )


def go_to_another_page(page: Page) -> None:
    """Go to another page: Streamlit removes the whole page and inserts another one."""
    heading = page.locator('[data-testid="stHeading"]').first
    before = heading.inner_text()
    links = page.locator('nav a[href]:visible, [data-testid="stPageLink"] a:visible')
    target = next(link for link in links.all() if link.get_attribute("aria-current") != "page")
    target.click()
    page.wait_for_function(
        "(before) => { const heading = document.querySelector('[data-testid=stHeading]');"
        " return heading && heading.innerText !== before; }",
        arg=before,
    )
    page.locator('[data-live][data-ready="1"]').first.wait_for()
    settle(page)


@pytest.mark.thorough
def test_a_translated_page_goes_on(page, server):
    live = open_first(page, server, "rbf-bandwidth")
    quiet(live)
    translate(page)
    assert_slider_changes_the_picture(page, live.get_attribute("data-live"), "tau")
    eyes.let_paint(page, 2)
    assert page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_every_translated_page_goes_on(page, server, path):
    """Use sliders, predictions, options, folds and dialogs, then go to another page. An exception
    in the page fails the test (see tests/browser/watch.py)."""
    open_whole(page, server, path)
    translate(page)
    for name, along in page.evaluate(SLIDERS):
        assert_slider_changes_the_picture(page, name, along)
    answer_a_prediction(page)
    choose_another(page)
    for button in [
        *page.get_by_role("tab").all(),
        *page.locator('[data-testid="stPopover"] button:visible').all()[:2],
        *page.locator("summary:visible").all()[:3],
        *page.locator(".kl-points-button").all()[:1],
        *page.locator(".kl-play button:visible").all()[:1],
        *page.locator(".kl-word:visible").all()[:1],
    ]:
        if button.is_visible():
            button.click()
            settle(page)
            page.keyboard.press("Escape")
    go_to_another_page(page)
