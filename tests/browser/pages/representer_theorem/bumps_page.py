"""The first picture of the Representer theorem: the positions of its four views, and kernel_core's
numbers for them."""

from dataclasses import dataclass

import numpy as np
from playwright.sync_api import Locator, Page

import kernel_core as kc
from lab.scene.learning_problem import problem
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene, parse
from lab.ui.palette import LIGHT
from tests.browser import eyes, marks
from tests.browser.live import open_live

PAGE = "/representer-theorem"
ROUND = (1, 1.5, 2, 3, 4, 6, 8, 10)
MATRIX = {"left": 6, "right": 6, "top": 20, "bottom": 30}  # margins in px of the matrix
ROOM = 1.3  # height of the axis of summed bumps, relative to their highest sum
VIEWS = ("fitline", "bumps", "weights", "matrix")


def open_bumps(page: Page, server: str, query: str = "") -> Locator:
    return open_live(page, f"{server}{PAGE}?hide=text&step=bumps,silent&{query}", "bumps")


def numbers(page: Page) -> Locator:
    """Return the element with the numbers of the fit that the first picture shows."""
    return page.locator('[data-live="silent"]')


def canvas(live: Locator, view: str) -> Locator:
    return live.locator(f".kl-is-{view} canvas")


def round_up(value: float) -> float:
    """Return the end of an axis that must contain a value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(value))
    return next(s * power for s in ROUND if s * power >= value * 0.9999)


def shown_scene(page: Page, default: Scene) -> Scene:
    """Return the scene of the page's address."""
    return parse(marks.address(page), default=default, ignore={"tool", "factor"})[0]


@dataclass(frozen=True)
class Line:
    """The expected picture of a scene whose points lie on a line."""

    scene: Scene

    @property
    def fit(self) -> kc.Solution:
        return problem(self.scene).fit()

    @property
    def window(self):
        return line_sample(self.scene).window

    @property
    def order(self) -> np.ndarray:
        return np.argsort(self.fit.X[:, 0], kind="stable")

    def contributions(self, x: np.ndarray) -> np.ndarray:
        """Return α_i K(x_i, x) at points x (G,), as an array (m, G)."""
        s = self.fit
        return s.alpha[:, None] * s.kernel(s.X, x[:, None])

    def fit_box(self, live: Locator) -> marks.Box:
        return marks.Box(canvas(live, "fitline"), self.window, eyes.CHART_MARGINS)

    def bumps_box(self, live: Locator) -> marks.Box:
        x0, x1, low, high = self.window
        parts = self.contributions(np.linspace(x0, x1, 241))
        y1 = max(high / 2, round_up(ROOM * np.maximum(parts, 0).sum(axis=0).max()))
        y0 = min(low / 2, -round_up(np.maximum(-parts, 0).sum(axis=0).max()))
        return marks.Box(canvas(live, "bumps"), (x0, x1, y0, y1), eyes.CHART_MARGINS)

    def bars_box(self, live: Locator) -> marks.Box:
        alpha = self.fit.alpha
        high, low = max(0, alpha.max()), -min(0, alpha.min())
        least = max(high, low) / 4
        y0, y1 = -round_up(max(low, least)), round_up(max(high, least))
        return marks.Box(canvas(live, "weights"), (*self.window[:2], y0, y1), eyes.CHART_MARGINS)


def cells(live: Locator, m: int) -> tuple[float, float, float]:
    """Return the left and the top edge of the matrix, and the side of a cell."""
    size = canvas(live, "matrix").bounding_box()
    w = size["width"] - MATRIX["left"] - MATRIX["right"]
    h = size["height"] - MATRIX["top"] - MATRIX["bottom"]
    side = min(w, h)
    return MATRIX["left"] + (w - side) / 2, MATRIX["top"], side / m


def lit(live: Locator, line: Line, i: int) -> dict[str, bool]:
    """Return for each of the four views whether example i has the accent colour there."""
    accent, s = LIGHT["accent"], line.fit
    x, y = s.X[i, 0], s.y[i]
    k, (left, top, side) = int(np.flatnonzero(line.order == i)[0]), cells(live, len(s.y))
    image = {view: eyes.read_canvas(canvas(live, view)) for view in VIEWS}
    tone = {view: marks.toned(image[view], accent, 40) for view in VIEWS}
    px, py = line.fit_box(live).pixel(x, y)
    peak = line.bumps_box(live).pixel(x, s.alpha[i] * s.kernel(s.X[[i]], s.X[[i]])[0, 0])
    bar_x, bar_y = line.bars_box(live).pixel(x, s.alpha[i] / 2)
    row = tone["matrix"][:, int(left) + 3 : int(left + side * len(s.y)) - 3]
    column = tone["matrix"][int(top) + 3 : int(top + side * len(s.y)) - 3]
    edges = [top + k * side, left + k * side]
    return {
        "fitline": marks.ringed(image["fitline"], accent, px, py, 2.6 * 4.2) > 0.7,
        "bumps": bool(marks.near(tone["bumps"], *np.atleast_2d(peak).T, 2.5).all()),
        "weights": bool(tone["weights"][int(bar_y), int(bar_x)]),
        "matrix": row[int(edges[0]) - 2 : int(edges[0]) + 3].mean(axis=1).max() > 0.8
        and column[:, int(edges[1]) - 2 : int(edges[1]) + 3].mean(axis=0).max() > 0.8,
    }


def nothing_lit(live: Locator) -> bool:
    return not any(
        marks.toned(eyes.read_canvas(canvas(live, view)), LIGHT["accent"], 20).any()
        for view in VIEWS
    )
