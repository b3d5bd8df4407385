"""One Chromium and one server for the tests in this folder. A page that complains fails its test.

Fixtures that all tests share have package scope: they end with the last test of this folder,
because tests outside of it can't run in the event loop that Playwright starts.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.browser.server import ROOT, Server, serve_app, start_server
from tests.browser.watch import Watch

if TYPE_CHECKING:
    from tests.site.host import Host

GET_CHROMIUM = ROOT / "tests" / "tools" / "get_chromium"
SCREENS = ROOT / "build" / "screens"
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
TIMEOUT_MS = 60_000  # for each wait, not an assertion about time: a busy machine may take this long
expect.set_options(timeout=TIMEOUT_MS)
# The pages' policy is switched off, because it refuses the texts that Playwright's
# wait_for_function evaluates. test_policy.py opens the pages with their policy.
LAPTOP = {"viewport": {"width": 1280, "height": 800}, "bypass_csp": True}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}

StartServer = Callable[..., Server]
OpenPage = Callable[..., Page]
OWN_SERVERS = pytest.StashKey[list[Server]]()
HAS_FAILED = pytest.StashKey[bool]()
PAGES = ("page", "phone_page", "unfolded_page", "unfolded_phone_page")  # fixtures


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a passed test if its pages logged complaints."""
    yield
    watch = item.funcargs.get("watch")
    if watch and (complaints := watch.complaints()):
        pytest.fail("The page complained:\n" + "\n".join(complaints), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Add the servers' output and a screenshot of the page to the report of a failure."""
    report = yield
    if report.failed:
        item.stash[HAS_FAILED] = True
        shared = item.funcargs.get("app_server")
        for server in [*filter(None, [shared]), *item.stash.get(OWN_SERVERS, [])]:
            report.sections.append((f"server {server.url}", server.log_tail()))
        for name in filter(item.funcargs.__contains__, PAGES):
            report.sections.append((name, screenshot(item.funcargs[name], f"{item.name}-{name}")))
    return report


def screenshot(page: Page, name: str) -> str:
    """Save a screenshot. Return its path, or the reason why there is none."""
    path = SCREENS / (re.sub(r"[^\w.=-]+", "_", name) + ".png")
    try:
        page.screenshot(path=path, timeout=5_000)
    except Error as error:
        return f"no picture of {page.url}: {error.message}"
    return f"{page.url} is in {path.relative_to(ROOT)}"


@pytest.fixture(scope="package")
def chromium_path() -> str:
    process = subprocess.run([GET_CHROMIUM, "--find"], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        pytest.fail(process.stderr.strip(), pytrace=False)
    return process.stdout.strip()


@pytest.fixture(scope="package")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def app_server(request: pytest.FixtureRequest, tmp_path_factory) -> "Iterator[Server | Host]":
    """Start the app, or the site if requested, once for all tests in this folder. Tests that stop a
    server use make_server."""
    yield from serve_app(request.config, tmp_path_factory)


@pytest.fixture
def server(app_server: "Server | Host") -> str:
    """Return the address of the app, without a trailing slash."""
    return app_server.url


@pytest.fixture
def make_server(request: pytest.FixtureRequest) -> Iterator[StartServer]:
    """Return make_server(port=None, **env), which starts an app for this test alone and returns its
    Server."""
    servers: list[Server] = []

    def make(**options: Any) -> Server:
        servers.append(start_server(**options))
        return servers[-1]

    request.node.stash[OWN_SERVERS] = servers
    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def watch() -> Watch:
    """Return the watch of this test's pages. Complaints of a page fail the test, except those named
    by watch.allow(regex)."""
    return Watch()


@pytest.fixture
def make_page(
    browser: Browser, watch: Watch, context_options: dict[str, Any]
) -> Iterator[OpenPage]:
    """Return make_page(**options of a Playwright context), which opens a watched page in a context
    of its own."""
    contexts = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{**LAPTOP, **context_options, **options})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        watch.follow(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return further options of a context. On the site service workers are blocked, since one would
    answer instead of the site's server."""
    return {"service_workers": "block"} if request.config.getoption("--site") else {}


@pytest.fixture(scope="package")
def warm_context(
    browser: Browser, context_options: dict[str, Any]
) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function: warm_context(**options) is a context shared by all tests with these
    options.

    Its cache is warm after the first page, which halves the cost of a page. Its first tab stays
    open: if no tab is open, a new tab needs a new window, which costs a second of CPU time.
    """
    contexts_by_options: dict[str, BrowserContext] = {}

    def of(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in contexts_by_options:
            contexts_by_options[key] = browser.new_context(
                **{**LAPTOP, **context_options, **options}
            )
            contexts_by_options[key].set_default_timeout(TIMEOUT_MS)
            contexts_by_options[key].new_page()
        return contexts_by_options[key]

    yield of
    for context in contexts_by_options.values():
        context.close()


def empty_page(context: BrowserContext, server: str) -> Page:
    """Open a page of a warm context, with empty storage."""
    page = context.new_page()
    forget = {"origin": server, "storageTypes": "local_storage"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", forget)
    return page


@pytest.fixture(scope="module")
def shared_page(warm_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    """Return one page for all tests of a file, each of which restores the page's state. Complaints
    fail the last test."""
    page, watch = warm_context().new_page(), Watch()
    watch.follow_page(page)
    yield page
    complaints = watch.complaints()
    page.close()
    assert complaints == []


@pytest.fixture
def warm_page(
    warm_context: Callable[..., BrowserContext], watch: Watch, app_server: "Server | Host"
) -> Iterator[OpenPage]:
    """Return warm_page(**options of a Playwright context), which opens a watched page with empty
    storage and a warm cache."""
    pages_before: dict[BrowserContext, list[Page]] = {}  # pages open before the test

    def make(**options: Any) -> Page:
        context = warm_context(**options)
        pages_before.setdefault(context, context.pages)
        page = empty_page(context, app_server.url)
        watch.follow_page(page)
        return page

    yield make
    for context, before in pages_before.items():
        for page in context.pages:
            if page not in before:
                page.close()


@pytest.fixture
def page(warm_page: OpenPage) -> Page:
    """Return a page in a laptop's window, 1280 x 800."""
    return warm_page()


@pytest.fixture
def phone_page(warm_page: OpenPage) -> Page:
    """Return a page on a phone: 390 x 844, touch, two device pixels per pixel."""
    return warm_page(**PHONE)
