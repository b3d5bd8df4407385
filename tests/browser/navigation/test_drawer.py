"""On a phone the list of pages is closed by its own button."""

import pytest
from playwright.sync_api import expect


@pytest.mark.thorough
def test_the_drawer_of_pages_closes_by_its_own_button(phone_page, server):
    page = phone_page
    page.goto(server + "/rbf-bandwidth?step=one-bump")
    page.locator('[data-live][data-ready="1"]').first.wait_for(state="attached")
    drawer, bar = page.get_by_test_id("stSidebar"), page.locator(".kl-rail-bar")
    expect(bar).to_be_visible()
    page.get_by_test_id("stExpandSidebarButton").tap()
    expect(drawer).to_have_attribute("data-collapsed", "false")
    drawer.get_by_role("button", name="Collapse sidebar").tap()  # fails if something covers it
    expect(drawer).to_have_attribute("data-collapsed", "true")
    expect(bar).to_be_visible()
