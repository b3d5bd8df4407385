"""The course without a server in Firefox and WebKit; tests/site tests it completely in Chromium."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.progress.refused_storage import BLOCKED
from tests.engines.drags import every_event_of_a_drag_is_painted
from tests.engines.windows import Firefox, Window, wait_until
from tests.site.host import LOADING_MS, ROOT, Host, build_site, with_damaged_engine

pytestmark = pytest.mark.thorough
LOADING = LOADING_MS / 1000
READY = "return document.documentElement.dataset.engine === 'ready'"
RESTS = """return document.querySelector("[data-testid=stApp]")?.dataset.testScriptState
  === "notRunning" """
IS_PAINTED = """return Number(document.querySelector("[data-live]")?.dataset.painted) > 0"""
VALUE = """return document.querySelector(`[data-widget="${arguments[0]}"]`)?.value"""
# Return whether this device stores all files in the site's own list.
LIST_STORED = """
return (async () => {
  const list = await (await fetch("./service-worker.js")).text();
  const { version, files } = JSON.parse(/SITE = (.*);/.exec(list)[1]);
  const name = `course ${document.baseURI} ${version}`;
  if (!await caches.has(name)) return false;
  return (await (await caches.open(name)).keys()).length >= Object.keys(files).length;
})()"""
WRITE = """
const field = document.querySelector(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event("change", { bubbles: true }));"""
TABLE = "h,w,k\n" + "\n".join(f"{k % 7},{k % 5 + k % 2},{'ab'[k % 2]}" for k in range(30))


@pytest.fixture(scope="package")
def site(tmp_path_factory) -> Path:
    return build_site(tmp_path_factory)


@pytest.fixture
def host(site) -> Iterator[Host]:
    host = Host(site)
    yield host
    host.stop()


@pytest.fixture
def window(driver, host) -> Iterator[Window]:
    window = Window(driver)
    driver.goto(f"{host.url}/404.html")
    window.run("try { localStorage.clear(); } catch { /* no storage */ }")
    yield window
    assert not window.faults()


def open_window(window: Window, url: str) -> None:
    """Open a page and wait for its first picture, with or without the engine."""
    window.driver.goto(url)
    window.wait(IS_PAINTED, LOADING)


def ready(window: Window) -> None:
    """Wait until the engine is loaded and the page shows the scene of its address."""
    window.wait(READY, LOADING)
    window.wait(RESTS, LOADING)


def seed_is(window: Window, seed: int) -> None:
    window.wait(f"{VALUE.replace('arguments[0]', repr('field-seed'))} === '{seed}'", LOADING)


def test_a_first_visit_plays_while_the_engine_loads_and_then_takes_own_data(window, host):
    open_window(window, f"{host.url}/rbf-bandwidth/?data=moons&seed=5&m=30")
    window.wait("return document.querySelector('[data-live]').dataset.ready === '1'", LOADING)
    ready(window)
    assert window.run("return document.getElementById('engine-line').hidden")
    seed_is(window, 5)
    every_event_of_a_drag_is_painted(window, "tau")
    window.driver.release_pointer()
    window.wait("return location.search.includes('tau=')", LOADING)
    click = "document.querySelector(arguments[0]).click()"
    window.run(click, '[data-widget="own-open"]')
    window.wait("return document.querySelector('dialog[open] textarea') !== null", LOADING)
    window.run(WRITE, "dialog textarea", TABLE)
    window.run(click, '[data-widget="own-read"]')
    window.wait("return document.querySelector('dialog table') !== null", LOADING)
    window.run(click, '[data-widget="own-show"]')
    window.wait("return location.search.includes('data=own')", LOADING)


def test_after_the_first_visit_the_site_works_offline(window, host):
    open_window(window, f"{host.url}/")
    if not window.run("return 'serviceWorker' in navigator"):
        pytest.skip("Not run in WebKit: offline, because this build has no service worker")
    ready(window)
    wait_until(
        lambda: time.sleep(1) or window.run(LIST_STORED), "all files stored", LOADING
    )  # only the engine can answer
    host.stop()
    open_window(window, f"{host.url}/svm/?seed=4")
    ready(window)
    seed_is(window, 4)
    window.run("window.faults.length = 0")  # precomputed sweeps are not stored


def test_a_damaged_engine_is_reported(window, site, tmp_path):
    host = Host(with_damaged_engine(site, tmp_path / "damaged"))
    try:
        open_window(window, f"{host.url}/")
        window.wait("return document.documentElement.dataset.engine === 'broken'", LOADING)
        message = window.run("return document.getElementById('engine-message').textContent")
        assert "could not be loaded" in message
        every_event_of_a_drag_is_painted(window, "tau")
        window.driver.release_pointer()
    finally:
        host.stop()


def test_a_private_window_works_without_storage(driver, host):
    if not isinstance(driver, Firefox):
        pytest.skip("Not run in WebKit: a private window, because its driver opens none")
    with driver.private(BLOCKED) as private:
        window = Window(private)
        open_window(window, f"{host.url}/svm/?seed=5")
        ready(window)
        seed_is(window, 5)
        with pytest.raises(Exception, match="not here"):
            window.run("return localStorage.length")
        assert not window.faults()


def test_one_page_as_a_file_opens_from_the_disk(driver, tmp_path):
    file = tmp_path / "svm.html"
    command = [sys.executable, "-m", "features.site", "--one", "svm", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    window = Window(driver)
    open_window(window, file.as_uri())
    ready(window)
    window.wait("return document.querySelector('.kl-word') !== null", LOADING)
    window.run("document.querySelector('.kl-word').click()")
    window.wait("return document.querySelector('.kl-term-picture path') !== null")
    window.run("document.querySelector('.kl-term-note').hidePopover()")
    window.run(WRITE, '[data-widget="field-seed"]', "6")
    window.wait("return location.search.includes('seed=6')", LOADING)
    window.run("document.querySelector('[data-component=kernel_code]').scrollIntoView()")
    window.wait("return document.querySelector('pre')?.textContent.includes('seed=6')", LOADING)
    assert not window.faults()
