"""A short link, made on a page and followed."""

import re

import pytest
from playwright.sync_api import expect

from features.short_links.routes import missing_link_page
from tests.browser.live import until_the_address_holds
from tests.browser.whole_page import assert_accessible


@pytest.mark.thorough
def test_a_short_link_leads_to_the_same_scene(make_page, server):
    page = make_page()
    page.goto(f"{server}/svm?tau=0.4&kernel=rbf&view=plain")
    button = page.get_by_role("button", name="Make a short link")
    button.scroll_into_view_if_needed()
    until_the_address_holds(page)
    page.wait_for_url("**step=take-away**")  # the section with the button, to which no link leads
    button.click()
    link = page.get_by_role("textbox", name="Short link")
    expect(link).to_have_value(re.compile(rf"^{re.escape(server)}/s/\w{{7}}$"))
    other_page = make_page()
    other_page.goto(link.input_value())
    assert other_page.url == f"{server}/svm?tau=0.4&kernel=rbf"


@pytest.mark.thorough
def test_axe_finds_nothing_on_the_page_of_a_missing_link(page):
    assert_accessible(page, missing_link_page("There is no such link."))
