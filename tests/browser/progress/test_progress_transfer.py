"""Progress is transferred from one device to another by file, by link and by code."""

import json
import re

import pytest
from playwright.sync_api import expect

from pages.order import PAGES
from tests.browser.live import until_the_address_holds
from tests.browser.progress.stored_progress import KEY, stored_progress

(CHALLENGE, *_) = [challenge.id for page in PAGES for challenge in page.challenges]
FIRST, SECOND, *_ = [question.id for page in PAGES for question in page.quiz]
OWN_PROGRESS = {"done": {CHALLENGE: [0, 1]}, "quiz": {FIRST: "later"}}
OTHER_PROGRESS = {"done": {}, "quiz": {FIRST: "first", SECOND: "tried"}}
SAVED_FILE = {"format": "kernel-methods-live progress 1", "place": None}


def open_progress(page, server, state, path_after=""):
    page.add_init_script(
        f"if (!localStorage.getItem('{KEY}')) localStorage.setItem('{KEY}', '{json.dumps(state)}')"
    )
    page.goto(server + path_after)
    page.locator(".kl-transfer").wait_for()
    until_the_address_holds(page)
    return page.locator(".kl-transfer")


def status(page):
    return page.locator(".kl-transfer-status")


@pytest.fixture
def other(make_page):
    """Return a page on another device."""
    return make_page(bypass_csp=True)


@pytest.mark.thorough
def test_importing_a_file_merges_progress(page, server, other, tmp_path):
    panel = open_progress(page, server, OWN_PROGRESS)
    panel.locator("summary").click()
    with page.expect_download() as saving:
        panel.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "progress.json"
    saving.value.save_as(file)
    expect(status(page)).to_contain_text("1 challenge and 1 question")
    other_page = open_progress(other, server, OTHER_PROGRESS)
    other_page.locator("summary").click()
    other_page.locator("input[type=file]").set_input_files(file)
    expect(status(other)).to_have_text("Added: 1 challenge and 1 question; 1 of them new here.")
    state = stored_progress(other)
    assert state["done"] == OWN_PROGRESS["done"]
    assert state["quiz"] == {FIRST: "first", SECOND: "tried"}
    expect(other.locator(".kl-map > p").first).to_contain_text("You have solved 1 challenge")
    other_page.locator("input[type=file]").set_input_files(file)
    known = "This device already has these steps, challenges and questions."
    expect(status(other)).to_have_text(known)
    for text in ("{", json.dumps(SAVED_FILE), "x" * 900_000, '{"format": "other"}'):
        other_page.locator("input[type=file]").set_input_files(
            {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()}
        )
        expect(status(other)).to_contain_text("Nothing was changed.")
        status(other).evaluate("(line) => { line.textContent = ''; }")
    assert stored_progress(other) == state


@pytest.mark.thorough
def test_a_link_asks_before_merging_and_never_reaches_the_server(page, server, other):
    panel = open_progress(page, server, OWN_PROGRESS)
    panel.locator("summary").click()
    panel.get_by_role("button", name="Show a link and a QR code").click()
    expect(panel.get_by_role("img", name="QR code")).to_be_visible()
    link = panel.locator("textarea").input_value()
    assert re.fullmatch(re.escape(server.rstrip("/")) + r"/#progress=[\w-]+", link)
    requests = []
    other.on("request", lambda request: requests.append(request.url + (request.post_data or "")))
    other_page = open_progress(other, server, OTHER_PROGRESS, link.removeprefix(server))
    expect(other_page).to_contain_text("progress from another device: 1 challenge and 1 question")
    assert stored_progress(other)["done"] == {}, "nothing is added before a click"
    other_page.get_by_role("button", name="Add it to this device").click()
    expect(status(other)).to_contain_text("Added")
    assert stored_progress(other)["done"] == OWN_PROGRESS["done"]
    assert "#" not in other.url and not [
        url for url in requests if "progress=" in url.split("#")[0]
    ]
    other.evaluate("() => { window.location.hash = '#progress=AQAB'; }")
    expect(status(other)).to_contain_text("This link is damaged")
    assert stored_progress(other)["done"] == OWN_PROGRESS["done"]
