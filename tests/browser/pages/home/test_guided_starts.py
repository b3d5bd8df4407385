"""A guided start leads from step to step, and shows which steps are done on this device."""

import pytest
from playwright.sync_api import expect

from tests.browser.live import open_live
from tests.browser.whole_page import misfits, open_whole


@pytest.mark.thorough
def test_a_guided_start_opens_its_first_step_and_counts_it(page, server):
    open_live(page, f"{server}/")
    start = page.locator(".kl-start").first
    start.wait_for()
    expect(start.locator("h3")).to_have_text("Ten minutes")
    expect(start).to_contain_text("0 of 3 steps done")
    start.get_by_role("link", name="Begin").click()
    page.locator('[data-step="bumps"]').wait_for()
    link = page.locator('[data-step-link="bumps"][data-done="full"]')
    link.wait_for(state="attached")
    page.go_back()
    expect(page.locator(".kl-start").first).to_contain_text("1 of 3 steps done")
    next_link = page.locator(".kl-start").first.get_by_role("link", name="Continue: One bump")
    assert next_link.get_attribute("href").endswith("rbf-bandwidth?step=one-bump")
    open_whole(page, server, "")
    assert misfits(page) == []
