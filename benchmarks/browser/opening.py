"""Measure time and bytes until each page's first picture, compared with an empty Streamlit app.

The empty app is open when its title is visible, this app when its first live picture is drawn.
"""

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Browser, Page

from benchmarks.browser.browsing import (
    APP,
    PEERS,
    chromium,
    emulate_network,
    new_visitor,
    serve,
)
from benchmarks.browser.drag import PAGE
from benchmarks.browser.milestones import milestones
from benchmarks.meter import Meter
from benchmarks.tables import Aim, seconds, show
from lab.course.page_declaration import HOME
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.scene.scene import DEFAULT
from pages.order import PAGES

VISITS, STARTS = 5, 3
VISITS_OF_A_PAGE = 3
VISITS_OVER_SLOW_CONNECTION = 2
# The slow connection that Chromium emulates: ms before each answer, and bytes per second.
SLOW_CONNECTION = {"offline": False, "latency": 800}
SLOW_CONNECTION |= {"downloadThroughput": 200 * 1024, "uploadThroughput": 200 * 1024}
# Title and address of the pages that begin with a picture.
ADDRESSES = {page.title: page.path for page in PAGES if page.steps}
ADDRESSES |= {page.title: "" for page in PAGES if page.path == HOME}
IDLE_MS = 2000  # time after the first picture, in which the page prefetches
EMPTY = PEERS / "empty.py"
WATCH = Path(__file__).with_name("opening.js").read_text("utf-8")


@dataclass(frozen=True)
class Visit:
    """A visit: ms to the picture, bytes received until then and in total, milestones in ms."""

    time: float
    received: int
    received_in_all: int
    milestones: dict[str, float]


def run() -> list[Aim]:
    with chromium() as browser:
        cold, repeat, cold_empty, again_empty = visits(browser)
        cold_visits, started_empty = first_visits(browser)
        by_page, of_empty = every_page(browser)
        far, far_empty = over_slow_connection(browser)
    show(
        f"Open: {PAGE} and an empty Streamlit app",
        ("", "this app", "empty app", "difference"),
        [
            times("nothing in the browser's cache", cold, cold_empty),
            times("the same, server just started", cold_visits, started_empty),
            times("second visit, browser's cache", repeat, again_empty),
            sizes("received until then, first visit", cold, cold_empty, "received"),
            sizes("received until then, second visit", repeat, again_empty, "received"),
            sizes("received in all, first visit", cold, cold_empty, "received_in_all"),
        ],
        (
            "From the address to the frame with the first live picture, or with the empty app's",
            f"title; medians of {VISITS} visits, of {STARTS} where the server was just started.",
            "Received: encoded bytes with headers, by the browser's count, and the web socket's",
            f"messages. In all: {IDLE_MS / 1000:g} s later, with what was fetched while idle.",
        ),
    )
    show(
        "Open: milestones",
        ("", "first visit", "just started", "second visit", "empty, first", "empty, second"),
        in_columns(cold, cold_visits, repeat, cold_empty, again_empty),
    )
    show(
        "Open: every page, nothing in the browser's cache",
        ("", "first picture", "later than empty app", "received", "more than empty app"),
        [page_row(name, visits, of_empty) for name, visits in by_page.items()],
        (
            f"Medians of {VISITS_OF_A_PAGE} visits, alternating with the empty app's: "
            f"{seconds(median_of(of_empty, 'time') / 1000)}, "
            f"{median_of(of_empty, 'received') / 1e6:.2f} MB.",
        ),
    )
    ratio = median_of(far, "time") / median_of(far_empty, "time")
    show(
        "Open: over a slow connection, nothing in the browser's cache",
        ("", "this app", "empty app", "ratio"),
        [
            [*times(PAGE, far, far_empty)[:3], f"{ratio:.2f}"],
            sizes("received until then", far, far_empty, "received"),
        ],
        (
            f"{SLOW_CONNECTION['latency']} ms to each answer, 200 kB a second; medians of "
            f"{VISITS_OVER_SLOW_CONNECTION} visits.",
        ),
    )
    show("Open: milestones over a slow connection", ("", "this app", "empty app"),
         in_columns(far, far_empty))  # fmt: skip
    slowest = max(by_page.values(), key=lambda visits: extra_time(visits, of_empty))
    largest = max(by_page.values(), key=lambda visits: extra_size(visits, of_empty, "received"))
    return [
        Aim("slowest page, later than the empty app", extra_time(slowest, of_empty), "s", most=0.7),
        Aim(
            "largest page, more than the empty app",
            extra_size(largest, of_empty, "received"),
            "MB",
            most=1,
        ),
        Aim("first picture, later than the empty app", extra_time(cold, cold_empty), "s", most=0.7),
        Aim("the same, server just started", extra_time(cold_visits, started_empty), "s", most=0.7),
        Aim("the same, second visit", extra_time(repeat, again_empty), "s", most=0.7),
        Aim("first picture over a slow connection", median_of(far, "time") / 1000, "s", most=6),
        Aim("the same, divided by the empty app's", ratio, most=0.6),
        Aim(
            "received, more than the empty app",
            extra_size(cold, cold_empty, "received"),
            "MB",
            most=1,
        ),
    ]


def visits(browser: Browser) -> list[list[Visit]]:
    """Measure first and second visits to this app and to the empty app, alternately; both servers
    are warm."""
    with serve(APP) as app, serve(EMPTY) as empty:
        wait_until_solved(app.url)
        urls = app.url + PAGE, empty.url
        rounds = [
            [*first_and_second(browser, urls[0]), *first_and_second(browser, urls[1])]
            for _ in range(VISITS)
        ]
    return columns(rounds)


