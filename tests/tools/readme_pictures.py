"""Take the README's picture from the running app: a drag of τ.

    python -m tests.tools.readme_pictures

overwrites `docs/pictures/drag.webp`; `CHROMIUM` names the browser.
"""

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.live import open_live
from tests.browser.server import start_server

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DRAG = FOLDER / "drag.webp"
WINDOW = {"width": 1000, "height": 640}
FRAME_MS, REST_MS = 70, 700  # duration of a frame, and of those at both ends of the drag
LOW, HIGH, STEP = 8, 56, 1  # indices of the first and the last stop of τ, and the step


def take_picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def frames_of_a_drag(page: Page) -> list[Image.Image]:
    """Return pictures of the page as τ goes from narrow to wide and back."""
    slider = page.locator('input[data-along="tau"]').first
    stops = [*range(LOW, HIGH, STEP), *range(HIGH, LOW, -2 * STEP)]
    frames = []
    for stop in stops:
        slider.evaluate(
            "(e, k) => { e.value = k; e.dispatchEvent(new Event('input', { bubbles: true })); }",
            stop,
        )
        page.wait_for_function(
            "(k) => document.querySelector('[data-live]').dataset.stop === String(k)", arg=stop
        )
        frames.append(take_picture(page))
    return frames


def write_drag(frames: list[Image.Image]) -> None:
    turn = (HIGH - LOW) // STEP
    durations = [REST_MS if k in (0, turn) else FRAME_MS for k in range(len(frames))]
    small = [frame.resize((800, 512), Image.Resampling.LANCZOS) for frame in frames]
    small[0].save(
        DRAG, save_all=True, append_images=small[1:], duration=durations, loop=0, quality=60,
        method=6,
    )  # fmt: skip


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    server = start_server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"))

            page = browser.new_page(
                viewport=WINDOW, color_scheme="light", bypass_csp=True, reduced_motion="reduce"
            )
            open_live(page, f"{server.url}/rbf-bandwidth")
            page.wait_for_timeout(2500)  # until the rest of the page is loaded
            write_drag(frames_of_a_drag(page))
            browser.close()
    finally:
        server.stop()
    print(f"{DRAG.name}: {DRAG.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
