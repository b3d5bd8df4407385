"""The requests that a first picture waits for.

Over a slow connection each answer that causes another request costs a round trip, and so does each
file beyond six at a time.
"""

import re
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.browser.live import open_live

ADDRESS = "/rbf-bandwidth"
PACKS = "**/first-scripts/*"
# Record which files are loaded when the first picture is painted.
AT_FIRST_PICTURE = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-live]:not([data-painted="0"])')) return;
  observer.disconnect();
  window.cameBefore = performance.getEntriesByType("resource").map((entry) => entry.name);
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-painted"] });
"""
NEEDED_FILES = ("/first-scripts/streamlit", "/first-scripts/page", "/live.css", "&stops=1&")


def path(url: str) -> str:
    return urlsplit(url).path.rpartition("/")[2]


def test_first_picture_resources_are_requested_before_any_script_runs(server, make_page, watch):
    """After the page's HTML everything is requested at once: two packs of scripts, the style sheet,
    the first frame, the web socket."""
    page: Page = make_page()
    held_routes: list[Route] = []
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda socket: requests.append(socket.url))
    page.add_init_script(AT_FIRST_PICTURE)
    page.route(PACKS, lambda route: held_routes.append(route))
    with ExitStack() as stack:
        for part in NEEDED_FILES:
            stack.enter_context(page.expect_request(re.compile(re.escape(part))))
        stack.enter_context(page.expect_websocket())
        page.goto(server + ADDRESS, wait_until="domcontentloaded")
    before = len(requests)
    for route in held_routes:
        route.continue_()
    came = page.wait_for_function("window.cameBefore").json_value()
    scripts = [path(url) for url in came if ".js" in path(url)]
    assert scripts == [], "each would cost another round trip"
    assert before < 12 and sum("stops=1&" in url for url in requests) == 1
    sockets = [url for url in requests if url.startswith("ws:")]
    assert len(sockets) == 1, "Streamlit has taken the one that was opened for it"


@pytest.mark.thorough
def test_without_packs_each_script_has_its_own_address(server, make_page, watch):
    watch.allow("net::ERR_FAILED")
    page = make_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.route(PACKS, lambda route: route.abort())
    open_live(page, server + ADDRESS)
    assert sum(path(url).endswith(".js") for url in requests) > 80


@pytest.mark.thorough
def test_later_modules_reuse_loaded_scripts(server, make_page, watch):
    """No script is loaded twice: two copies of a script would not share their pictures, and two
    copies of a Streamlit script would fail."""
    page = make_page()
    requests: list[str] = []
    open_live(page, server + ADDRESS)
    page.on("request", lambda request: requests.append(request.url))
    page.get_by_test_id("stTopNavLink").filter(has_text="SVM").first.click()
    page.wait_for_url("**/svm")
    page.locator('[data-live="svm"][data-ready="1"]').first.wait_for()
    late_scripts = {
        path(url) for url in requests if url.startswith("http") and path(url).endswith(".js")
    }
    assert "margin-by-hand.js" in late_scripts
    assert not late_scripts & {"live-element.js", "player.js", "dom.js", "decision-plane.js"}
    assert not [
        name for name in late_scripts if name.startswith(("index.", "react-dom.", "protobuf."))
    ]
