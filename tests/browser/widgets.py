"""Use the app's Streamlit widgets, or on the site the HTML elements in their place."""

from playwright.sync_api import Locator, Page

from tests.browser.live import LOADING


def is_site(page: Page) -> bool:
    """Return whether a page is one of the site, not of the app."""
    return page.locator(LOADING).count() > 0


def panel_button(page: Page, label: str) -> Locator:
    """Return the control that opens a panel: a button, or on the site the summary of a fold."""
    button = page.get_by_role("button", name=label, exact=True)
    return button.or_(page.locator("summary").get_by_text(label, exact=True))


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a list: a native element on the site, Streamlit's own in the app."""
    box = page.get_by_role("combobox", name=label)
    if is_site(page):
        box.select_option(label=option)
        return
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def chosen(page: Page, label: str) -> str:
    """Return the selected option of a list."""
    box = page.get_by_role("combobox", name=label)
    if is_site(page):
        return box.evaluate("({ selectedOptions: [node] }) => node.textContent")
    return box.input_value()
