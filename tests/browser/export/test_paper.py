"""The sheets of each page as the browser prints them, with folds closed and with folds open."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.browser import eyes
from tests.browser.live import settle
from tests.browser.server import ROOT
from tests.browser.whole_page import open_whole
from tests.page_paths import NAMES, PATHS

GET_POPPLER = ROOT / "tests" / "tools" / "get_poppler"
MARGIN_MM = 12
A4 = {"width": round((210 - 2 * MARGIN_MM) * 96 / 25.4), "height": 1032}  # page without margins, px
DPI = 96  # one pixel of a printed sheet for each px of the page
BLANK_PX = 40  # a sheet with fewer inked rows counts as blank
RIM_PX = 8  # fewest pixels of a rim's colour that count as the rim
RIM_WIDTH_PX = 3  # crossing rims may mix to a third rim's colour on a line of this width
SHAPE = 0.06  # relative change of a shape that rounding to pixels may cause
CASES = [*((path, "open") for path in PATHS), ("rbf-bandwidth", "shut")]
IDS = [*NAMES, "rbf-bandwidth-shut"]

OPEN_ALL = """() => document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary")
  .forEach((node) => {
    if (node.checkVisibility() && !node.closest("[data-live]")) node.click();
  })"""
WHITE = 0xFFFFFF
COLOURS = [(255, k % 60 * 4, k // 60 * 4 + 130) for k in range(900)]  # colours of the rims


@pytest.fixture(scope="module")
def poppler() -> Path:
    process = subprocess.run([GET_POPPLER, "--find"], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        pytest.skip(process.stderr.strip())  # the summary prints the reason, see tests/conftest.py
    return Path(process.stdout.strip())


@pytest.mark.thorough
@pytest.mark.parametrize(("path", "folds"), CASES, ids=IDS)
def test_a_page_on_paper(path, folds, page, server, poppler, tmp_path):
    """Check that nothing is cut or squeezed, no sheet is blank, no picture is split, and each
    heading is on the sheet of what follows it."""
    open_whole(page, server, path)
    if folds == "open":
        page.evaluate(OPEN_ALL)
        settle(page)
        page.evaluate("whole.toTheEnd()")
    is_whole(page, poppler, tmp_path / "sheets.pdf")


def is_whole(page, poppler: Path, file: Path) -> None:
    until_all_has_come(page)
    fits(page)
    marked_rims = marked(page)
    sheets = printed(page, poppler, file)
    blank = [k for k, sheet in enumerate(sheets, 1) if ink(sheet) < BLANK_PX]
    assert blank == [], f"blank sheets of {len(sheets)}"
    rims = rims_on(sheets, len(marked_rims["names"]))
    whole_rims = marked_rims["whole"]
    parted = [marked_rims["names"][k] for k in range(whole_rims) if len(rims[k]) != 1]
    assert parted == [], "each is whole on one sheet"
    crushed = [
        (k, shape, wide / high)
        for k, shape in enumerate(marked_rims["shapes"])
        for _, wide, high in rims[k]
        if shape and abs(wide / high / shape - 1) > SHAPE
    ]
    assert crushed == [], "pictures keep their shape"
    broken_pairs = [
        marked_rims["names"][a] for a, b in marked_rims["pairs"] if first(rims[a]) != first(rims[b])
    ]
    assert broken_pairs == [], "content follows a heading on its sheet"


def until_all_has_come(page) -> None:
    """Print until no part is missing; the first print makes the page request the missing parts."""

    def is_there() -> bool:
        page.pdf()
        return not page.locator(".is-missing").count()

    eyes.wait_until(page, is_there, "pictures that are not loaded")


def fits(page) -> None:
    window = page.viewport_size
    page.set_viewport_size(A4)
    page.emulate_media(media="print")
    eyes.let_paint(page, 5)
    cut = page.evaluate("whole.cutOnPaper()")
    page.set_viewport_size(window)
    page.emulate_media(media="null")
    eyes.let_paint(page, 5)
    assert cut == [], "nothing is cut off"


def marked(page) -> dict[str, Any]:
    """Draw a rim in its own colour around each part that is visible on paper; return the parts."""
    page.emulate_media(media="print")
    rims = page.evaluate("(colours) => whole.rims(colours)", COLOURS)
    page.emulate_media(media="null")
    return rims


def printed(page, poppler: Path, file: Path) -> list[np.ndarray]:
    """Return the printed sheets as arrays (height, width) with one number for each pixel's
    colour."""
    margin = dict.fromkeys(("top", "bottom", "left", "right"), f"{MARGIN_MM}mm")
    page.pdf(path=file, format="A4", margin=margin)
    to = file.with_suffix("")
    subprocess.run([poppler / "pdftoppm", "-r", str(DPI), file, to], check=True)
    files = sorted(file.parent.glob(f"{to.name}-*.ppm"))
    return [code(np.asarray(Image.open(file).convert("RGB"), dtype=np.int32)) for file in files]


def code(colours: np.ndarray) -> np.ndarray:
    """Return each colour as one number."""
    return (colours[..., 0] << 16) | (colours[..., 1] << 8) | colours[..., 2]


def ink(sheet: np.ndarray) -> int:
    return int((sheet != WHITE).any(axis=1).sum())


def rims_on(sheets: list[np.ndarray], count: int) -> list[list[tuple[int, int, int]]]:
    """Return for each of `count` parts the sheets with its rim, each as (number of the sheet,
    width, height)."""
    rims: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    part_of_colour = np.full(WHITE + 1, -1, np.int16)
    part_of_colour[code(np.array(COLOURS[:count]))] = range(count)
    for number, sheet in enumerate(sheets, 1):
        parts = part_of_colour[sheet]
        rows, columns = np.nonzero(parts >= 0)
        parts = parts[rows, columns]
        for part in np.unique(parts):
            is_rim = parts == part
            wide, high = extent(columns[is_rim]), extent(rows[is_rim])
            if is_rim.sum() >= RIM_PX and min(wide, high) > RIM_WIDTH_PX:
                rims[part].append((number, wide, high))
    return rims


def extent(places: np.ndarray) -> int:
    return int(np.ptp(places)) + 1 if len(places) else 0


def first(rims: list[tuple[int, int, int]]) -> int:
    return rims[0][0] if rims else 0
