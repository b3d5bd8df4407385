"""Releasing a slider needs no run of the page unless a visible part is drawn by the server."""

import re

import pytest
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser import eyes, hand
from tests.browser.live import open_live

TAKE_AWAY = ".st-key-step-take-away"
LINK = f"{TAKE_AWAY} .kl-code code"


def open_settled(page, server):
    """Open a page and wait until all of it is drawn and nothing runs."""
    open_live(page, f"{server}/rbf-bandwidth")
    page.locator(TAKE_AWAY).wait_for()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_function('document.querySelector("[data-live]").live.data.server_boxes')


@pytest.fixture
def opened_page(page, server):
    """Return the page, and the messages that it sends to the server after it is complete."""
    messages = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: messages.append(data)))
    open_settled(page, server)
    messages.clear()
    return page, messages


def tau(page):
    return re.search(r"tau=([\d.]+)", page.url)[1]


def let_go(page, *stops):
    for stop in stops:
        before = page.url
        hand.click_at(page, "tau", stop)
        page.wait_for_url(lambda url, before=before: url != before)


@pytest.mark.thorough
def test_releases_write_the_address_without_a_rerun(opened_page):
    page, messages = opened_page
    before, length = page.url, page.evaluate("history.length")
    let_go(page, 20, 40, 50)
    assert messages == [] and page.evaluate("history.length") == length + 3
    page.go_back()
    page.wait_for_function("document.querySelector('[data-live]').dataset.stop === '40'")
    page.go_back()
    page.go_back()
    page.wait_for_url(before)
    page.wait_for_function("document.querySelector('[data-live]').dataset.stop === '27'")


@pytest.mark.thorough
def test_a_return_during_a_run_gets_parts_that_were_shown_some_runs_ago(page, server):
    """Streamlit sends only the hash of a part that the page listed in its request. A page forgets
    a part after some runs, but it must not do so between a request and the answer to it."""
    sockets, held, holds = [], [], False

    def connect(socket):
        def answer(message):
            if holds:
                held.append((ForwardMsg.FromString(message).WhichOneof("type"), message))
            else:
                socket.send(message)

        stream = socket.connect_to_server()
        socket.on_message(stream.send)
        stream.on_message(answer)
        sockets.append(socket)

    page.route_web_socket(re.compile("/_stcore/stream"), connect)
    open_settled(page, server)
    let_go(page, 20, 40, 50)
    page.go_back()
    page.wait_for_function("document.querySelector('[data-live]').dataset.stop === '40'")
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    holds = True
    for count in (1, 2):  # the second request is sent before the page gets the first answer
        page.go_back()
        eyes.wait_until(
            page,
            lambda count=count: sum(kind == "script_finished" for kind, _ in held) == count,
            "the server does not answer",
        )
    for _, message in held:
        sockets[-1].send(message)
    page.wait_for_function("document.querySelector('[data-live]').dataset.stop === '27'")


@pytest.mark.thorough
def test_the_server_gets_the_settings_before_it_draws_a_part_that_comes_into_view(opened_page):
    page, messages = opened_page
    let_go(page, 20, 50)
    length = page.evaluate("history.length")
    page.locator(TAKE_AWAY).scroll_into_view_if_needed()
    expect(page.locator(LINK).last).to_contain_text(f"tau={tau(page)}")
    assert len(messages) == 1 and page.evaluate("history.length") == length
    # The section *Export and share* is visible now, so every further release runs the page.
    page.evaluate("""() => { const { player } = document.querySelector("[data-live]").live;
      player.change({ tau: "1.6" }, "tau"); player.settle(); }""")
    expect(page.locator(LINK).last).to_contain_text("tau=1.6&")


@pytest.mark.thorough
def test_a_button_press_sends_pending_releases_first(opened_page):
    page, _ = opened_page
    let_go(page, 50)
    tau_now = tau(page)
    page.get_by_role("button", name="Data", exact=True).click()
    page.get_by_role("spinbutton", name="Seed").fill("3")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "seed=3" in url and f"tau={tau_now}" in url)
    page.keyboard.press("Escape")
    let_go(page, 40)
    tau_now = tau(page)
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="Lecture view").click()
    page.wait_for_url(lambda url: "view=lecture" in url and f"tau={tau_now}" in url)