def first_visits(browser: Browser) -> list[list[Visit]]:
    """Measure first visits to this app and to the empty app right after their servers start,
    alternately."""
    return columns([[at_once(browser, APP, PAGE), at_once(browser, EMPTY)] for _ in range(STARTS)])


def over_slow_connection(browser: Browser) -> list[list[Visit]]:
    """Measure first visits to this app and to the empty app over a slow connection, alternately."""
    with serve(APP) as app, serve(EMPTY) as empty:
        wait_until_solved(app.url)
        urls = app.url + PAGE, empty.url
        for url in urls:  # the first visit makes the server compress its files
            first_visit(browser, url)
        rounds = [
            [visit_over_slow_connection(browser, url) for url in urls]
            for _ in range(VISITS_OVER_SLOW_CONNECTION)
        ]
    return columns(rounds)


def visit_over_slow_connection(browser: Browser, url: str) -> Visit:
    with new_visitor(browser, WATCH) as window:
        emulate_network(window, SLOW_CONNECTION)
        return visit(window, url)


def every_page(browser: Browser) -> tuple[dict[str, list[Visit]], list[Visit]]:
    """Measure first visits to every page and, between them, to the empty app. Both servers are
    warm."""
    visits: dict[str, list[Visit]] = {title: [] for title in ADDRESSES}
    of_empty: list[Visit] = []
    with serve(APP) as app, serve(EMPTY) as empty:
        wait_until_solved(app.url)
        for path in ADDRESSES.values():  # the first visit makes the server import the page
            first_visit(browser, f"{app.url}/{path}")
        for _ in range(VISITS_OF_A_PAGE):
            of_empty.append(first_visit(browser, empty.url))
            for title, path in ADDRESSES.items():
                visits[title].append(first_visit(browser, f"{app.url}/{path}"))
    return visits, of_empty


def first_visit(browser: Browser, url: str) -> Visit:
    with new_visitor(browser, WATCH) as window:
        return visit(window, url)


def page_row(name: str, visits: list[Visit], of_empty: list[Visit]) -> list[str]:
    times = seconds(median_of(visits, "time") / 1000), seconds(extra_time(visits, of_empty))
    beyond_empty = extra_size(visits, of_empty, "received")
    return [
        name,
        *times,
        f"{median_of(visits, 'received') / 1e6:.2f} MB",
        f"{beyond_empty:+.2f} MB",
    ]


def columns(rounds: list[list[Visit]]) -> list[list[Visit]]:
    return [list(column) for column in zip(*rounds, strict=True)]


def at_once(browser: Browser, app: Path, page: str = "") -> Visit:
    with serve(app) as server, new_visitor(browser, WATCH) as window:
        return visit(window, server.url + page)


def first_and_second(browser: Browser, url: str) -> tuple[Visit, Visit]:
    with new_visitor(browser, WATCH) as window:
        return visit(window, url), visit(window, url)


def wait_until_solved(url: str) -> None:
    """Wait until the server has solved its default scene."""
    with urlopen(f"{url}/{SWEEP_ENDPOINT.path}?{DEFAULT.query()}&along=tau") as answer:
        answer.read()


def visit(page: Page, url: str) -> Visit:
    meter = Meter(page)
    page.goto(url, wait_until="commit")
    page.wait_for_function("window.opened")
    page.wait_for_timeout(IDLE_MS)
    time, origin = page.evaluate("[opened, performance.timeOrigin]")
    deadline = (origin + time) / 1000
    times_by_name = milestones(page, time) | {"first picture": time}
    meter.stop()
    return Visit(time, meter.received(deadline), meter.received(), times_by_name)


def times(name: str, app: list[Visit], empty: list[Visit]) -> list[str]:
    figures = median_of(app, "time") / 1000, median_of(empty, "time") / 1000, extra_time(app, empty)
    return [name, *map(seconds, figures)]


def sizes(name: str, app: list[Visit], empty: list[Visit], field: str) -> list[str]:
    a, b = median_of(app, field) / 1e6, median_of(empty, field) / 1e6
    return [name, *(f"{value:.2f} MB" for value in (a, b, extra_size(app, empty, field)))]


def in_columns(*columns: list[Visit]) -> list[list[str]]:
    """Return a row for each milestone, in the order in which the first column reached them."""
    names = sorted(columns[0][0].milestones, key=lambda name: times_of(columns[0], name))
    return [
        [name, *(milliseconds_text(times_of(column, name)) for column in columns)] for name in names
    ]


def milliseconds_text(ms: float | None) -> str:
    return "" if ms is None else seconds(ms / 1000)


def times_of(column: list[Visit], name: str) -> float | None:
    """Return the median time at which visits reached a milestone, in ms; None if none did."""
    times_reached = [visit.milestones[name] for visit in column if name in visit.milestones]
    return median(times_reached) if times_reached else None


def extra_time(app: list[Visit], empty: list[Visit]) -> float:
    return (median_of(app, "time") - median_of(empty, "time")) / 1000


def extra_size(app: list[Visit], empty: list[Visit], field: str) -> float:
    return (median_of(app, field) - median_of(empty, field)) / 1e6


def median_of(visits: list[Visit], field: str) -> float:
    return median(getattr(visit, field) for visit in visits)
