"""Every element of Streamlit that our styles and scripts name exists on some page. If a release of
Streamlit renames an element, this test fails and names it."""

import re

import pytest
from playwright.sync_api import Page, expect

from lab.endpoints.static_assets import ROOT
from tests.browser.live import open_live

STYLES = ROOT / "assets" / "styles" / "streamlit"
SCRIPT = ROOT / "assets" / "base" / "streamlit.js"
PLACE = re.compile(r'data-testid\^?="\w+"')
CLASS = re.compile(r"\.(st[A-Z]\w*)")


def selectors() -> set[str]:
    """Return a selector for each name of Streamlit's in our styles and in the script."""
    text = "".join(file.read_text("utf-8") for file in [*STYLES.glob("*.css"), SCRIPT])
    return {f"[{place}]" for place in PLACE.findall(text)} | {f".{n}" for n in CLASS.findall(text)}


def absent_names(page: Page, names: set[str]) -> set[str]:
    return {name for name in names if not page.locator(name).count()}


def open_data(page: Page) -> None:
    page.locator("[class*=st-key-data] button").first.click()
    expect(page.get_by_role("button", name="Your own data")).to_be_visible()


def open_upload(page: Page) -> None:
    open_data(page)
    page.get_by_role("button", name="Your own data").click()
    page.get_by_role("dialog").get_by_role("tab", name="Upload").click()
    expect(page.get_by_test_id("stFileUploader")).to_be_visible()


def open_embed(page: Page) -> None:
    page.get_by_role("button", name="Present", exact=True).click()
    page.get_by_role("button", name="Embed").click()
    expect(page.get_by_role("dialog").get_by_text("400 × ")).to_be_visible()


def go_to_the_end(page: Page) -> None:
    page.locator('[data-testid="stPageLink"]').last.scroll_into_view_if_needed()


@pytest.mark.thorough
def test_each_named_streamlit_element_exists(page, phone_page, server):
    names = selectors()
    for address, go_on in (
        ("/rbf-bandwidth?tau=abc", go_to_the_end),
        ("/rbf-bandwidth", open_data),
        ("/rbf-bandwidth", open_upload),
        ("/rbf-bandwidth", open_embed),
        ("/representer-theorem", go_to_the_end),
    ):
        open_live(page, server + address)
        go_on(page)
        names = absent_names(page, names)
    open_live(phone_page, server + "/rbf-bandwidth")
    names = absent_names(phone_page, names)
    assert not names
