"""The page's sentences about bumps are true with every loss, convention, kernel and data set."""

import numpy as np
import pytest

import kernel_core as kc
from lab.looks.losses import look_of
from lab.scene.fields import FIELDS, LINES, SOURCES
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.ui.challenges import is_met
from pages.order import PAGES
from pages.representer_theorem import bumps
from pages.representer_theorem.challenges import FALLING, PULLED, VANISHED, WIDE
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


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly"])
def test_a_smaller_lam_brings_f_closer_to_the_points_but_not_to_each(kernel):
    count = 0
    for seed in range(4):
        scene = replace(DEFAULT, kernel=kernel, seed=seed)
        fits = [problem(replace(scene, lam=lam)).fit() for lam in (0.5, 5e-6)]
        distances = [np.abs(s.y - s.decision(s.X)) for s in fits]
        assert np.mean(distances[1] ** 2) <= np.mean(distances[0] ** 2)
        count += int((distances[1] > distances[0] + 1e-6).any())
    assert count > 0, "some point is left"
    assert "every" not in FALLING.answer


def test_a_point_lies_on_a_curve_where_the_data_are_on_a_line():
    for data in (*LINES, *SOURCES):
        if data != "own":
            (verdict,) = verdicts(VANISHED, [replace(DEFAULT, data=data)], {})
            assert (verdict.state == "elsewhere") == (data not in LINES)


def test_with_the_squared_loss_a_point_of_the_plane_that_is_pulled_off_keeps_a_bounded_bump():
    """The point's target is a label: α depends on the residual, not on the point's position."""
    scene = replace(DEFAULT, data="blobs", m=24)
    s = problem(scene).fit()
    pulled = [kc.fit(np.vstack([s.X[1:], [far, far]]), np.append(s.y[1:], 1.0), s.kernel,
                     kc.Squared(), scene.lam, risk=scene.risk).alpha[-1]
              for far in (50.0, 500.0)]  # fmt: skip
    assert pulled[0] == pytest.approx(pulled[1]) and pulled[0] <= 1 / (scene.lam * len(s.y))
    assert "data" not in PULLED.holds and not any("pull a point" in r.text for r in PULLED.reasons)


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_with_the_linear_kernel_a_bump_says_less_of_its_residual_than_alpha_does(kernel):
    """A bump's height at its own example is |α|K(x, x), so equal |α| may have different heights."""
    s = problem(replace(DEFAULT, kernel=kernel)).fit(tol=1e-10)
    distances, size = np.abs(s.decision(s.X) - s.y), np.abs(s.alpha)
    heights = size * s.kernel.diagonal(s.X)
    np.testing.assert_allclose(size, distances / (s.lam * len(s.y)), rtol=1e-3, atol=1e-6)
    assert (np.argsort(heights).tolist() == np.argsort(distances).tolist()) == (kernel == "rbf")
    (reason,) = VANISHED.reasons
    assert "|α|" in reason.text.partition("the farther")[2] and "α" in PULLED.question


@pytest.mark.parametrize(
    "fields", [{"kernel": "linear"}, {"kernel": "poly", "degree": 8, "c": 10.0}]
)
def test_the_residual_hardly_depends_on_lam_with_some_kernels_which_are_not_asked_about(fields):
    (verdict,) = verdicts(FALLING, [replace(DEFAULT, **fields)], {})
    errors = [frame["train_mse"] for frame in verdict.frames]
    assert min(errors) > 0.9 * max(errors) and verdict.state == "unreachable"


def test_with_a_wide_kernel_the_residual_stays_large_at_the_smallest_lam():
    (verdict,) = verdicts(FALLING, [replace(DEFAULT, tau=6.4)], {})
    assert verdict.state == "asked" and min(f["train_mse"] for f in verdict.frames) > 0.1
    assert "small residual" not in " ".join(reason.text for reason in FALLING.reasons)


@pytest.mark.parametrize("m", [2, 3])
def test_wide_bumps_that_meet_few_points_need_no_large_weights(m):
    scene = replace(DEFAULT, m=m, seed=1, noise=0.25, tau=2.5)
    met = [f for f in frames(scene, "lam", 16) if is_met(WIDE.conditions, f)]
    assert min(frame["largest_alpha"] for frame in met) < 2 and WIDE.holds["m"] > m
    for seed in range(4):
        scene = replace(DEFAULT, m=WIDE.holds["m"], seed=seed, noise=0.25, tau=2.5)
        met = [f for f in frames(scene, "lam", 16) if is_met(WIDE.conditions, f)]
        assert all(frame["largest_alpha"] > 10 for frame in met)
