"""A short link, made on a page and followed."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.thorough
def test_a_short_link_leads_to_the_same_scene(make_page, server):
    page = make_page()
    page.goto(f"{server}/svm?tau=0.4&kernel=rbf&view=plain")
    page.get_by_role("button", name="Make a short link").click()
    link = page.get_by_role("textbox", name="Short link")
    expect(link).to_have_value(re.compile(rf"^{re.escape(server)}/s/\w{{7}}$"))
    other_page = make_page()
    other_page.goto(link.input_value())
    assert other_page.url == f"{server}/svm?tau=0.4&kernel=rbf"
