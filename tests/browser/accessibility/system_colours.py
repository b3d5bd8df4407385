"""Check that a canvas has only the system's colours if the system forces them."""

from itertools import combinations

import numpy as np
from playwright.sync_api import Locator, Page

from lab.ui.palette import FORCED
from tests.browser import eyes

ON_THE_WAY = 14  # largest distance of an antialiased colour from the nearest mixture of two
STRAY = 0.03  # largest share of pixels in which three colours mix
CANVASES = "[data-live] canvas.kl-canvas"
# Return for each marked term the line of its underline, and whether the underline has the colour of
# the background.
UNDERLINES = """() => [...document.querySelectorAll(".kl-word")].filter((word) => word.checkVisibility())
  .map((word) => [getComputedStyle(word), getComputedStyle(word.parentElement)])
  .map(([own, around]) => [own.textDecorationLine, own.textDecorationColor === around.backgroundColor])"""  # noqa: E501
SYSTEM = """(names) => names.map((name) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = name;
  const channels = getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
  probe.remove();
  return channels;
})"""


def system_colours(page: Page) -> np.ndarray:
    return np.array(page.evaluate(SYSTEM, sorted({*FORCED.values()})))


def distance_to_segments(colours: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the distance of each colour from the nearest segment between two of `ends`."""
    distances = []
    for first, second in combinations(ends.astype(float), 2):
        way = second - first
        length = max(1.0, way @ way)
        share = np.clip((colours - first) @ way / length, 0, 1)
        distances.append(np.linalg.norm(colours - first - share[:, None] * way, axis=1))
    return np.min(distances, axis=0)


def stray_share(canvas: Locator, system: np.ndarray) -> float:
    """Return the share of painted pixels that are neither a system colour nor a mixture of two; 1
    while nothing is painted, since the numbers of a panel may still be on their way."""
    canvas.scroll_into_view_if_needed()  # a canvas out of view is blank
    image = eyes.read_canvas(canvas)
    painted = image[image[..., 3] == 255][:, :3]  # pixels at the rim are half transparent
    if not len(painted):
        return 1.0
    codes, counts = np.unique(painted @ (1 << 16, 1 << 8, 1), return_counts=True)
    colours = codes[:, None] >> (16, 8, 0) & 255
    is_stray = distance_to_segments(colours, system) > ON_THE_WAY
    return counts[is_stray].sum() / counts.sum()


def assert_system_colours(page: Page, *canvases: Locator) -> None:
    """Wait until each canvas has system colours alone: if the setting has changed while it was out
    of view, it is drawn anew when it comes into view."""
    system = system_colours(page)
    for canvas in canvases:

        def stray(canvas: Locator = canvas) -> float:
            return stray_share(canvas, system)

        def describe(canvas: Locator = canvas) -> tuple[str, float]:
            return canvas.evaluate("(canvas) => canvas.parentElement.outerHTML"), stray(canvas)

        eyes.wait_until(page, lambda stray=stray: stray() <= STRAY, describe)
