"""Regularisation: sliders drawn by a hand move the fit, the errors and the read-outs with them."""

from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from kernel_core.learners import fit_along_lam, fit_by_degree
from lab.scene.scene import Scene
from pages.regularisation.polynomial_fits import ridge
from pages.regularisation.polynomial_fits.sample import sample
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live, uncover

SCENE = Scene(data="wave", m=15, loss="squared")
PAGE = "/regularisation"


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE)


def canvas(live, view="curve"):
    return live.locator(f'[data-view="{view}"] canvas').first


def test_every_movement_of_the_degree_is_a_new_curve_with_its_own_errors(page, live):
    drawn = sample(SCENE)
    fits = fit_by_degree(drawn.X, drawn.targets, drawn.line)
    pictures = []
    hand.take(page, "order")
    for M in (3, 7, 12, 0):
        page.mouse.move(*hand.place(page, "order", M), steps=8)
        expect(live).to_have_attribute("data-stop", str(M))
        assert marks.close(eyes.number(eyes.readout(live, "train")), fits.train[M], 3)
        assert marks.close(eyes.number(eyes.readout(live, "test")), fits.test[M], 3)
        pictures.append(eyes.drawn(canvas(live)))
    page.mouse.up()
    page.wait_for_url(lambda url: "order=0" in url)
    for before, after in pairwise(pictures):
        assert (np.abs(before - after).max(axis=-1) > 40).sum() > 300


@pytest.mark.thorough
def test_a_press_on_the_errors_goes_to_that_degree(page, live):
    uncover(live)
    curve = live.locator(".kl-logcurve canvas")
    box = curve.bounding_box()
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    assert abs(int(live.get_attribute("data-stop")) - 7) <= 1


@pytest.mark.thorough
def test_another_sample_is_a_button_away_and_in_the_link(page, live):
    before = eyes.drawn(canvas(live))
    live.get_by_role("button", name="New sample").click()
    page.wait_for_url(lambda url: "seed=1" in url)
    drawn = sample(Scene(data="wave", m=15, loss="squared", seed=1))
    fits = fit_by_degree(drawn.X, drawn.targets, drawn.line)
    eyes.until_number(live, "train", fits.train[1])
    assert (np.abs(before - eyes.drawn(canvas(live))).max(axis=-1) > 40).sum() > 300


@pytest.mark.thorough
def test_lam_shrinks_the_bars_by_key(page, live):
    element = page.locator('[data-live="ridge"][data-ready="1"]')
    element.wait_for()
    element.scroll_into_view_if_needed()
    drawn, at = sample(SCENE), ridge.STOPS
    fits = fit_along_lam(drawn.X, drawn.targets, drawn.line, 15, at)
    bars = element.locator(".kl-vector canvas")

    def inked():
        image = eyes.drawn(bars).astype(int)
        return marks.toned(image, eyes.accent_of(page), 40).sum()

    control = hand.slider(element, "penalty")
    control.scroll_into_view_if_needed()
    control.focus()
    shown = []
    for key, stop in (("Home", 0), ("End", len(at) - 1)):
        page.keyboard.press(key)
        eyes.until_number(element, "test", float(fits.test[stop]))
        shown.append(inked())
    assert shown[0] > 5 * shown[1]
    element.get_by_role("radio", name="M = 3").click()
    few = fit_along_lam(drawn.X, drawn.targets, drawn.line, 3, at)
    eyes.until_number(element, "test", float(few.test[-1]))


@pytest.mark.thorough
def test_fifty_fits_spread_with_the_degree(page, live):
    element = page.locator('[data-live="spread"][data-ready="1"]')
    element.wait_for()
    element.scroll_into_view_if_needed()
    picture, inked = canvas(element), []
    for M in (1, 13):
        page.mouse.move(*hand.place(element, "many", 6))
        hand.take(_Both(page, element), "many")
        page.mouse.move(*hand.place(element, "many", M), steps=10)
        page.mouse.up()
        image = eyes.drawn(picture).astype(int)
        inked.append((image.max(axis=-1) - image.min(axis=-1) > 20).sum())
    assert inked[1] > 3 * inked[0]


class _Both:
    """The page's mouse over one element's sliders."""

    def __init__(self, page, element):
        self.mouse, self.locator = page.mouse, element.locator


@pytest.mark.thorough
def test_the_axis_of_a_line_has_its_numbers_on_both_sides_of_0(page, server):
    page.add_init_script(eyes.NOTE_WORDS)
    curve = canvas(open_live(page, server + PAGE))
    page.wait_for_function("(c) => c.words?.has('x')", arg=curve.element_handle())
    written = eyes.below(curve)
    assert list(written) == ["−2", "0", "2", "x"]
    assert all(a[1] + 3 < b[0] for a, b in pairwise(written.values()) if b[2])
