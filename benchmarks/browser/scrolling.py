"""Measure the animation frames per second while each loaded page is scrolled from its first step to
its last."""

from dataclasses import dataclass

import numpy as np
from playwright.sync_api import Page

from benchmarks.browser.browsing import APP, chromium, new_visitor, serve
from benchmarks.tables import Aim, milliseconds, show
from pages.order import PAGES
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

SPEED = 1200  # px per second
MIN_RATE = 50  # frames per second
SECOND = 1000  # ms
# Scrolls at a constant speed, and records the time of each frame.
SCROLL = """(speed) => new Promise((done) => {
  const main = document.querySelector('[data-testid="stMain"]'), frames = [];
  const began = performance.now(), from = main.scrollTop;
  const step = (now) => {
    frames.push(now);
    main.scrollTop = from + Math.max(0, now - began) / 1000 * speed;
    const end = main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
    if (end) done(frames); else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


@dataclass(frozen=True)
class Scroll:
    """The measurements of scrolling through a page; `worst` is the fewest frames in any second."""

    page: str
    seconds: float
    rate: float
    worst: float
    longest: float  # longest interval between two frames, in ms


def run() -> list[Aim]:
    walks = [page for page in PAGES if page.steps]
    with serve(APP) as server, chromium() as browser:
        scrolls = []
        for declaration in walks:
            with new_visitor(browser) as page:
                tap = WireTap(page)
                open_live(page, f"{server.url}/{declaration.path}")
                tap.until_quiet()
                scrolls.append(through(page, declaration.title))
    show(
        f"Scrolling: each loaded page, top to end, {SPEED} px a second, steps folded",
        ("page", "takes", "frames a second", "in the worst second", "longest frame"),
        [
            (scroll.page, f"{scroll.seconds:.1f} s", f"{scroll.rate:.1f}", f"{scroll.worst:.0f}",
             milliseconds(scroll.longest))
            for scroll in scrolls
        ],
    )  # fmt: skip
    worst = min(scrolls, key=lambda scroll: scroll.worst)
    description = f"frames in the worst second of scrolling, {worst.page}"
    return [Aim(description, worst.worst, least=MIN_RATE)]


def through(page: Page, title: str) -> Scroll:
    return describe_scroll(title, page.evaluate(SCROLL, SPEED))


def describe_scroll(title: str, frames: list[float]) -> Scroll:
    """Summarise the times of frames, in ms."""
    times = np.array(frames)
    between, duration = np.diff(times), times[-1] - times[0]
    ends = np.searchsorted(times, times + SECOND)
    counts = [end - k for k, end in enumerate(ends) if times[k] + SECOND <= times[-1]]
    rate = SECOND * len(between) / duration
    return Scroll(
        title, duration / SECOND, rate, float(min(counts, default=rate)), float(between.max())
    )
