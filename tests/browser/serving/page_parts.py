"""The parts of a page, by which a test sees whether the page is complete."""

from playwright.sync_api import Page

from tests.browser.live import open_live

# Streamlit is connected and idle.
AT_REST = "[data-testid=stApp][data-test-connection-state=CONNECTED]"
AT_REST += "[data-test-script-state=notRunning]"
# The parts of a page, except those that change by themselves.
PARTS = """() => ({
  headings: [...document.querySelectorAll("h1, h2")].map((node) => node.textContent),
  pictures: [...document.querySelectorAll("[data-live]")].map((node) => node.dataset.live),
  steps: [...document.querySelectorAll("[data-step]")].map((node) => node.dataset.step),
  texts: [...document.querySelectorAll("[data-step]")]
    .map((node) => node.querySelectorAll("[data-testid=stMarkdown]").length),
  rail: document.querySelectorAll(".kl-rail a").length,
  terms: document.querySelectorAll(".kl-term").length > 0,
  styles: document.querySelectorAll("style").length,
})"""


def until_whole(page: Page, before: dict) -> None:
    """Wait until the page has all parts of `before` again, and the server is idle."""
    page.locator(AT_REST).wait_for(state="attached")
    page.wait_for_function(
        f"(before) => JSON.stringify(({PARTS})()) === before",
        arg=page.evaluate("(before) => JSON.stringify(before)", before),
    )


def open_parts(page: Page, address: str) -> dict:
    """Open a page, wait until it is complete and still, and return its parts."""
    open_live(page, address)
    page.wait_for_function(
        f"""() => {{
          const parts = JSON.stringify(({PARTS})());
          window.stood = parts === window.parts ? (window.stood ?? 0) + 1 : 0;
          window.parts = parts;
          return window.stood > 25;
        }}""",
        polling=60,
    )
    return page.evaluate(PARTS)
