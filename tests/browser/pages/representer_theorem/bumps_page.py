"""The first picture of the Representer theorem for its tests: where the four views are, and what
kernel_core says that they show."""

import time
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
SECONDS = 15
ROUND = (1, 1.5, 2, 3, 4, 6, 8, 10)
MATRIX = {"left": 6, "right": 6, "top": 20, "bottom": 30}  # margins of its canvas
PALE = 0.35  # the share of the largest entry at which a cell has its pale tone
CAPTION = 30  # px from the top within which a view's words stand
ROOM = 1.3  # of the stacked bumps' picture, above their highest sum, for its words
HEADROOM = 26
WORDS = 200  # and how far from the left, over the function
VIEWS = ("fitline", "bumps", "weights", "matrix")


def until(check, what) -> None:
    """Wait until `check()` holds; `what` says, or is asked, what is there instead."""
    deadline = time.monotonic() + SECONDS
    while not check():
        assert time.monotonic() < deadline, what() if callable(what) else what
        time.sleep(0.05)


def opened(page: Page, server: str, query: str = "") -> Locator:
    live = open_live(page, f"{server}{PAGE}?hide=text&{query}")
    return live.page.locator('[data-live="bumps"]')


def canvas(live: Locator, view: str) -> Locator:
    return live.locator(f".kl-is-{view} canvas")


def round_up(value: float) -> float:
    """Where an axis ends that has to hold `value`."""
    if value <= 0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(value))
    return next(s * power for s in ROUND if s * power >= value * 0.9999)


def shown(page: Page, default: Scene) -> Scene:
    """The scene of the page's address."""
    return parse(marks.address(page), default=default, ignore={"tool", "factor"})[0]


@dataclass(frozen=True)
class Line:
    """What a scene on a line must look like."""

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
        """α_i K(x_i, x) at places x (G,), shape (m, G)."""
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


def check_fit(live: Locator, line: Line) -> None:
    """The thick line runs where f is, between the points, which lie over it."""
    x0, x1, y0, y1 = line.window
    x = np.linspace(x0, x1, 400)[1:-1]
    f = line.fit.decision(x[:, None])
    seen = marks.toned(eyes.drawn(canvas(live, "fitline")), LIGHT["zero"], 60)
    px, py = line.fit_box(live).pixel(x, f)
    s = line.fit
    at, up = line.fit_box(live).pixel(s.X[:, 0], s.y)
    near_point = ((px[:, None] - at) ** 2 + (py[:, None] - up) ** 2 < 9**2).any(axis=1)
    inside = (f > y0) & (f < y1) & ~near_point & ((py > CAPTION) | (px > WORDS))
    assert inside.sum() > 10 and marks.near(seen, px[inside], py[inside], 2.5).all()


def check_bumps(live: Locator, line: Line) -> None:
    """The bands reach as far as the bumps add up to, in the tones of their α; f runs over them."""
    box, image = line.bumps_box(live), eyes.drawn(canvas(live, "bumps"))
    x0, x1 = line.window[:2]
    x = np.linspace(x0, x1, 33)[1:-1]
    parts, f = line.contributions(x), line.fit.decision(x[:, None])
    seen = marks.toned(image, LIGHT["zero"], 60)
    px, py = box.pixel(x, f)
    assert (py > HEADROOM).all(), "the words stand above the sum"
    assert marks.near(seen, px, py, 2.5).all()
    for g, at in enumerate(x):
        for side in (1, -1):
            check_stack(box, image, line, at, side * parts[:, g], side, f[g])


