"""The site in Chromium, from a host that knows files alone."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.hand import record, recorded, slider
from tests.site.conftest import Host

pytestmark = pytest.mark.thorough
READY = "html[data-engine=ready]"
LOADING_MS = 90_000
expect.set_options(timeout=LOADING_MS)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LOADING_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("response", lambda one: complaints.append(one.url) if one.status >= 400 else None)
    page.complaints = complaints
    yield page
    assert page.complaints == []


def opened(page: Page, url: str) -> Page:
    page.goto(url, wait_until="domcontentloaded")
    page.locator("[data-live]:not([data-painted='0'])").first.wait_for()
    return page


def test_the_first_picture_plays_before_the_engine_is_there(page, host, context):
    context.route("**/engine/**", lambda route: None)  # never arrives
    opened(page, f"{host.url}/")
    live = page.locator("[data-live]").first
    page.locator("[data-live][data-ready='1']").first.wait_for()
    slider(page, "tau").focus()
    before = live.get_attribute("data-stop")
    page.keyboard.press("ArrowRight")
    expect(live).not_to_have_attribute("data-stop", before)
    assert page.locator("html[data-engine]").count() == 0


def test_every_event_of_a_drag_is_painted(page, host):
    opened(page, f"{host.url}/rbf-bandwidth/")
    page.locator(READY).wait_for()
    live = page.locator("[data-live][data-ready='1']").first
    live.wait_for()
    record(live)
    tau = slider(page, "tau")
    tau.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    before, events = recorded(live)
    assert len(events) == 12
    assert [event["painted"] for event in events] == [before["painted"] + k for k in range(1, 13)]
    page.wait_for_function("location.search.includes('tau=')")


def test_a_link_of_the_app_shows_its_scene_by_the_engine(page, host):
    opened(page, f"{host.url}/svm/?data=moons&seed=5&m=30")
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("5")
    expect(page.locator("[data-widget='field-m']")).to_have_value("30")
    page.get_by_text("Data", exact=True).first.click()
    page.locator("[data-widget='field-seed']").fill("6")
    page.keyboard.press("Tab")
    page.wait_for_function("location.search.includes('seed=6')")
    expect(page.locator("pre").first).to_contain_text("seed=6")


def test_own_data_are_read_in_the_browser(page, host):
    opened(page, f"{host.url}/svm/")
    page.locator(READY).wait_for()
    page.get_by_text("Data", exact=True).first.click()
    page.locator("[data-widget='own-open']").click()
    rows = "\n".join(f"{k % 7},{k % 5 + k % 2},{'ab'[k % 2]}" for k in range(30))
    page.locator("dialog textarea").fill(f"<b>h</b>,w,k\n{rows}")
    page.locator("[data-widget='own-read']").click()
    expect(page.locator("dialog table th").first).to_have_text("<b>h</b>")
    page.locator("[data-widget='own-show']").click()
    page.wait_for_function("location.search.includes('data=own')")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_lecture_plays_and_goes_on(page, host):
    opened(page, f"{host.url}/?view=lecture&list=000~1")
    page.locator(READY).wait_for()
    page.locator(".kl-lecture").wait_for()
    expect(page.locator(".kl-lecture-count")).to_contain_text("1 /")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".kl-lecture-count")).to_contain_text("2 /")


def test_after_the_first_visit_it_opens_without_a_network(page, host, context):
    opened(page, f"{host.url}/")
    page.locator(READY).wait_for()
    page.wait_for_function(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()
        .some((url) => url.endsWith("icon.svg"))"""
    )
    page.wait_for_function(
        """async () => { for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        if (kept.some(({ url }) => url.endsWith("/svm/"))) return true; } return false; }"""
    )
    host.stop()
    opened(page, f"{host.url}/svm/?seed=4")
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("4")
    page.complaints.clear()  # what was solved beforehand is not kept: the engine solves it


def test_a_damaged_engine_is_told_and_the_first_picture_plays(page, site, tmp_path):
    folder = shutil.copytree(site, tmp_path / "damaged")
    for path in folder.glob("engine/*/numpy.zip.packed"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(content)
    host = Host(folder)
    try:
        opened(page, f"{host.url}/")
        page.locator("html[data-engine=broken]").wait_for()
        expect(page.locator("#engine-told")).to_contain_text("did not arrive whole")
        live = page.locator("[data-live]").first
        slider(page, "tau").focus()
        before = live.get_attribute("data-stop")
        page.keyboard.press("ArrowRight")
        expect(live).not_to_have_attribute("data-stop", before)
    finally:
        host.stop()


def test_a_computation_that_takes_too_long_is_ended_and_told(page, host, context):
    def hurried(route):
        text = route.fetch().text()
        text = re.sub(r"quick: [\d_]+", "quick: 1", text)
        route.fulfill(body=text, content_type="text/javascript")

    context.route("**/site/engine.js", hurried)
    opened(page, f"{host.url}/svm/")
    page.locator(READY).wait_for()
    told = page.get_by_text("takes too long to compute here").first
    told.wait_for()
