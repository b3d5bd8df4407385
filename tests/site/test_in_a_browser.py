"""The site in Chromium, from a host of static files."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pages.order import PAGES
from tests.browser.hand import slider
from tests.browser.progress.refused_storage import BLOCKED, USELESS
from tests.site.host import LOADING_MS, ROOT, Host, with_damaged_engine

pytestmark = pytest.mark.thorough
READY = "html[data-engine=ready]"
# Return whether the browser has stored all files that the service worker lists.
LIST_STORED = """async () => {
  const list = await (await fetch("./service-worker.js")).text();
  const { version, files } = JSON.parse(/SITE = (.*);/.exec(list)[1]);
  const name = `course ${document.baseURI} ${version}`;
  if (!await caches.has(name)) return false;
  const stored = await (await caches.open(name)).keys();
  const hasPage = stored.some(({ url }) => url.endsWith("/svm/"));
  return hasPage && stored.length >= Object.keys(files).length;
}"""
CACHE_NAMES = "caches.keys()"
COUNT_STORED = """async () => {
  const [name] = (await caches.keys()).filter((key) => key.endsWith(" newer"));
  return name ? (await (await caches.open(name)).keys()).length : 0;
}"""
# Record how often the picture was painted, at first and after each input of a slider.
COUNT_PAINTED = """(root) => {
  root.record = [Number(root.dataset.painted)];
  document.addEventListener("input", () => root.record.push(Number(root.dataset.painted)));
}"""
LIST_MOVED = """() => {
  const { player } = document.querySelector("[data-live]").live;
  player.change({ tau: "1.6" }, "tau");
  player.settle();
}"""
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
    page.on(
        "response",
        lambda response: complaints.append(response.url) if response.status >= 400 else None,
    )
    page.complaints = complaints
    yield page
    assert page.complaints == []


def open_site(page: Page, url: str) -> Page:
    page.goto(url, wait_until="domcontentloaded")
    page.locator("[data-live]:not([data-painted='0'])").first.wait_for()
    return page


@pytest.mark.parametrize("declaration", PAGES, ids=lambda declaration: declaration.name)
def test_the_first_picture_plays_before_the_engine_is_loaded(page, host, context, declaration):
    context.route("**/engine/**", lambda route: None)  # the engine never arrives
    open_site(
        page, f"{host.url}/" if declaration.name == "home" else f"{host.url}/{declaration.path}/"
    )
    expect(page.locator("[data-live]").first).to_have_attribute("data-ready", "1")
    if declaration.name != "is_it_a_kernel":  # its first picture has no slider
        moves(page)
    assert page.locator("html[data-engine]").count() == 0


@pytest.mark.thorough
def test_printing_draws_elements_far_below_for_the_next_print(page, host):
    open_site(page, f"{host.url}/losses/")
    page.locator(READY).wait_for()
    far = page.locator("[data-component^=kernel_live]").last
    assert far.locator("*").count() == 0
    page.pdf()
    far.locator("*").first.wait_for(state="attached")


def test_an_embedded_page_shows_only_its_picture_before_the_engine_is_loaded(page, host, context):
    """Parts that a link hides are not shown first and removed later."""
    context.route("**/engine/**", lambda route: None)
    page.set_viewport_size({"width": 600, "height": 450})
    open_site(page, f"{host.url}/svm/?embed=true&hide=text")
    for left_out in ("nav.pages", "#pages", "#theme", "[data-testid=stPopover]"):
        assert page.locator(left_out).filter(visible=True).count() == 0, left_out
    assert page.locator("[class*=st-key-step-]").filter(visible=True).count() == 1
    canvas = page.locator("[data-live] canvas").first.bounding_box()
    assert canvas["y"] > 0 and canvas["y"] + canvas["height"] <= 450
    page.locator("[data-live][data-ready='1']").wait_for()
    page.wait_for_timeout(600)  # by then a rail would have written its step into the address
    assert page.locator(".kl-rail").count() == 0 and "step=" not in page.url


def test_a_lecture_has_all_pictures_of_a_page(page, host):
    """Include pictures far below, which a page mounts only when they are nearly in view."""
    open_site(page, f"{host.url}/multiclass/?view=lecture")
    expect(page.locator(READY)).to_have_count(1)
    page.locator("[data-live=likelihood][data-ready='1']").wait_for(state="attached")
    waiting = "[data-component^=kernel_live]:not(:has([data-live]))"
    expect(page.locator(waiting)).to_have_count(0)


def test_a_kernel_is_reported_before_the_engine_is_loaded(page, host, context):
    context.route("**/engine/**", lambda route: None)
    open_site(page, f"{host.url}/is-it-a-kernel/")
    expect(page.locator(".kl-builder-verdict").first).to_contain_text("proven")
    expect(page.locator("[data-formula]").first).to_have_value("rbf(0.4)+0.3*x.z")


def test_both_forms_of_an_svm_are_shown_before_the_engine_is_loaded(page, host, context):
    context.route("**/engine/**", lambda route: None)
    open_site(page, f"{host.url}/svm/?step=two-forms")
    step = page.locator("[data-step=two-forms]")
    expect(step.locator("[data-readout='Hinge form']").first).to_have_text(re.compile(r"\d"))


def test_contributions_are_shown_before_the_engine_is_loaded(page, host, context):
    context.route("**/engine/**", lambda route: None)
    open_site(page, f"{host.url}/kernel-trick/")
    expect(page.locator(".kl-is-vote")).to_have_attribute("data-answers", "1")


def test_a_sweep_is_requested_after_its_first_frame_is_painted(page, host, context):
    requests, is_seen = [], []
    context.route(
        "**/solved/*", lambda route: route.continue_() if is_seen else requests.append(route)
    )
    page.goto(f"{host.url}/rbf-bandwidth/", wait_until="domcontentloaded")
    live = page.locator("[data-live]").first
    live.wait_for()
    while not requests:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    assert len(requests) == 1
    is_seen.append(True)
    frame = requests[0].fetch()
    assert len(frame.body()) < 50_000
    requests[0].fulfill(response=frame)
    expect(live).to_have_attribute("data-ready", "1")


def test_only_first_picture_files_load_before_it_is_painted(page, host, context):
    """Elements below the first picture, other style sheets and the engine load later."""
    requests, held_routes, is_seen, names = [], [], [], ("/data/", "/engine/", "/later.css")
    page.on(
        "request", lambda request: requests.append(request.url) if has(request.url, names) else None
    )
    context.route(
        "**/solved/*", lambda route: route.continue_() if is_seen else held_routes.append(route)
    )
    page.goto(f"{host.url}/losses/", wait_until="domcontentloaded")
    while not held_routes:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    assert requests == []
    is_seen.append(True)
    for route in held_routes:
        route.continue_()
    page.locator(READY).wait_for()
    assert all(has(" ".join(requests), [name]) for name in names)


def has(text, names):
    return any(name in text for name in names)


def moves(page):
    """Check that a key on the first slider of a visible picture changes the picture."""
    ready = page.locator("[data-live][data-ready='1'] [data-along]")
    along = ready.first.element_handle()  # another element may be ready by the next line
    dataset = along.evaluate_handle("(slider) => slider.closest('[data-live]').dataset")
    before = dataset.evaluate("({ stop }) => stop")
    along.press(
        "ArrowRight" if along.evaluate("(input) => +input.value < +input.max") else "ArrowLeft"
    )
    is_changed = "([{ stop }, before]) => stop !== before"
    page.wait_for_function(is_changed, arg=[dataset, before])


def test_until_the_engine_is_loaded_a_message_explains_the_shown_picture(page, host, context):
    held_routes, has_come = [], []
    context.route(
        "**/engine/**", lambda route: route.continue_() if has_come else held_routes.append(route)
    )
    open_site(page, f"{host.url}/svm/?data=moons&seed=5")
    message = page.locator("#engine-message")
    expect(message).to_contain_text("when the Python that computes it")
    line = page.locator("#engine-line")
    expect(line).to_be_visible()
    has_come.append(True)
    for route in held_routes:
        route.continue_()
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("5")
    expect(message).to_be_hidden()
    expect(line).to_be_hidden()
    assert float(line.evaluate("(line) => line.style.getPropertyValue('--part')")) > 0.99


def test_the_site_is_installable(page, host, context):
    open_site(page, f"{host.url}/svm/")
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"] == f"{host.url}/manifest.webmanifest"
    report = {
        error["errorId"]
        for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert report <= {"in-incognito"}, "tests run in an incognito window"


def test_every_event_of_a_drag_is_painted(page, host):
    open_site(page, f"{host.url}/rbf-bandwidth/")
    page.locator(READY).wait_for()
    live = page.locator("[data-live][data-ready='1']").first
    live.wait_for()
    live.evaluate(COUNT_PAINTED)
    tau = slider(page, "tau")
    tau.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    before, *painted_stops = live.evaluate("(root) => root.record")
    assert painted_stops == [before + k for k in range(1, 13)]
    page.wait_for_function("location.search.includes('tau=')")


def assert_code_follows_the_seed(page):
    """Check that the seed typed under Data is in the code, before and after scrolling there."""
    page.get_by_text("Data", exact=True).first.click()
    page.locator("[data-widget='field-seed']").fill("6")
    page.keyboard.press("Tab")
    page.wait_for_function("location.search.includes('seed=6')")
    code = page.locator("[data-component=kernel_code]").first
    # Here the code is not in view yet.
    expect(code.locator("[data-plain] code")).to_contain_text("seed=6")
    code.evaluate("(code) => code.scrollIntoView()")
    expect(code.get_by_role("button", name="Copy")).to_be_visible()
    expect(code.locator("[data-plain]")).to_have_count(0)
    expect(code.locator("pre")).to_contain_text("seed=6")


def test_the_engine_shows_the_scene_of_a_link(page, host):
    open_site(page, f"{host.url}/svm/?data=moons&seed=5&m=30")
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("5")
    expect(page.locator("[data-widget='field-m']")).to_have_value("30")
    assert_code_follows_the_seed(page)


def test_back_returns_through_released_values(page, host):
    """Release sliders. At first the page need not run again; once its code is in view, it must."""
    open_site(page, f"{host.url}/rbf-bandwidth/")
    page.locator(READY).wait_for()
    live = page.locator("[data-live][data-ready='1']").first
    stop, length = live.get_attribute("data-stop"), page.evaluate("history.length")
    for key, tau in (("End", "6.4"), ("Home", "0.05")):
        slider(page, "tau").press(key)
        page.wait_for_url(f"**tau={tau}*")
    page.locator(".st-key-step-take-away").scroll_into_view_if_needed()  # its code is then drawn
    link = page.locator(".st-key-step-take-away .kl-code:not([data-plain]) code").last
    link.scroll_into_view_if_needed()
    expect(link).to_contain_text("tau=0.05")
    page.evaluate(LIST_MOVED)
    expect(link).to_contain_text("tau=1.6&")
    assert page.evaluate("history.length") == length + 3
    for tau, stop_text in (("0.05", "0"), ("6.4", "63")):
        page.go_back()
        page.wait_for_url(f"**tau={tau}*")
        expect(live).to_have_attribute("data-stop", stop_text)
        expect(link).to_contain_text(f"tau={tau}")
    page.go_back()
    expect(live).to_have_attribute("data-stop", stop)


def test_own_data_are_read_in_the_browser(page, host):
    open_site(page, f"{host.url}/svm/")
    page.locator(READY).wait_for()
    page.locator("[data-widget='own-open']").click()
    rows = "\n".join(f"{k % 7},{k % 5 + k % 2},{'ab'[k % 2]}" for k in range(30))
    page.locator("dialog textarea").fill(f"<b>h</b>,w,k\n{rows}")
    page.locator("[data-widget='own-read']").click()
    expect(page.locator("dialog table th").first).to_have_text("<b>h</b>")
    page.locator("[data-widget='own-show']").click()
    page.wait_for_function("location.search.includes('data=own')")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_lecture_plays_and_goes_to_the_next_scene(page, host):
    open_site(page, f"{host.url}/?view=lecture&list=000~1")
    page.locator(READY).wait_for()
    expect(page.locator(".kl-lecture-count")).to_contain_text("1 /")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".kl-lecture-count")).to_contain_text("2 /")


def until_stored(page):
    page.locator(READY).wait_for()
    wait_until(page, LIST_STORED, bool)


def test_after_the_first_visit_the_site_opens_offline(page, host, context):
    open_site(page, f"{host.url}/")
    until_stored(page)
    expect(page.locator("#offline-message")).to_contain_text("opens without a network")
    host.stop()
    open_site(page, f"{host.url}/svm/?seed=4")
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("4")
    open_site(page, f"{host.url}/svm?seed=3")  # without a slash, as in the app
    page.locator(READY).wait_for()
    assert page.url.startswith(f"{host.url}/svm/?seed=3")
    open_site(page, f"{host.url}/losses/")  # never visited, but its first picture was stored
    assert page.locator(READY).count() == 0
    expect(page.locator("[data-live]").first).to_have_attribute("data-ready", "1")
    moves(page)
    page.complaints.clear()  # precomputed sweeps are not stored: the engine solves them


def test_a_newer_course_is_complete_at_the_next_visit(page, site, tmp_path, context):
    folder = Path(shutil.copytree(site, tmp_path / "course"))
    host = Host(folder)
    try:
        open_site(page, f"{host.url}/")
        until_stored(page)
        worker = folder / "service-worker.js"
        renewed = re.sub(r'("version": )"\w+"', r'\1"newer"', worker.read_text("utf-8"))
        worker.write_text(renewed, "utf-8")
        count = len(json.loads(re.match(r"globalThis\.SITE = (.*);", renewed)[1])["files"])
        open_site(page, f"{host.url}/svm/")
        wait_until(page, COUNT_STORED, lambda stored: stored >= count)
        page.close()
        second_page = open_site(context.new_page(), f"{host.url}/")
        wait_until(second_page, CACHE_NAMES, lambda names: names == [f"course {host.url}/ newer"])
        assert second_page.evaluate(COUNT_STORED) >= count
        host.stop()
        open_site(second_page, f"{host.url}/svm/?seed=4")
        moves(second_page)
    finally:
        host.stop()


def wait_until(page: Page, script: str, is_met: Callable[[Any], bool]) -> None:
    """Wait until a promise of the page resolves to a value that meets a condition, which
    wait_for_function can't."""
    for _ in range(300):
        if is_met(page.evaluate(script)):
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"not met: {page.evaluate(script)}")


