"""Regularisation: dragged sliders move the fit, the errors and the read-outs."""

from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import Scene
from pages.regularisation.mathematics.polynomial_regression import fit_by_degree
from pages.regularisation.polynomial_fits.sample import sample
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

SCENE = Scene(data="wave", m=15, loss="squared")
PAGE = "/regularisation"


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE)


def canvas(live, view="curve"):
    return live.locator(f'[data-view="{view}"] canvas').first


@pytest.mark.thorough
def test_every_movement_of_the_degree_is_a_new_curve_with_its_own_errors(page, live):
    points = sample(SCENE)
    fits = fit_by_degree(points.X, points.targets, points.line)
    pictures = []
    hand.take(page, "order")
    for M in (3, 7, 12, 0):
        page.mouse.move(*hand.place(page, "order", M), steps=8)
        expect(live).to_have_attribute("data-stop", str(M))
        assert marks.close(eyes.number(eyes.readout(live, "train")), fits.train[M], 3)
        assert marks.close(eyes.number(eyes.readout(live, "test")), fits.test[M], 3)
        pictures.append(eyes.read_canvas(canvas(live)))
    page.mouse.up()
    page.wait_for_url(lambda url: "order=0" in url)
    for before, after in pairwise(pictures):
        assert (np.abs(before - after).max(axis=-1) > 40).sum() > 300


@pytest.mark.thorough
def test_a_button_draws_another_sample_and_updates_the_link(page, live):
    before = eyes.read_canvas(canvas(live))
    live.get_by_role("button", name="New sample").click()
    page.wait_for_url(lambda url: "seed=1" in url)
    points = sample(Scene(data="wave", m=15, loss="squared", seed=1))
    fits = fit_by_degree(points.X, points.targets, points.line)
    eyes.until_number(live, "train", fits.train[1])
    assert (np.abs(before - eyes.read_canvas(canvas(live))).max(axis=-1) > 40).sum() > 300
