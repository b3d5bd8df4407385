"""The page's sentences about bumps are true with every loss, convention, kernel and data set."""

import numpy as np
import pytest

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import FIELDS, LINES, SOURCES
from lab.scene.scene import replace
from lab.ui.challenges import is_met
from pages.order import PAGES
from pages.representer_theorem import bumps
from pages.representer_theorem.challenges import FALLING, VANISHED, WIDE
from pages.representer_theorem.default_scene import DEFAULT
from tests.lab.ui.visit import view_page
from tests.pages.challenges.scene_judging import verdicts
from tests.pages.goals import data_of, frames, items

(PAGE,) = [page for page in PAGES if page.name == "representer_theorem"]


def jumps(loss: kc.Loss) -> bool:
    """Return whether the slope of a loss jumps as the margin of a positive example grows."""
    z = np.linspace(-3, 3, 60_001)
    return bool(np.abs(np.diff(loss.derivative(z, np.ones_like(z)))).max() > 0.1)


def test_the_losses_with_a_kink_are_named_and_no_other():
    for name in FIELDS["loss"].choices:
        assert (look_of(kc.LOSSES[name]).label in bumps.SLOPES) == jumps(kc.LOSSES[name]), name


@pytest.mark.parametrize("factor", ["with", "without"])
def test_with_the_stated_settings_all_points_lie_on_the_diagonal(factor):
    """The switch that drops a factor, as the notes do, acts on another picture only."""
    page = view_page(PAGE.file, {"factor": factor})
    (diagonal,) = items(data_of(page, "slopes"), "diagonal")
    (slip,) = items(data_of(page, "lost-factor"), "diagonal")
    assert slip["look"] == "factor" and not diagonal["look"] and diagonal["unscaled"]


def test_a_point_lies_on_a_curve_where_the_data_are_on_a_line():
    for data in (*LINES, *SOURCES):
        if data != "own":
            (verdict,) = verdicts(VANISHED, [replace(DEFAULT, data=data)], {})
            assert (verdict.state == "elsewhere") == (data not in LINES)


@pytest.mark.parametrize(
    "fields", [{"kernel": "linear"}, {"kernel": "poly", "degree": 8, "c": 10.0}]
)
def test_the_residual_hardly_depends_on_lam_with_some_kernels_which_are_not_asked_about(fields):
    (verdict,) = verdicts(FALLING, [replace(DEFAULT, **fields)], {})
    errors = [frame["train_mse"] for frame in verdict.frames]
    assert min(errors) > 0.9 * max(errors) and verdict.state == "unreachable"


@pytest.mark.parametrize("m", [2, 3])
def test_wide_bumps_that_meet_few_points_need_no_large_weights(m):
    scene = replace(DEFAULT, m=m, seed=1, noise=0.25, tau=2.5)
    met = [f for f in frames(scene, "lam", 16) if is_met(WIDE.conditions, f)]
    assert min(frame["largest_alpha"] for frame in met) < 2 and WIDE.holds["m"] > m
    for seed in range(4):
        scene = replace(DEFAULT, m=WIDE.holds["m"], seed=seed, noise=0.25, tau=2.5)
        met = [f for f in frames(scene, "lam", 16) if is_met(WIDE.conditions, f)]
        assert all(frame["largest_alpha"] > 10 for frame in met)
