"""Measure in a browser how high an `<iframe>` with a step must be.

    python -m tests.tools.frame_heights [page …]

writes the `frame_heights` of each step of these pages, or of all.
"""

import re
import subprocess
import sys
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from features.lecture.embed import DEFAULT_PARTS, WIDTHS
from lab.course.page_declaration import HOME, PageDeclaration
from pages.order import PAGES
from tests.browser import eyes
from tests.browser.conftest import CHROMIUM_ARGS, GET_CHROMIUM
from tests.browser.live import open_live
from tests.browser.server import ROOT, start_server

STEP_PX = 10  # heights are multiples of this
LOW_PX = 200  # the smallest height of a frame
MAX_PX = 4000
STILL_FRAMES = 8  # painted frames after which a height no longer changes
HEIGHT = "() => Math.ceil(document.querySelector('[data-testid=stMain]').scrollHeight)"


def measure(
    page: Page, server: str, declaration: PageDeclaration, step: str, widths: Sequence[int] = WIDTHS
) -> tuple[int, ...]:
    """Return the height of a step at each of the widths, in px."""
    path = "" if declaration.name == HOME else declaration.path
    step_query = f"&step={step}" if step else ""
    open_live(page, f"{server}/{path}?embed=true&hide={','.join(DEFAULT_PARTS)}{step_query}")
    return tuple(_height(page, width) for width in widths)


def _height(page: Page, width: int) -> int:
    """Return the smallest height found at which a window of this width needs no scrolling.

    A layout may change with the window's height, and pictures grow with it, so each candidate
    height is measured again.
    """
    height = LOW_PX
    while height <= MAX_PX:
        page.set_viewport_size({"width": width, "height": height})
        needed = _settled_height(page)
        if needed <= height:
            return height
        height = -(-needed // STEP_PX) * STEP_PX
    raise RuntimeError(f"No height up to {MAX_PX} px is enough at a width of {width} px.")


def _settled_height(page: Page) -> int:
    before = -1
    while (height := page.evaluate(HEIGHT)) != before:
        before = height
        eyes.let_paint(page, STILL_FRAMES)
    return height


def write(declaration: PageDeclaration, heights: dict[str, tuple[int, ...]]) -> None:
    """Write the heights into the steps of a page."""
    path = (
        ROOT / "pages" / declaration.name / ("steps.py" if declaration.steps else "declaration.py")
    )
    text = path.read_text("utf-8")
    for step, step_heights in heights.items():
        text_of_heights = ", ".join(map(str, step_heights))
        before = rf'(Step\(\s+"{step}",.*?frame_heights=)\(.*?\)'
        text = re.sub(before, rf"\1({text_of_heights})", text, count=1, flags=re.DOTALL)
    path.write_text(text, "utf-8")


def main(names: list[str]) -> None:
    chromium = subprocess.check_output([GET_CHROMIUM, "--find"], text=True).strip()
    server = start_server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
            for declaration in PAGES:
                if names and declaration.name not in names:
                    continue
                page = browser.new_page(bypass_csp=True)
                write(declaration, {
                    step: measure(page, server.url, declaration, step)
                    for step in declaration.frame_heights
                })  # fmt: skip
                page.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
