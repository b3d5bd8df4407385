"""Five learners are shown one at a time, then all side by side."""

import pytest
from playwright.sync_api import expect

from pages.kernel_trick.five_learners import FIVE
from tests.browser.live import open_live


@pytest.mark.thorough
def test_learners_are_shown_one_at_a_time_and_all_on_request(page, server):
    open_live(page, server + "/kernel-trick?step=learners")
    live = page.locator('[data-live="learners"][data-ready="1"]')
    live.wait_for()
    planes, tabs = live.locator(".kl-is-plane"), live.locator(".kl-tabs")
    expect(planes.filter(visible=True)).to_have_count(1)
    for name, _ in FIVE:
        tabs.get_by_role("radio", name=name, exact=True).click()
        expect(planes.filter(visible=True)).to_have_text(name)
    tabs.get_by_role("radio", name="All five").click()
    expect(planes.filter(visible=True)).to_have_count(len(FIVE))
    tabs.get_by_role("radio", name="All five").press("ArrowRight")
    expect(tabs.get_by_role("radio", name=FIVE[0][0])).to_be_focused()
    expect(planes.filter(visible=True)).to_have_count(1)


@pytest.mark.thorough
def test_on_a_phone_a_single_learner_and_the_last_of_five_have_the_whole_width(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, server + "/kernel-trick?step=learners")
    live = page.locator('[data-live="learners"][data-ready="1"]')
    live.wait_for()
    shown = live.locator(".kl-five-learners > .is-stacked:has(.kl-is-plane)").filter(visible=True)
    whole = live.bounding_box()["width"]
    expect(shown).to_have_count(1)
    assert shown.bounding_box()["width"] > 0.95 * whole
    assert shown.locator(".kl-is-plane").bounding_box()["width"] > 0.5 * whole
    live.locator(".kl-tabs").get_by_role("radio", name="All five").click()
    expect(shown).to_have_count(len(FIVE))
    widths = [learner.bounding_box()["width"] / whole for learner in shown.all()]
    assert max(widths[:-1]) < 0.6 and widths[-1] > 0.95
