"""The app with the browser's own engine as relief: edited points, a busy server, an unreachable
one."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from lab.scene.scene import DEFAULT, replace
from tests.browser.conftest import LAPTOP
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.eyes import readout
from tests.browser.live import open_live
from tests.browser.server import Server, start_server
from tests.site.host import LOADING_MS, ROOT

pytestmark = pytest.mark.thorough
PAGE = "/rbf-bandwidth?hide=text&step=price&m=40"
READY = "html[data-engine=ready]"
# Move a point to `times` positions, one after another, as a drag does.
EDITS = """async ([from, times]) => {
  const { player } = document.querySelector("[data-live]").live;
  for (let k = 0; k < times; k++) {
    player.hold(true);
    player.change({ edits: `m3_${(from + k) / 50}_0.25` });
    const shown = () => player.find(player.scene);
    while (!shown()) await new Promise((later) => setTimeout(later, 20));
  }
  player.hold(false);
  player.settle();
}"""
# With a slow clock the page finds every machine fast enough, so the engine answers edits.
SLOW_CLOCK = """const now = performance.now.bind(performance);
performance.now = () => now() / 100;"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("relief") / "engine"
    command = [sys.executable, "-m", "features.site", "--engine", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return out


@pytest.fixture
def app(engine) -> Iterator[Server]:
    server = start_server(ENGINE=str(engine))
    yield server
    server.stop()


@pytest.fixture
def page(browser) -> Iterator[Page]:
    """Open a page with its own policy, which must allow the worker."""
    context = browser.new_context(**{**LAPTOP, "bypass_csp": False})
    context.set_default_timeout(LOADING_MS)
    page = context.new_page()
    page.frame_requests = []
    page.on(
        "request",
        lambda request: (
            page.frame_requests.append(request.url) if "frames?" in request.url else None
        ),
    )
    page.frame_responses = []
    page.on(
        "response",
        lambda response: page.frame_responses.append(response.url) if is_frame(response) else None,
    )
    yield page
    context.close()


def is_frame(answer: Response) -> bool:
    return "frames?" in answer.url and answer.ok


def edited_requests(page: Page) -> list[str]:
    return [url for url in page.frame_requests if "stops=1&" in url and "edits=" in url]


def load_engine(page: Page) -> None:
    """Edit a point, which loads the engine, and wait until the engine is ready."""
    page.evaluate(EDITS, [1, 1])
    page.locator(READY).wait_for(state="attached")


def show_bandwidth(page: Page, tau: float) -> None:
    """Move τ to a value between two stops, so that the picture is not in memory.

    The page must have a control for τ: the run after the release resets a field without one."""
    change = "(tau) => document.querySelector('[data-live]').live.player.change({ tau }, 'lam')"
    page.evaluate(change, str(tau))


def until_shown(page: Page, tau: float) -> None:
    """Wait until a bandwidth is shown; the page's policy refuses `wait_for_function`."""
    shown_tau = "document.querySelector('[data-live]').live.player.frame.scene.tau"
    wait_until(page, lambda: page.evaluate(shown_tau) == str(tau))


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LOADING_MS / 1000
    while not condition():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


def until_the_server_answers(page: Page) -> None:
    thousandths = count(402)

    def asked_again() -> bool:
        show_bandwidth(page, next(thousandths) / 1000)
        page.wait_for_timeout(1_000)
        return bool(page.frame_responses)

    page.frame_responses.clear()
    wait_until(page, asked_again)


def numbers(page: Page) -> dict[str, str]:
    live = page.locator("[data-live]").first
    return {name: readout(live, name) for name in READOUTS}


def test_loaded_engines_answer_edits_and_the_server_answers_sweeps(app, page):
    page.add_init_script(SLOW_CLOCK)
    open_live(page, app.url + PAGE)
    assert page.locator("html[data-engine]").count() == 0, "not loaded before it is needed"
    load_engine(page)
    before = len(edited_requests(page))
    page.evaluate(EDITS, [10, 5])
    assert len(edited_requests(page)) == before
    scene = replace(DEFAULT, m=40, edits="m3_0.28_0.25")
    stop = page.evaluate("document.querySelector('[data-live]').live.player.index('tau')")
    check_numbers(numbers(page), sweep_of(scene, "tau"), stop)
    wait_until(
        page, lambda: any("stops=64" in url and "m3_0.28" in url for url in page.frame_requests)
    )


def test_the_engine_replaces_a_busy_server_silently(app, page):
    live = open_live(page, app.url + PAGE)
    load_engine(page)
    busy_reply = {"status": 503, "headers": {"Retry-After": "2"}, "body": "{}"}
    page.route("**/frames?*", lambda route: route.fulfill(**busy_reply))
    show_bandwidth(page, 0.401)
    until_shown(page, 0.401)
    expect(live.locator(".kl-strip")).to_be_hidden()
    page.unroute("**/frames?*")
    until_the_server_answers(page)


def test_the_engine_replaces_an_unreachable_server_until_it_returns(app, page, engine):
    live = open_live(page, app.url + PAGE)
    load_engine(page)
    app.kill()
    show_bandwidth(page, 0.401)
    until_shown(page, 0.401)
    expect(live.locator(".kl-strip")).to_be_hidden()
    second_server = start_server(port=app.port, ENGINE=str(engine))
    try:
        until_the_server_answers(page)
    finally:
        second_server.stop()
