"""Measure a phone with a slow processor and a slow connection: opening, a drag, memory.

Chromium emulates both. An empty Streamlit app is opened alternately: its time is the part that no
page of a Streamlit app can avoid.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page

from benchmarks.browser.browsing import (
    APP,
    PEERS,
    chromium,
    emulate_network,
    new_visitor,
    serve,
)
from benchmarks.browser.drag import WATCH_DRAG, Drag, drag_to_and_fro, middle
from benchmarks.browser.opening import WATCH, wait_until_solved
from benchmarks.browser.site import build, host
from benchmarks.tables import Aim, milliseconds, seconds, show
from pages.order import PAGES
from tests.browser.conftest import PHONE

WINDOW = PHONE | {"bypass_csp": True}
PROCESSOR = 6  # how many times slower than this machine's
CONNECTION = {"offline": False, "latency": 150}  # ms
CONNECTION |= {"downloadThroughput": 200_000, "uploadThroughput": 200_000}  # 1.6 Mbit/s
VISITS = 2
DRAGS = 3
ADDRESSES = ("", "rbf-bandwidth", "multiclass")
TIMEOUT_MS = 120_000
IS_USABLE = "document.querySelector('[data-live]')?.dataset.ready === '1'"


@dataclass(frozen=True)
class Opening:
    """Times of a first visit, in ms: until the first picture, and until its slider works."""

    picture: float
    slider: float


def run() -> list[Aim]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        out = Path(folder) / "course"
        build(out)
        with host(out) as site_url, serve(APP) as app, serve(PEERS / "empty.py") as empty:
            wait_until_solved(app.url)
            on_app, on_site, of_empty = openings(browser, app.url, site_url, empty.url)
            app_drag = drags(browser, f"{app.url}/rbf-bandwidth")
            site_drag = drags(browser, f"{site_url}/rbf-bandwidth/")
            app_memory = memory_after_all_pages(browser, app.url)
            site_memory = memory_after_all_pages(browser, site_url, "/")
    show(
        "Slow phone: first visit",
        ("page", "app: picture", "app: slider", "site: picture", "site: slider"),
        [
            ("/" + path, *texts(on_app[path]), *texts(on_site[path]))
            for path in ADDRESSES
        ],
        (
            f"Processor {PROCESSOR} times as slow, 1.6 Mbit/s, {CONNECTION['latency']} ms before "
            f"each answer; medians of {VISITS} visits.",
            f"An empty Streamlit app shows its title after {seconds(of_empty / 1000)}.",
        ),
    )  # fmt: skip
    show(
        "Slow phone: a drag of τ",
        ("", "app", "site"),
        [
            ("animation frames a second", f"{app_drag.rate:.1f}", f"{site_drag.rate:.1f}"),
            ("input events painted", f"{app_drag.painted:.0f} %", f"{site_drag.painted:.0f} %"),
            ("script of one event, median", milliseconds(app_drag.script[0]),
             milliseconds(site_drag.script[0])),
            ("event to frame, median", milliseconds(app_drag.from_input[0]),
             milliseconds(site_drag.from_input[0])),
            ("memory after all pages", f"{app_memory:.0f} MB", f"{site_memory:.0f} MB"),
        ],
        ("Memory: of the scripts (the JavaScript heap in use), after a collection.",),
    )  # fmt: skip
    return [
        Aim("slow phone: first picture", slowest(on_app, "picture"), "s", most=5),
        Aim("slow phone: slider", slowest(on_app, "slider"), "s", most=5),
        Aim("slow phone, site: first picture", slowest(on_site, "picture"), "s", most=3),
        Aim("slow phone, site: slider", slowest(on_site, "slider"), "s", most=3),
        Aim("slow phone: frames a second in a drag", app_drag.rate, least=20),
        Aim("slow phone: events painted", app_drag.painted, "%", least=100),
        Aim("slow phone, site: frames a second in a drag", site_drag.rate, least=20),
        Aim("slow phone, site: events painted", site_drag.painted, "%", least=100),
        Aim("slow phone: memory after all pages", app_memory, "MB", most=300),
        Aim("slow phone, site: memory after all pages", site_memory, "MB", most=300),
    ]


def openings(
    browser: Browser, app: str, site: str, empty: str
) -> tuple[dict[str, list[Opening]], dict[str, list[Opening]], float]:
    """Visit the pages of the app and of the site alternately, and the empty app once a round.
    Return the visits by page, and the median ms of the empty app."""
    on_app: dict[str, list[Opening]] = {path: [] for path in ADDRESSES}
    on_site: dict[str, list[Opening]] = {path: [] for path in ADDRESSES}
    of_empty = []
    for path in ADDRESSES:  # the first visit makes the server import the page
        opening(browser, f"{app}/{path}")
    for _ in range(VISITS):
        with slow_phone(browser, WATCH) as page:
            page.goto(empty, wait_until="commit")
            page.wait_for_function("window.opened")
            of_empty.append(page.evaluate("opened"))
        for path in ADDRESSES:
            on_app[path].append(opening(browser, f"{app}/{path}"))
            on_site[path].append(opening(browser, f"{site}/{path}" + "/" * bool(path)))
    return on_app, on_site, median(of_empty)


def opening(browser: Browser, url: str) -> Opening:
    with slow_phone(browser, WATCH) as page:
        page.goto(url, wait_until="commit")
        page.wait_for_function("window.opened")
        page.wait_for_function(IS_USABLE)
        picture, slider = page.evaluate("[opened, performance.now()]")
        return Opening(picture, max(picture, slider))


def drags(browser: Browser, url: str) -> Drag:
    with slow_phone(browser, WATCH_DRAG) as page:
        page.goto(url)
        page.wait_for_function(IS_USABLE)
        page.wait_for_timeout(10_000)  # what is fetched while idle has arrived
        slider = page.locator('input[data-along="tau"]').first
        return middle([drag_to_and_fro(page, slider) for _ in range(DRAGS)])


def memory_after_all_pages(browser: Browser, url: str, end: str = "") -> float:
    """Return the MB that scripts hold after all pages were visited in one tab."""
    with slow_phone(browser, connection=None) as page:
        session = page.context.new_cdp_session(page)
        for declaration in PAGES:
            page.goto(f"{url}/{declaration.path}{end}")
            page.locator("h1").first.wait_for()
            page.wait_for_timeout(3_000)
        session.send("HeapProfiler.enable")
        session.send("HeapProfiler.collectGarbage")
        return session.send("Runtime.getHeapUsage")["usedSize"] / 1e6


@contextmanager
def slow_phone(
    browser: Browser, *scripts: str, connection: dict | None = CONNECTION
) -> Iterator[Page]:
    """Open a phone's window with an empty cache, a slow processor and a slow connection."""
    with new_visitor(browser, *scripts, window=WINDOW, timeout_ms=TIMEOUT_MS) as page:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})
        if connection:
            emulate_network(page, connection)
        yield page


def texts(visits: list[Opening]) -> tuple[str, str]:
    return (
        seconds(median(visit.picture for visit in visits) / 1000),
        seconds(median(visit.slider for visit in visits) / 1000),
    )


def slowest(visits: dict[str, list[Opening]], field: str) -> float:
    """Return the median time of the slowest page, in s."""
    times = (
        median(getattr(visit, field) for visit in page_visits) for page_visits in visits.values()
    )
    return max(times) / 1000
