"""Forced colours (high contrast): canvases use only the system's colours, and hatching shows the
sign of f."""

import numpy as np
import pytest
from playwright.sync_api import Locator

from lab.scene.scene import DEFAULT
from lab.ui.palette import LIGHT
from tests.browser import eyes
from tests.browser.accessibility.system_colours import assert_system_colours
from tests.browser.expected import sample, sweep_of
from tests.browser.whole_page import open_first

NEAR = 3  # largest rounding error of a colour channel, of 255
CANVASES = "[data-live] canvas.kl-canvas"


def slope_shares(image: np.ndarray, places: tuple[np.ndarray, np.ndarray]) -> tuple[float, float]:
    """Return two shares of `places`: those whose pixel has the same colour as the next one to the
    upper right, and those with the same colour as the next one to the lower right."""
    x, y = (np.floor(values).astype(int) for values in places)
    here = image[y, x]
    return tuple(
        float(np.mean(np.abs(here - image[y + step, x + 1]).max(axis=-1) < 2 * NEAR))
        for step in (-1, 1)
    )


def assert_hatching_tells_the_sign(live: Locator) -> None:
    """Check at nodes with large |f| that hatching lines rise for positive f and fall for negative
    f."""
    points, sweep = sample(DEFAULT), sweep_of(DEFAULT, "tau")
    stop = int(live.get_attribute("data-stop"))
    plane_map = eyes.plane_map(live, points.window)
    image = eyes.read_canvas(eyes.plane(live))[..., :3]
    field = np.asarray(sweep.field[stop], dtype=float)
    nodes_x, nodes_y = np.meshgrid(*points.grid(field.shape[0]))
    for sign in (1, -1):
        chosen = sign * field > 0.5
        chosen[[0, -1]] = chosen[:, [0, -1]] = False
        places = plane_map.pixel(nodes_x[chosen], nodes_y[chosen])
        assert len(places[0]) > 200
        rising, falling = slope_shares(image, places)
        along, across = (rising, falling) if sign > 0 else (falling, rising)
        assert along > across + 0.15, (sign, rising, falling)
        ink = np.array([eyes.rgb(live.evaluate(INK, name)) for name in ("positive", "negative")])
        colours = image[tuple(np.floor(v).astype(int) for v in places[::-1])]
        has_ink = np.abs(colours[:, None] - ink).max(axis=-1) <= NEAR
        assert has_ink[:, 0 if sign > 0 else 1].mean() > 0.15


INK = "(root, name) => root.live.stage.palette[name]"


def set_forced_colours(live: Locator, theme: str, value: str) -> None:
    """Turn forced colours on or off, and wait until the element has changed its colours: the page
    is told of the change with one of its next frames."""
    before = live.evaluate(INK, "positive")
    live.page.emulate_media(color_scheme=theme, forced_colors=value)
    eyes.wait_until(live.page, lambda: live.evaluate(INK, "positive") != before, "the old colours")


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_a_plane_follows_forced_colours_while_it_is_open(page, server, theme):
    page.emulate_media(color_scheme=theme)
    live = open_first(page, server, "rbf-bandwidth")
    before = eyes.read_canvas(eyes.plane(live))
    set_forced_colours(live, theme, "active")
    assert_system_colours(page, eyes.plane(live))
    assert_hatching_tells_the_sign(live)
    set_forced_colours(live, theme, "none")
    assert live.evaluate(INK, "positive") in (LIGHT["positive"], "#7DB0FF")
    assert (eyes.read_canvas(eyes.plane(live)) == before).all(), "as it was"
