"""In a browser that refuses all storage everything works except stored progress."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from lab.course.course import page_names
from tests.browser.live import open_live
from tests.browser.progress.refused_storage import BLOCKED, USELESS

# Ways in which a browser refuses storage, in turn.
WAYS = cycle((("blocked", BLOCKED), ("useless", USELESS)))
CASES = [
    pytest.param(
        name, script, id=f"{name}-{way}", marks=() if name == "home" else pytest.mark.thorough
    )
    for name, (way, script) in zip(page_names(), WAYS, strict=False)
]
# The button of a first picture's toolbar, which may be open or folded.
TOOLS = ".kl-points-button"


@pytest.mark.parametrize(("name", "script"), CASES)
def test_a_page_works_without_storage(page, server, name, script):
    page.add_init_script(script)
    live = open_live(page, f"{server}/{'' if name == 'home' else name}")
    with pytest.raises(Exception, match="not here"):
        page.evaluate("sessionStorage.length")
    for live_element in page.locator("[data-live]").all():
        expect(live_element).to_have_attribute("data-ready", "1")
    along = page.locator("[data-along]").first
    paint_count = int(live.get_attribute("data-painted"))
    address = page.url
    along.scroll_into_view_if_needed()
    along.press("ArrowRight")
    page.wait_for_function(
        "(painted) => [...document.querySelectorAll('[data-live]')]"
        ".some((node) => Number(node.dataset.painted) > painted)",
        arg=paint_count,
    )
    page.wait_for_url(lambda url: url != address)
    if (tools := live.locator(TOOLS)).count():
        was = tools.first.get_attribute("aria-expanded")
        tools.first.click()
        expect(tools.first).not_to_have_attribute("aria-expanded", was)
    if (question := page.locator(".kl-option")).count():
        question.first.click()
        expect(page.locator('.kl-challenge:not([data-state="predict"])').first).to_be_visible()
