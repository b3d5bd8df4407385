"""A curve belongs to the scene that is shown."""

import re

import pytest

from tests.browser import eyes, hand
from tests.browser.live import open_live

WORDS = "(canvas) => [...(canvas.words ?? new Map()).keys()]"

IS_SHOWN = """({ live: { player } }, along) =>
  player.frame.scene[along] === player.scene[along] && player.isResting"""
HAS_SWEEP = (
    "(root, along) => [...root.live.player.sweeps.keys()].some((key) => key.startsWith(along))"
)


@pytest.mark.thorough
def test_no_curve_is_shown_until_the_sweep_of_the_scene_arrives(page, server):
    """Meanwhile the description gives the errors at the shown setting."""
    page.add_init_script(eyes.NOTE_WORDS)
    live = open_live(page, f"{server}/")
    eyes.wait_until(page, lambda: live.evaluate(HAS_SWEEP, "lam"))
    curve, held_routes = live.locator('[data-view="curve"] canvas').first, []
    page.route(re.compile(r"/frames\?.*stops=64"), lambda route: held_routes.append(route))
    for along in ("lam", "tau"):  # the sweep along τ at another λ is not loaded yet
        curve.evaluate("(canvas) => { canvas.words = new Map(); }")
        hand.slider(page, along).focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")

        def is_described(along=along):
            return live.evaluate(IS_SHOWN, along) and eyes.readout(
                live, "test_error"
            ) in curve.get_attribute("aria-label")

        eyes.wait_until(page, is_described, lambda: curve.get_attribute("aria-label"))
        assert ("training" in curve.evaluate(WORDS)) == (along == "lam")
    eyes.wait_until(page, lambda: held_routes)
    for route in held_routes:
        route.continue_()
    page.unroute_all()
    eyes.wait_until(page, lambda: "training" in curve.evaluate(WORDS))
