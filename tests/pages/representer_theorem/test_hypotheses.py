"""The theorem's hypotheses: where J is smallest when one of them fails."""

import re

import numpy as np
import pytest

from lab.scene.scene import replace
from lab.ui.items import flatten
from pages.representer_theorem import hypotheses
from pages.representer_theorem.declaration import PAGE
from pages.representer_theorem.default_scene import DEFAULT
from tests.pages.challenges.judging import questions

SCENES = {
    "page": DEFAULT,
    "summed": replace(DEFAULT, risk="sum", seed=4),
    "hinge": replace(DEFAULT, loss="hinge"),
    "in the plane": replace(DEFAULT, data="blobs", tau=0.3),
}
T = np.array(hypotheses.STOPS)


def controls(step):
    pictures = step.build_pictures(DEFAULT, {})
    shown = flatten([item for each in pictures for item in (*each.main, *each.side, *each.below)])
    return {getattr(item, "field", "") or getattr(item, "along", "") for item in shown}


def fits_of(scene):
    fits = hypotheses.fits_of(hypotheses.scene_on_line(scene))
    assert fits is not None
    return fits


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_span_is_best_unless_the_penalty_falls(scene):
    fits = fits_of(scene)
    assert T[fits.objective("all").argmin()] == 0
    falling = fits.objective("falls")
    assert (np.diff(falling[T >= 0]) < 0).all() and (np.diff(falling[T <= 0]) > 0).all()


def test_a_loss_at_another_place_moves_the_minimum_by_its_closed_form():
    fits, m = fits_of(DEFAULT), hypotheses.POINTS
    gap = fits.target - np.interp(fits.z, fits.at, fits.s)
    best = gap / m / (1 / m + DEFAULT.lam * fits.u_norm2)
    assert abs(T[fits.objective("sees").argmin()] - best) <= 0.03


def test_the_added_function_has_its_norm_and_is_zero_at_the_examples():
    scene = hypotheses.scene_on_line(DEFAULT)
    fits = fits_of(DEFAULT)
    centres = np.append(fits.X, fits.z)
    K = np.exp(-(np.subtract.outer(centres, centres) ** 2) / (2 * scene.tau**2))
    values = np.append(np.zeros(len(fits.X)), 1.0)
    assert fits.u_norm2 == pytest.approx(values @ np.linalg.solve(K, values))
    np.testing.assert_allclose(np.interp(fits.X, fits.at, fits.u), 0, atol=0.01)


def test_a_kernel_whose_span_is_the_whole_space_has_nothing_to_add():
    picture = hypotheses.picture(replace(DEFAULT, kernel="linear"), hypotheses.VIEW)
    assert not picture.main
    titles = re.findall("“(.+?)”", picture.empty_text)
    steps = {step.title: step for step in PAGE.steps}
    of_step = {title: controls(steps[title]) for title in titles}
    assert "kernel" in of_step["Which αᵢ are 0"] and "tau" in of_step["A sum of bumps"]
    assert fits_of(replace(DEFAULT, tau=0.5))


def test_with_a_falling_penalty_no_function_is_best():
    (challenge,) = hypotheses.CHALLENGES
    (question,) = (q for q in questions(PAGE, {}) if q.id == challenge.id)
    assert (question.state, question.option) == ("asked", "for none")
