"""What the page says of bumps is so with every loss, convention, kernel and data set."""

import numpy as np
import pytest

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import FIELDS, LINES, SOURCES
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.order import PAGES
from pages.representer_theorem import bumps
from pages.representer_theorem.challenges import FALLING, VANISHED
from pages.representer_theorem.default_scene import DEFAULT
from tests.lab.ui.visit import looked_at
from tests.pages.challenges.scene_judging import verdicts
from tests.pages.goals import data_of, items

(PAGE,) = [page for page in PAGES if page.name == "representer_theorem"]


def jumps(loss: kc.Loss) -> bool:
    """Whether its slope takes a step, over the margin of a cross."""
    z = np.linspace(-3, 3, 60_001)
    return bool(np.abs(np.diff(loss.derivative(z, np.ones_like(z)))).max() > 0.1)


def test_the_losses_with_a_kink_are_named_and_no_other():
    for name in FIELDS["loss"].choices:
        assert (look_of(kc.LOSSES[name]).label in bumps.SLOPES) == jumps(kc.LOSSES[name]), name


@pytest.mark.parametrize("factor", ["with", "without"])
def test_on_the_step_that_says_so_all_points_stay_on_the_diagonal(factor):
    """Whatever the step on the notes' slip was left at: its switch drops a factor there alone."""
    page = looked_at(PAGE.file, {"factor": factor})
    (said,) = items(data_of(page, "slopes"), "diagonal")
    (slip,) = items(data_of(page, "lost-factor"), "diagonal")
    assert slip["look"] == "factor" and not said["look"] and said["printed"]


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
def test_a_smaller_lam_brings_f_closer_to_the_points_but_not_to_each(kernel):
    apart = 0
    for seed in range(4):
        scene = replace(DEFAULT, kernel=kernel, seed=seed)
        fits = [problem(replace(scene, lam=lam)).fit() for lam in (0.5, 5e-6)]
        off = [np.abs(s.y - s.decision(s.X)) for s in fits]
        assert np.mean(off[1] ** 2) <= np.mean(off[0] ** 2)
        apart += int((off[1] > off[0] + 1e-6).any())
    assert apart > 0, "some point is left"
    assert "every" not in FALLING.answer


def test_a_point_lies_on_a_curve_where_the_data_are_on_a_line():
    for data in (*LINES, *SOURCES):
        if data != "own":
            (verdict,) = verdicts(VANISHED, [replace(DEFAULT, data=data)], {})
            assert (verdict.state == "elsewhere") == (data not in LINES)
