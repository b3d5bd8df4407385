"""Read the live views as a visitor sees them: the pixels on the screen, and the read-outs."""

import base64
import io
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image
from playwright.sync_api import Locator, Page, expect

# Margins around the plane and the charts in their canvases, in CSS pixels, as in decision-plane.js
# and chart.js. The test of the plane's tooltip checks them.
PLANE_MARGINS = {"left": 34, "right": 8, "top": 8, "bottom": 26}
CHART_MARGINS = {"left": 44, "right": 10, "top": 8, "bottom": 22}


PATIENCE_SECONDS = 60
NEXT_FRAME = "() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))"


def wait_until(
    page: Page, is_met: Callable[[], object], description: str | Callable[[], object] = ""
) -> None:
    """Call `is_met` after each frame that the page paints until it returns true.

    If it never does, fail with `description`: a text, or a function that returns one.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_met():
        assert time.monotonic() < deadline, description() if callable(description) else description
        page.evaluate(NEXT_FRAME)


def let_paint(page: Page, frames: int = 20) -> None:
    """Wait until the page has painted `frames` more frames."""
    page.evaluate(f"async (frames) => {{ while (frames-- > 0) await ({NEXT_FRAME})(); }}", frames)


# Return a canvas as a picture once something is painted on it, or after 300 painted frames.
READ_PIXELS = """async (canvas) => {
  const { width, height } = canvas, context = canvas.getContext("2d");
  const isBlank = () =>
    !new Uint32Array(context.getImageData(0, 0, width, height).data.buffer).some(Boolean);
  for (let k = 0; isBlank() && k < 300; k++) await new Promise(requestAnimationFrame);
  return canvas.toDataURL();
}"""


def pixels(view: Locator) -> np.ndarray:
    """Return the pixels of a part of the screen: (height, width, 3), whole numbers from 0 to
    255."""
    return np.asarray(Image.open(io.BytesIO(view.screenshot())).convert("RGB")).astype(int)


def read_canvas(canvas: Locator) -> np.ndarray:
    """Return a canvas's own pixels (height, width, 4) once it is painted, wherever it is. A canvas
    that scrolls into view is painted a frame later, which may take long on a busy machine."""
    url = canvas.evaluate(READ_PIXELS)
    image = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))
    return np.asarray(image).astype(int)


def rgb(colour: str) -> np.ndarray:
    """Return #RRGGBB as three numbers."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


def unlike(image: np.ndarray, colour: str) -> np.ndarray:
    """Return how far each pixel is from a colour, as the largest difference of a channel."""
    return np.abs(image - rgb(colour)).max(axis=-1)


@dataclass(frozen=True)
class PlaneMap:
    """The position of the data's window in a plane's canvas, in CSS pixels.

    A screenshot begins at the whole pixel before the canvas; `shift` is the distance from there to
    the canvas.
    """

    window: tuple[float, float, float, float]
    width: float
    height: float
    shift: tuple[float, float]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left edge, the top edge, the width and the height of the window."""
        m = PLANE_MARGINS
        return (
            m["left"], m["top"],
            self.width - m["left"] - m["right"], self.height - m["top"] - m["bottom"],
        )  # fmt: skip

    def pixel(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        left, top, w, h = self.box
        x0, x1, y0, y1 = self.window
        return left + w * (x - x0) / (x1 - x0), top + h * (y1 - y) / (y1 - y0)

    def colours_at(self, image: np.ndarray, px: np.ndarray, py: np.ndarray) -> np.ndarray:
        """Return the colours at points of the canvas, from a screenshot of it."""
        dx, dy = self.shift
        return image[np.floor(py + dy).astype(int), np.floor(px + dx).astype(int)]

    def data(self, px: np.ndarray, py: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        left, top, w, h = self.box
        x0, x1, y0, y1 = self.window
        return x0 + (x1 - x0) * (px - left) / w, y1 - (y1 - y0) * (py - top) / h


def plane(live: Locator) -> Locator:
    """Return the first plane of an element; further planes may follow it."""
    return live.locator('[data-view="plane"] canvas').first


def plane_map(live: Locator, window: tuple[float, float, float, float]) -> PlaneMap:
    box = plane(live).bounding_box()
    return PlaneMap(window, box["width"], box["height"], (box["x"] % 1, box["y"] % 1))


def readout(live: Locator, tensor: str) -> str:
    return live.locator(f'[data-readout="{tensor}"]').text_content()


def until_readout(live: Locator, tensor: str, text: str) -> None:
    """Wait until a read-out shows this text."""
    expect(live.locator(f'[data-readout="{tensor}"]')).to_have_text(text)


def percent(value: float) -> str:
    """Write a share as the read-outs do."""
    return f"{100 * value:.1f} %"


_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def number(text: str) -> float:
    """Read the number of a read-out or a tooltip: 0.123, −4.5, 1,027, 2·10⁻¹³."""
    text = text.strip().translate(_RAISED)
    match = re.fullmatch(r"(-?[\d.,]+)(?:·10(-?\d+))?", text)
    assert match, f"{text!r} is no number"
    return float(match[1].replace(",", "")) * 10.0 ** int(match[2] or 0)


def until_number(live: Locator, tensor: str, value: float, within: float = 5.1e-4) -> None:
    """Wait until a read-out shows `value`, to four digits or the relative error `within`."""

    def has_number() -> bool:
        return abs(number(readout(live, tensor)) - value) <= within * abs(value)

    wait_until(live.page, has_number, lambda: f"{tensor} is {readout(live, tensor)}, not {value}")


def marker(curve: Locator, accent: str) -> float:
    """Return the position of a curve's marker, from 0 at the first stop to 1 at the last."""
    image = pixels(curve)
    m = CHART_MARGINS
    inside = image[m["top"] : -m["bottom"], m["left"] - 2 : image.shape[1] - m["right"] + 2]
    columns = np.flatnonzero((unlike(inside, accent) < 60).mean(axis=0) > 0.6)
    assert len(columns) and np.ptp(columns) <= 3, f"no single marker: {columns}"
    return (columns.mean() + 0.5 - 2) / (image.shape[1] - m["left"] - m["right"])


# A script for `add_init_script` that stores in each canvas's `words` the texts drawn on it: the
# left end, the right end, and the height above the lower edge.
NOTE_WORDS = """
(() => {
  const put = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    const { canvas } = this, { a, e, f } = this.getTransform();
    const width = this.measureText(text).width;
    const from = e / a - width * ({ left: 0, right: 1 }[this.textAlign] ?? 0.5);
    (canvas.words ??= new Map()).set(text, [from, from + width, (canvas.height - f) / a]);
    return put.call(this, text, ...rest);
  };
  const copy = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (image, ...rest) {
    this.canvas.words = new Map([...(this.canvas.words ?? []), ...(image.words ?? [])]);
    return copy.call(this, image, ...rest);
  };
})();
"""


def words_inside(canvas: Locator, plane_map: PlaneMap) -> dict[str, tuple[float, float, float]]:
    """Return the texts inside the plane's box, each with its left end, its right end and the height
    of its middle, in CSS pixels of the canvas."""
    left, top, width, height = plane_map.box
    words = canvas.evaluate("(c) => Object.fromEntries(c.words)")
    spans = {
        t: (start, end, plane_map.height - height) for t, (start, end, height) in words.items() if t
    }
    return {
        text: (start, end, middle)
        for text, (start, end, middle) in spans.items()
        if end > left and start < left + width and top < middle < top + height
    }
