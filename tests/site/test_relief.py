"""The app with the browser's own engine as relief: edited points, a busy server, a lost one."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lab.scene.scene import DEFAULT, replace
from tests.browser.conftest import LAPTOP
from tests.browser.expected import READOUTS, check_numbers, swept
from tests.browser.eyes import readout
from tests.browser.live import open_live
from tests.browser.server import Server, start_server
from tests.site.host import LOADING_MS, ROOT

pytestmark = pytest.mark.thorough
PAGE = "/rbf-bandwidth?hide=text&m=40"
READY = "html[data-engine=ready]"
# As a hand does that has moved a point: `times` positions, one after another.
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


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("relief") / "engine"
    command = [sys.executable, "-m", "lab.site", "--engine", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return out


@pytest.fixture
def app(engine) -> Iterator[Server]:
    server = start_server(ENGINE=str(engine))
    yield server
    server.stop()


@pytest.fixture
def page(browser) -> Iterator[Page]:
    """Under the page's own policy: the worker has to be allowed."""
    context = browser.new_context(**{**LAPTOP, "bypass_csp": False})
    context.set_default_timeout(LOADING_MS)
    page = context.new_page()
    page.asked = []
    page.on("request", lambda one: page.asked.append(one.url) if "frames?" in one.url else None)
    yield page
    context.close()


def edited(page: Page) -> list[str]:
    return [url for url in page.asked if "stops=1&" in url and "edits=" in url]


def by_the_engine(page: Page) -> None:
    """Edits points until the engine is there."""
    page.evaluate(EDITS, [1, 1])
    page.locator(READY).wait_for(state="attached")


def until_shown(page: Page, loss: str) -> None:
    """`wait_for_function` is refused by the page's policy."""
    while (
        page.evaluate("document.querySelector('[data-live]').live.player.frame.scene.loss") != loss
    ):
        page.wait_for_timeout(50)


def numbers(page: Page) -> dict[str, str]:
    live = page.locator("[data-live]").first
    return {name: readout(live, name) for name in READOUTS}


def test_edits_are_answered_here_once_the_engine_is_there_and_sweeps_by_the_server(app, page):
    open_live(page, app.url + PAGE)
    assert page.locator("html[data-engine]").count() == 0, "nothing is loaded ahead of need"
    by_the_engine(page)
    before = len(edited(page))
    page.evaluate(EDITS, [10, 5])
    assert len(edited(page)) == before
    scene = replace(DEFAULT, m=40, edits="m3_0.28_0.25")
    stop = page.evaluate("document.querySelector('[data-live]').live.player.index('tau')")
    check_numbers(numbers(page), swept(scene, "tau"), stop)
    with page.expect_request(lambda one: "stops=64" in one.url and "m3_0.28" in one.url):
        pass  # its sweep, when the hand has rested


def test_a_busy_server_is_relieved_without_a_word_and_answers_again(app, page):
    live = open_live(page, app.url + PAGE)
    by_the_engine(page)
    busy = {"status": 503, "headers": {"Retry-After": "2"}, "body": "{}"}
    page.route("**/frames?*", lambda route: route.fulfill(**busy))
    live.get_by_role("radio", name="logistic").click()
    stop = int(live.get_attribute("data-stop"))
    until_shown(page, "logistic")
    expect(live.locator(".kl-strip")).to_be_hidden()
    assert stop == int(live.get_attribute("data-stop"))
    page.unroute("**/frames?*")
    page.wait_for_timeout(2_500)
    with page.expect_response(lambda one: "loss=squared" in one.url and one.ok):
        live.get_by_role("radio", name="squared").click()


def test_a_lost_server_is_relieved_and_answers_again_when_it_is_back(app, page, engine):
    live = open_live(page, app.url + PAGE)
    by_the_engine(page)
    app.kill()
    live.get_by_role("radio", name="logistic").click(force=True)
    until_shown(page, "logistic")
    expect(live.locator(".kl-strip")).to_be_hidden()
    again = start_server(port=app.port, ENGINE=str(engine))
    try:
        with page.expect_response(lambda one: one.url.endswith("health") and one.ok):
            pass
        with page.expect_response(lambda one: "loss=squared" in one.url and one.ok):
            live.get_by_role("radio", name="squared").click(force=True)
    finally:
        again.stop()