def check_stack(
    box: marks.Box, image: np.ndarray, line: Line, x: float, sizes: np.ndarray, side: int, f: float
) -> None:
    """Over (or under) one x: the thickest band has its tone, and the stack ends where it must."""
    sizes = np.maximum(sizes, 0)[line.order]
    ends = np.cumsum(sizes)
    thickest = int(sizes.argmax())
    px, middle = box.pixel(x, side * (ends[thickest] - sizes[thickest] / 2))
    (_, zero), (_, tip), (_, thick), (_, of_f) = (
        box.pixel(x, v) for v in (0, side * ends[-1], sizes[thickest], f)
    )
    if zero - thick > 8 and abs(middle - of_f) > 5:
        alpha = line.fit.alpha[line.order[thickest]]
        column = image[int(middle) - 2 : int(middle) + 3, int(px)]  # a white edge may cross it
        tone = eyes.rgb(LIGHT["positive" if alpha > 0 else "negative"])
        tinted = (np.abs(column[:, :3] - tone).max(axis=1) < 40) & (column[:, 3] > 60)
        assert tinted.any(), (x, side, column)
    beyond = tip - side * 6
    f_near = marks.near(marks.toned(image, LIGHT["zero"], 90), *np.atleast_2d([px, beyond]).T, 5)
    if abs(tip - zero) > 8 and beyond > CAPTION and not f_near.all():
        seen = image[int(beyond), int(px)]
        grid = np.abs(seen[:3] - eyes.rgb(LIGHT["line"])).max() < 12
        assert grid or seen[3] < 130, ("nothing beyond but the grid", x, side, seen)


def check_bars(live: Locator, line: Line) -> None:
    """Each bar ends where its α is, in the tone of its sign."""
    box, image, s = line.bars_box(live), eyes.drawn(canvas(live, "weights")), line.fit
    for x, alpha in zip(s.X[:, 0], s.alpha, strict=True):
        px, end = box.pixel(x, alpha)
        _, zero = box.pixel(x, 0)
        if abs(end - zero) < 8:
            continue
        column = marks.toned(image, LIGHT["positive" if alpha > 0 else "negative"], 30)[:, int(px)]
        rows = np.flatnonzero(column)
        assert abs(rows.min() - min(zero, end)) <= 2 and abs(rows.max() + 1 - max(zero, end)) <= 2


def cells(live: Locator, m: int) -> tuple[float, float, float]:
    """Where the matrix begins, left and top, and the side of a cell."""
    size = canvas(live, "matrix").bounding_box()
    w = size["width"] - MATRIX["left"] - MATRIX["right"]
    h = size["height"] - MATRIX["top"] - MATRIX["bottom"]
    side = min(w, h)
    return MATRIX["left"] + (w - side) / 2, MATRIX["top"], side / m


def check_matrix(live: Locator, line: Line) -> None:
    """Each cell has the colour of K(x_i, x_j), rows and columns in the order of x."""
    s, order = line.fit, line.order
    K = s.kernel(s.X, s.X)[np.ix_(order, order)]
    left, top, side = cells(live, len(order))
    image = eyes.drawn(canvas(live, "matrix"))
    at = ((np.arange(len(order)) + 0.5) * side).astype(int)
    seen = image[np.ix_(int(top) + at, int(left) + at)][..., :3]
    share = np.abs(K) / np.abs(K).max()
    negative = K[..., None] < 0
    full = np.where(negative, eyes.rgb(LIGHT["negative"]), eyes.rgb(LIGHT["positive"]))
    pale = np.where(negative, eyes.rgb(LIGHT["heat_negative"]), eyes.rgb(LIGHT["heat_positive"]))
    ground, share = eyes.rgb(LIGHT["heat_zero"]), share[..., None]
    rising = ground + (pale - ground) * share / PALE
    expected = np.where(share < PALE, rising, pale + (full - pale) * (share - PALE) / (1 - PALE))
    assert np.abs(seen - expected).max() <= 4


def check_all(live: Locator, scene: Scene) -> None:
    """All four views and the read-outs show the fit of this scene."""
    line = Line(scene)
    eyes.until_number(live, "primal", line.fit.primal)
    check_fit(live, line)
    check_bumps(live, line)
    check_bars(live, line)
    check_matrix(live, line)
    assert marks.close(eyes.number(eyes.readout(live, "norm2")), line.fit.norm2, 4)
    assert eyes.number(eyes.readout(live, "gap")) <= 1e-6


def lit(live: Locator, line: Line, i: int) -> dict[str, bool]:
    """In which of the four views example i stands out in the accent's colour."""
    accent, s = LIGHT["accent"], line.fit
    x, y = s.X[i, 0], s.y[i]
    k, (left, top, side) = int(np.flatnonzero(line.order == i)[0]), cells(live, len(s.y))
    image = {view: eyes.drawn(canvas(live, view)) for view in VIEWS}
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
        marks.toned(eyes.drawn(canvas(live, view)), LIGHT["accent"], 20).any() for view in VIEWS
    )
