"""The page's sentences about the SVM are true for every kernel, with b and without."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.svm import fit_hard_margin
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.svm.challenges import CHALLENGES
from pages.svm.default_scene import DEFAULT
from tests.pages.challenges.scene_judging import verdicts

SUPPORT, WIDER, NO_SEPARATION, *_ = CHALLENGES


@pytest.mark.parametrize("challenge", [WIDER, NO_SEPARATION])
@pytest.mark.parametrize(("edits", "state"), [("c;p,0,0;p,1,0", "elsewhere"), ("", "asked")])
def test_a_margin_is_asked_for_only_between_two_classes(challenge, edits, state):
    (verdict,) = verdicts(challenge, [replace(DEFAULT, edits=edits)], {})
    assert verdict.state == state
    assert challenge.as_json()["field_labels"]["classes_present"] == {
        "label": "Classes with points",
        "names": ["at least 2"],
    }


def test_a_line_through_0_that_separates_nothing_is_not_called_a_line():
    """Without b a cross may have slack at every C although a line with b separates it."""
    (verdict,) = verdicts(NO_SEPARATION, [replace(DEFAULT, intercept=0)], {})
    assert verdict.state == "elsewhere"


@pytest.mark.parametrize("margin", [1e-2, 1e-3, 3e-4])
def test_remaining_slack_bounds_the_margin_as_the_reason_says(margin):
    """Use classes so close that slack remains at every C of the slider."""
    X, y = np.array([[-1, 0], [-margin, 0], [margin, 0], [1, 0]]), np.array([-1.0, -1, 1, 1])
    hard = fit_hard_margin(X, y, kc.Linear())
    assert hard.margin == pytest.approx(margin, rel=1e-3)
    for C in (10.0, 1e3, 1e5):
        s = kc.fit(X, y, kc.Linear(), kc.Hinge(), 1 / C, risk="sum", intercept=True)
        slack_cost = C * np.maximum(0, 1 - y * s.decision(X)).sum()
        assert slack_cost <= 1e-6 or margin <= 1 / np.sqrt(2 * slack_cost)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
@pytest.mark.parametrize("intercept", [0, 1])
def test_without_the_examples_whose_coefficient_is_0_f_is_the_same(kernel, intercept):
    scene = replace(DEFAULT, kernel=kernel, intercept=intercept)
    s = problem(scene).fit(tol=1e-10)
    other_indices = [*np.setdiff1d(np.arange(len(s.y)), s.support)][:5]
    assert other_indices
    fewer = problem(replace(scene, edits=";".join(f"d{i}" for i in other_indices))).fit(tol=1e-10)
    places = np.random.default_rng(0).uniform(-2, 2, (50, 2))
    assert len(fewer.y) == len(s.y) - len(other_indices)
    np.testing.assert_allclose(fewer.decision(places), s.decision(places), atol=1e-4)


@pytest.mark.parametrize("data", ["iris", "wine", "cancer"])
def test_shares_are_of_the_examples_in_the_sample(data):
    """A real data set may have fewer points than the scene's m."""
    scene = replace(DEFAULT, data=data, m=1000)
    m = len(problem(scene).sample.y)
    assert m < scene.m
    (verdict,) = verdicts(SUPPORT, [scene], {})
    last_frame = max(verdict.frames, key=lambda frame: frame["C"])
    share = last_frame["support"] / m
    k = 0 if share < 0.25 else 1 if share <= 0.75 else 2
    assert verdict.option == SUPPORT.options[k].label
