"""Take pictures of all pages, unfolded, in three windows and two themes, and compare two sets.

    python -m tests.tools.photographs take build/photographs/before [--app DIR] [--pages svm,home]
    python -m tests.tools.photographs compare build/photographs/before build/photographs/after

Take one set before a change and one after it, on the same machine. Do not commit the pictures:
other machines draw letters differently.
"""

import argparse
import io
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGS, GET_CHROMIUM, PHONE
from tests.browser.server import ROOT, start_server
from tests.browser.whole_page import open_whole
from tests.page_paths import NAMES, PATHS

SIZES = {"1280x800": (1280, 800), "1920x1080": (1920, 1080), "390x844": (390, 844)}
THEMES = ("light", "dark")
PHONE_WIDTH = 390
MAX_TRIES = 12  # pictures taken to get two equal ones in succession
CALM_MS = 400
CHANGED_LEVEL = 24  # of 255, in one channel: smaller changes are antialiasing
ALLOWED_SHARE = 2e-5  # largest share of pixels that may change

# Stop animations and the blinking caret. Hide measurements of this machine, and the marks of steps
# that were in view long enough to count as seen.
CALM = """
*, *::before, *::after { animation: none !important; transition: none !important;
  caret-color: transparent !important; scroll-behavior: auto !important; }
.kl-is-descenttimes td:last-child, .kl-is-rate, .kl-rail a i { visibility: hidden !important; }
"""
UNFOLD = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const closed = [...main.querySelectorAll("details:not([open]) > summary")];
  for (const summary of closed) summary.click();
  return closed.length;
}"""
# A printed link contains the server's port, which differs each time.
ONE_PORT = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.data.includes(location.host)) {
      text.data = text.data.replaceAll(location.host, `${location.hostname}:00000`);
    }
  }
}"""
HEIGHT = "() => Math.ceil(document.querySelector('[data-testid=stMain]').scrollHeight)"
SCROLL = (
    "(top) => document.querySelector('[data-testid=stMain]').scrollTo({ top, behavior: 'instant' })"
)


@dataclass(frozen=True)
class Difference:
    """The difference between two pictures of the same name: the share of pixels that differ, or the
    reason why it is undefined."""

    name: str
    share: float
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason or f'{self.share:.4%} of the pixels'}"


def take(
    folder: Path, app: Path, pages: Iterable[str], sizes: Iterable[str], themes: Iterable[str]
):
    """Take one or more pictures of each page, and save them in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    chromium = subprocess.check_output([GET_CHROMIUM, "--find"], text=True).strip()
    server = start_server(app)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
            for page in pages:
                for size in sizes:
                    for theme in themes:
                        pictures = photograph(browser, server.url, page, SIZES[size], theme)
                        for i, picture in enumerate(pictures):
                            (folder / f"{page}-{size}-{theme}-{i}.png").write_bytes(picture)
                        print(f"{page} {size} {theme}: {len(pictures)}", flush=True)
            browser.close()
    finally:
        server.stop()


def photograph(browser: Browser, server: str, name: str, size: tuple[int, int], theme: str):
    """Return a whole page as PNGs, from top to end, for a first visit."""
    options = PHONE | {"device_scale_factor": 1} if size[0] == PHONE_WIDTH else {}
    context = browser.new_context(
        **options | {"viewport": {"width": size[0], "height": size[1]}},
        bypass_csp=True, color_scheme=theme, reduced_motion="reduce",
    )  # fmt: skip
    try:
        page = context.new_page()
        open_whole(page, server, PATHS[NAMES.index(name)])
        while page.evaluate(UNFOLD):  # a fold may contain more folds
            page.wait_for_timeout(CALM_MS)
        page.evaluate("whole.toTheEnd()")
        page.add_style_tag(content=CALM)
        page.wait_for_load_state("networkidle")
        page.evaluate(ONE_PORT)
        return list(strips(page, size))
    finally:
        context.close()


def strips(page: Page, size: tuple[int, int]) -> Iterable[bytes]:
    """Yield pictures of the page from top to bottom, one per window height. In a higher window its
    planes would grow."""
    for top in range(0, page.evaluate(HEIGHT), size[1]):
        page.evaluate(SCROLL, top)
        yield at_rest(page)


def at_rest(page: Page) -> bytes:
    """Return a picture that was the same twice in a row, or else the last one."""
    before = b""
    for _ in range(MAX_TRIES):
        page.wait_for_timeout(CALM_MS)
        picture = page.screenshot(caret="hide", animations="disabled")
        if picture == before:
            break
        before = picture
    return picture


def compare(before: Path, after: Path) -> list[Difference]:
    """Return the differences between two sets, each of which may lack pictures of the other."""
    names = sorted({file.name for folder in (before, after) for file in folder.glob("*.png")})
    if not names:
        raise ValueError(f"There are no pictures in {before} and {after}.")
    differences = []
    for name in names:
        if not ((before / name).exists() and (after / name).exists()):
            differences.append(Difference(name, 1.0, "only one of the two sets has it"))
            continue
        differences.append(
            difference(name, (before / name).read_bytes(), (after / name).read_bytes())
        )
    return [difference for difference in differences if difference.share > ALLOWED_SHARE]


def difference(name: str, before: bytes, after: bytes) -> Difference:
    first, second = (pixels(picture) for picture in (before, after))
    if first.shape != second.shape:
        sizes = " and ".join(
            f"{picture.shape[1]}x{picture.shape[0]}" for picture in (first, second)
        )
        return Difference(name, 1.0, f"they are {sizes}")
    is_changed = (np.abs(first - second) > CHANGED_LEVEL).any(axis=2)
    return Difference(name, float(is_changed.mean()))


def pixels(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(np.int16)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    taking = commands.add_parser("take")
    taking.add_argument("folder", type=Path)
    taking.add_argument("--app", type=Path, default=ROOT, help="the folder of the app")
    for name, choices in {"pages": NAMES, "sizes": SIZES, "themes": THEMES}.items():
        taking.add_argument(f"--{name}", default=",".join(choices), help="some of: %(default)s")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "take":
        lists = (getattr(options, name).split(",") for name in ("pages", "sizes", "themes"))
        take(options.folder, options.app / "app.py", *lists)
        return 0
    differences = compare(options.before, options.after)
    print(*differences or ["No picture differs."], sep="\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
