"""The SVM page's pictures, with their shown numbers and the expected ones."""

import re

import numpy as np
from playwright.sync_api import Locator, Page

from kernel_core import Solution
from kernel_core.svm import report_kkt
from kernel_core.svm.kkt_report import KKTReport
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from pages.svm.default_scene import DEFAULT as SVM
from pages.svm.mathematics.hyperplane import geometric_margin, line_through
from tests.browser import eyes, marks
from tests.browser.expected import sample
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

BY_HAND_PATH = "/svm?hide=text&step=by-hand"
MACHINE = "/svm?hide=text&step=hard-to-soft,who-holds,intercept,other-kernels"
WINDOW, X, Y = sample(SVM).window, sample(SVM).X, sample(SVM).y
STOPS = slider_stops(SVM, "lam")
LAST = len(STOPS) - 1


# ---- the line by hand ----


def margin_element(live: Locator) -> Locator:
    return live.locator(".kl-is-street canvas")


def hand_box(live: Locator) -> marks.Box:
    return marks.plane_box(margin_element(live), WINDOW)


def sentence(live: Locator) -> str:
    return live.locator(".kl-is-street .kl-numbers").text_content()


def margin_of(line, points=X, labels=Y) -> float:
    """Return kernel_core's margin of a line through two handles, for the orientation with the
    larger margin."""
    w, b = line_through(line[:2], line[2:])
    return max(geometric_margin(s * w, s * b, points, labels).margin for s in (1, -1))


def sentence_has(live: Locator, start: str, value: float, digits: int = 3) -> bool:
    """Return whether the page's sentence has a value after `start`, to the shown digits."""
    match = re.search(re.escape(start) + r" (−?[\d.]+(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)", sentence(live))
    return bool(match) and marks.close(eyes.number(match[1].rstrip(".")), value, digits)


# ---- the soft-margin SVM ----


def machine(live: Locator) -> Locator:
    """Return the plane of the first step about the soft margin."""
    return live.locator(".kl-is-plane canvas").first


def machine_box(live: Locator) -> marks.Box:
    return marks.plane_box(machine(live), WINDOW)


def page_of_machine(page: Page, server: str) -> Locator:
    """Open the steps with the soft-margin SVM, and return the page's main part."""
    open_live(page, server + MACHINE)
    return page.get_by_test_id("stMain")


def root(page: Page) -> Locator:
    """Return the live element of the first step about the soft margin."""
    return page.locator('[data-live="svm"]')


def slider_of_c(live: Locator) -> Locator:
    """Return the slider of C, which is the first of two sliders of λ."""
    return live.locator(".kl-is-slider").first


def show_machine(page: Page, live: Locator) -> WireTap:
    """Scroll to the SVM with its slider, and wait until it has prefetched everything."""
    tap = WireTap(page)
    marks.bring(machine(live))
    tap.until_quiet()
    return tap


def own_at(stop: int, **changes) -> tuple[Solution, KKTReport]:
    """Return kernel_core's SVM at a stop of the slider of C, and its KKT report."""
    s = problem(replace(SVM, lam=float(STOPS[stop]), **changes)).fit(tol=1e-9)
    return s, report_kkt(s)


def readout_texts(live: Locator) -> list[str]:
    """Return the read-outs that stay the same while the SVM's line does; the errors may change."""
    names = ("margin", "slack_sum", "intercept", "support", "primal")
    return [readout(live, name) for name in names]


def readout(live: Locator, name: str) -> str:
    """Return a read-out of the SVM; a later step may repeat it."""
    return live.locator(f'[data-readout="{name}"]').first.text_content()


def shown_number(live: Locator, name: str) -> float:
    return eyes.number(readout(live, name))


def numbers_agree(live: Locator, s: Solution, parts: KKTReport) -> bool:
    """Return whether the bar and the read-outs have kernel_core's numbers."""
    expected = {"margin": parts.margin, "slack_sum": parts.slack.sum(), "intercept": s.intercept,
           "primal": s.primal}  # fmt: skip
    costs = [float(parts.half_norm2), float(parts.C * parts.slack.sum())]
    bar = [eyes.number(b.text_content()) for b in live.locator(".kl-bars:visible b").all()]
    return (
        all(
            marks.close(shown_number(live, name), float(value), 4)
            for name, value in expected.items()
        )
        and readout(live, "support") == f"{len(s.support)} of {len(s.y)}"
        and all(marks.close(*pair, 4) for pair in zip(bar, costs, strict=True))
    )


def check_bar(live: Locator, parts: KKTReport) -> None:
    """Check that the bar shows the ratio of the objective's two terms."""
    pieces = live.locator(".kl-bars:visible .kl-stack span")
    widths = [piece.bounding_box()["width"] for piece in pieces.all()]
    costs = np.array([parts.half_norm2, parts.C * parts.slack.sum()])
    np.testing.assert_allclose(np.array(widths) / sum(widths), costs / costs.sum(), atol=0.01)


def inside(points: np.ndarray, rim: float = 0.12) -> np.ndarray:
    """Return which points are inside the window, away from its edge."""
    x0, x1, y0, y1 = WINDOW
    x, y = points.T
    return (x > x0 + rim) & (x < x1 - rim) & (y > y0 + rim) & (y < y1 - rim)


def crowded(px: np.ndarray, py: np.ndarray, radius: float) -> np.ndarray:
    """Return which points have another point within `radius` pixels."""
    d = np.hypot(px[:, None] - px, py[:, None] - py) + np.diag(np.full(len(px), np.inf))
    return d.min(axis=1) < radius
