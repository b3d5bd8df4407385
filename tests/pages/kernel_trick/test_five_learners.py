"""The sentences of the challenges about five learners are true."""

import pytest

import kernel_core as kc
from lab.scene.learning_problem import sample_of
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.challenges import is_met
from lab.wire.perceptron_and_neighbours import passes
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import ABOUT_ALL, ABOUT_MISTAKES
from tests.pages.goals import frames


def test_the_svm_errs_a_little_and_is_better_for_it():
    lam_frames = [frame for frame in frames(TRICK, "lam") if is_met(ABOUT_ALL.conditions, frame)]
    assert lam_frames, "λ alone is enough"
    neighbour = frames(replace(TRICK, learner="nearest"), "tau")[0]["test_error"]
    for frame in lam_frames:
        assert frame["test_error"] < neighbour
        assert [is_met(o.conditions, frame) for o in ABOUT_ALL.options] == [True, False, False]
    (stop_index,) = [
        k for k, lam in enumerate(slider_stops(TRICK, "lam")) if abs(lam - TRICK.lam) < 1e-9
    ]
    assert not is_met(ABOUT_ALL.conditions, frames(TRICK, "lam")[stop_index]), (
        "not reached at the start"
    )


def test_the_perceptron_fails_to_converge_only_with_a_large_tau():
    lam_frames = frames(replace(TRICK, learner="perceptron"), "tau")
    goal_frames = [frame for frame in lam_frames if is_met(ABOUT_MISTAKES.conditions, frame)]
    assert len(goal_frames) > 5
    for frame in goal_frames:
        labels = [o.label for o in ABOUT_MISTAKES.options if is_met(o.conditions, frame)]
        assert labels == ["a large one, above 2"] and frame["iterations"] == passes(60) * 60


def test_with_a_large_tau_a_separating_plane_still_exists():
    """The margin is positive, as the explanation states, but so small that the mistake bound is
    useless."""
    sample = sample_of(TRICK)
    short, long = (
        kc.svm.fit_hard_margin(sample.X, sample.y, kc.RBF(tau), intercept=False)
        for tau in (0.3, 2.5)
    )
    assert 0 < long.margin < short.margin / 20
    bounds = [(widest.radius / widest.margin) ** 2 for widest in (short, long)]
    assert bounds[0] < 100 and bounds[1] > 10 * passes(TRICK.m) * TRICK.m


@pytest.mark.parametrize("noise", [0.25, 1.5])
def test_the_reason_holds_on_any_moons(noise):
    """The nearest neighbour makes no training errors. Whether the SVM has fewer test errors depends
    on τ and λ, which the visitor explores."""
    for tau in (0.1, 3.0):
        (frame,) = frames(replace(TRICK, noise=noise, tau=tau, learner="nearest"), "lam", stops=1)
        assert frame["train_error"] == 0
    machines = [frame["test_error"] for frame in frames(replace(TRICK, noise=noise), "tau")]
    assert frame["test_error"] < max(machines)