def test_a_damaged_engine_is_reported(page, site, tmp_path):
    host = Host(with_damaged_engine(site, tmp_path / "damaged"))
    try:
        open_site(page, f"{host.url}/")
        plays_without_an_engine(page)
    finally:
        host.stop()


def test_a_missing_engine_is_reported(page, host, context):
    context.route("**/engine/*/numpy.zip.packed", lambda route: route.fulfill(status=404))
    open_site(page, f"{host.url}/svm/")
    plays_without_an_engine(page)
    assert all("numpy" in complaint for complaint in page.complaints)
    page.complaints.clear()


def plays_without_an_engine(page):
    page.locator("html[data-engine=broken]").wait_for()
    expect(page.locator("#engine-message")).to_contain_text("could not be loaded")
    moves(page)


def test_a_slow_computation_is_ended_and_reported(page, host, context):
    def hurried(route):
        text = route.fetch().text()
        text = re.sub(r"quick: [\d_]+", "quick: 1", text)
        route.fulfill(body=text, content_type="text/javascript")

    context.route("**/site/engine.js", hurried)
    open_site(page, f"{host.url}/svm/?seed=5")  # another scene than the page contains
    page.locator(READY).wait_for()
    message = page.get_by_text("takes too long to compute in your browser").first
    message.wait_for()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_step_has_an_address_and_a_key_goes_to_the_step_before(page, host, width):
    page.set_viewport_size({"width": width, "height": 844})
    open_site(page, f"{host.url}/rbf-bandwidth/?step=price")
    page.locator(READY).wait_for()
    current_step = page.locator("[data-step-link][aria-current=step]")
    expect(current_step).to_have_attribute("data-step-link", "price")
    top = "[data-step=price]"
    expect(page.locator(top)).to_be_in_viewport()
    page.keyboard.press("PageUp")
    expect(current_step).to_have_attribute("data-step-link", "best-there-is")
    page.wait_for_function("location.search.includes('step=best-there-is')")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_one_page_as_a_file_opens_from_the_disk(page, tmp_path):
    file = tmp_path / "svm.html"
    command = [sys.executable, "-m", "features.site", "--one", "svm", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    open_site(page, file.as_uri())
    page.locator(READY).wait_for()
    page.locator(".kl-word").first.click()
    page.locator(".kl-term-note:popover-open .kl-term-picture path").first.wait_for(
        state="attached"
    )
    page.keyboard.press("Escape")
    assert_code_follows_the_seed(page)
    page.locator("a", has_text="Next:").click()
    expect(page.locator("#engine-message")).to_contain_text("contains one page")
    assert page.url.startswith(file.as_uri())


@pytest.mark.parametrize("script", [BLOCKED, USELESS], ids=["blocked", "useless"])
def test_the_engine_loads_in_a_window_without_storage(page, host, script):
    page.add_init_script(script)
    open_site(page, f"{host.url}/svm/?seed=5")
    page.locator(READY).wait_for()
    expect(page.locator("[data-widget='field-seed']")).to_have_value("5")
    moves(page)


# Record what is written into a field from now on.
NOTED = """(field) => {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  field.written = [];
  Object.defineProperty(field, "value", {
    get() { return own.get.call(this); },
    set(value) { this.written.push(value); own.set.call(this, value); },
  });
}"""
# Fill several fields at once: the page receives the second while it handles the first.
FILL_FIELDS = """(values) => {
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector(`[data-widget="field-${name}"]`);
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def test_typed_text_survives_a_run(page, host):
    open_site(page, f"{host.url}/svm/")
    page.locator(READY).wait_for()
    page.get_by_text("Data", exact=True).first.click()
    points = page.locator("[data-widget='field-m']")
    points.evaluate(NOTED)
    page.evaluate(FILL_FIELDS, {"seed": "6", "m": "50"})
    page.wait_for_function("location.search.includes('m=50')")
    assert "seed=6" in page.url
    assert {*points.evaluate("(field) => field.written")} == {"50"}


# Ask the engine for a file name that it does not have.
NO_HANDOUT = """{
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked, ...more) {
    post.call(this, asked.name === "take-handout" ? { ...asked, name: "none" } : asked, ...more);
  };
}"""


def test_a_failed_file_is_reported(page, host):
    page.add_init_script(NO_HANDOUT)
    open_site(page, f"{host.url}/svm/?step=take")
    page.get_by_role("button", name="Handout").click()
    expect(page.locator("#engine-message")).to_contain_text("This file could not be created.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Notebook").click()
    assert download.value.suggested_filename == "svm.ipynb"
    assert len(page.complaints) == 1 and "none" in page.complaints.pop()


def test_own_data_come_as_a_file(page, host, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("h,w,k\n" + "\n".join(f"{k % 7},{k % 5},{'ab'[k % 2]}" for k in range(30)))
    open_site(page, f"{host.url}/svm/")
    page.locator(READY).wait_for()
    page.locator("[data-widget='own-open']").click()
    page.get_by_role("tab", name="Upload").click()
    page.locator("input[type=file]").set_input_files(table)
    page.get_by_text("30 rows, 3 columns").wait_for()
    page.locator("[data-widget='own-show']").click()
    page.wait_for_function("location.search.includes('data=own')")
