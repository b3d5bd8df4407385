"""The parts of a step that belong on one screen, down to the last button, end inside the window."""

import pytest

from tests.browser.live import open_live, stand_still

# Return the items of a step's pictures that end below or to the right of the window.
OVERHANG = """(name) => [...document.querySelectorAll(`[data-step="${name}"] [data-live] .kl-item`)]
  .map((e) => [e, e.getBoundingClientRect()])
  .filter(([e, { right, bottom }]) => e.getClientRects().length
    && (bottom > innerHeight || right > innerWidth))
  .map(([e, { right, bottom }]) => `${e.className}: to ${Math.round(right)}, ${Math.round(bottom)}`)
"""
# Steps that fill the window, each with the size of window that leaves least space.
FULL = [
    ("rbf-bandwidth", "six-bandwidths", (1280, 800)),
    ("representer-theorem", "wasted", (1280, 800)),
    ("kernel-trick", "learners", (1280, 800)),
    ("kernel-trick", "learners", (1920, 1080)),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("path", "name", "size"), FULL)
def test_a_full_step_ends_inside_the_window(warm_page, server, path, name, size):
    page = warm_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    open_live(page, f"{server}/{path}?step={name}")
    live = page.locator(f'[data-step="{name}"] [data-live][data-ready="1"]').first
    live.locator(".kl-challenge").first.wait_for()
    stand_still(page, name)
    assert page.evaluate(OVERHANG, name) == []
