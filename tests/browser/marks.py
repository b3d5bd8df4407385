"""Find marks in pictures by their positions and their pixels."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import numpy as np
from playwright.sync_api import Locator, Page

from tests.browser import eyes

CURVE_MARGINS = {"left": 34, "right": 10, "top": 8, "bottom": 40}  # px, around a loss curve
TONE = 24  # largest difference of a channel from an expected colour


@dataclass(frozen=True)
class Box:
    """A canvas with axes: converts data coordinates to CSS pixels within it, and back."""

    canvas: Locator
    window: tuple[float, float, float, float]
    margins: dict[str, int]

    @property
    def _box(self) -> tuple[float, float, float, float]:
        size, m = self.canvas.bounding_box(), self.margins
        return (
            m["left"], m["top"],
            size["width"] - m["left"] - m["right"], size["height"] - m["top"] - m["bottom"],
        )  # fmt: skip

    def pixel(self, x, y):
        left, top, w, h = self._box
        x0, x1, y0, y1 = self.window
        return left + w * (x - x0) / (x1 - x0), top + h * (y1 - y) / (y1 - y0)

    def data(self, px, py):
        left, top, w, h = self._box
        x0, x1, y0, y1 = self.window
        return x0 + (x1 - x0) * (px - left) / w, y1 - (y1 - y0) * (py - top) / h

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Return the position of a point of the picture in the window."""
        box, (px, py) = self.canvas.bounding_box(), self.pixel(x, y)
        return box["x"] + px, box["y"] + py


def plane_box(canvas: Locator, window: tuple[float, float, float, float]) -> Box:
    return Box(canvas, window, eyes.PLANE_MARGINS)


def curve_box(canvas: Locator, window: tuple[float, float, float, float]) -> Box:
    return Box(canvas, window, CURVE_MARGINS)


def toned(image: np.ndarray, colour: str, tone: int = TONE) -> np.ndarray:
    """Return which pixels of a canvas have a colour: (height, width) of bool."""
    return (eyes.unlike(image[..., :3], colour) <= tone) & (image[..., 3] > 200)


def near(mask: np.ndarray, px: np.ndarray, py: np.ndarray, radius: float) -> np.ndarray:
    """Return for each point (px, py) whether a pixel of `mask` is within `radius` of it."""
    rows, columns = np.nonzero(mask)
    d2 = (rows[None] + 0.5 - np.c_[py]) ** 2 + (columns[None] + 0.5 - np.c_[px]) ** 2
    return (d2 <= radius**2).any(axis=1)


def crowded(px: np.ndarray, py: np.ndarray, other_places: np.ndarray, radius: float) -> np.ndarray:
    """Return for each point (px, py) whether one of the points with the indices `other_places` is
    within `radius` of it."""
    d2 = (px[:, None] - px[other_places]) ** 2 + (py[:, None] - py[other_places]) ** 2
    return (d2 <= radius**2).any(axis=1)


def strays(mask: np.ndarray, px: np.ndarray, py: np.ndarray, radius: float) -> int:
    """Count the pixels of `mask` that are farther than `radius` from every point (px, py)."""
    rows, columns = np.nonzero(mask)
    d2 = (rows + 0.5 - np.c_[py]) ** 2 + (columns + 0.5 - np.c_[px]) ** 2
    return int((d2 > radius**2).all(axis=0).sum())


def ringed(image: np.ndarray, colour: str, px: float, py: float, radius: float) -> float:
    """Return the share of a circle around a point that has a colour."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    x, y = px + radius * np.cos(angles), py + radius * np.sin(angles)
    height, width = image.shape[:2]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return float(toned(image, colour, 60)[y[inside].astype(int), x[inside].astype(int)].mean())


def loneliest(px: np.ndarray, py: np.ndarray, other_places=None) -> int:
    """Return the index of the point that is farthest from its nearest neighbour; if several
    pictures are given, from its nearest neighbour in any of them."""
    distances2 = np.full(len(px), np.inf)
    for x, y in [(px, py), *(other_places or [])]:
        d2 = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 + np.diag(np.full(len(x), np.inf))
        distances2 = np.minimum(distances2, d2.min(axis=1))
    return int(distances2.argmax())


BRING_INTO_VIEW = """(node) => {
  node.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
  node.scrollIntoView({ block: "center" });
}"""


def bring(view: Locator) -> None:
    """Scroll a view to the middle of the window. Wheel input first ends any scrolling to the step
    of the address."""
    view.evaluate(BRING_INTO_VIEW)


def address(page: Page) -> dict[str, str]:
    return {name: texts[0] for name, texts in parse_qs(urlsplit(page.url).query).items()}


def read_terms(text: str) -> dict[str, float]:
    """Read the numbers of a tooltip or a sentence by the text before each: "L′ = −0.4"."""
    pairs = re.findall(r"([^\n,=:]+?)\s*(?:=|:)\s*(−?[\d.]+(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)", text)
    return {name.strip(): eyes.number(value) for name, value in pairs}


def close(shown_value: float, value: float, digits: int = 3) -> bool:
    """Return whether a shown number agrees with a value to `digits` significant digits, within
    about half a unit of the last."""
    digits = digits if 1e-3 <= abs(value) < 1e5 else min(digits, 2)
    if value == 0 or shown_value == 0:
        return abs(shown_value - value) < 1e-3
    return abs(shown_value - value) <= 0.6 * 10.0 ** (np.floor(np.log10(abs(value))) - digits + 1)
