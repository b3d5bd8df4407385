"""What the page asks is right of every data set, seed and convention: by fits one at a time."""

import os
from functools import lru_cache
from itertools import product

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.fields import FIELDS, OWN, SOURCES
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.scene.slider_stops import slider_stops
from pages.rbf_bandwidth.challenges import CHALLENGES
from pages.rbf_bandwidth.narrow_bumps import LEFT, bend_of
from tests.examples import THOROUGH
from tests.pages.challenges.scene_judging import verdicts

HEART, BEST, SUPPORT = CHALLENGES
THOROUGHLY = THOROUGH in os.environ
DATA = [source for source in SOURCES if source != OWN]
SEEDS = range(6) if THOROUGHLY else range(2)
STRIDE = 1 if THOROUGHLY else 3
RISKS = FIELDS["risk"].choices
LOSSES = ("hinge", "logistic", "squared", "exponential", "perceptron")
NEAR = 0.002  # of an error: what other stops and other digits may make

SCENES = [Scene(data=data, seed=seed) for data, seed in product(DATA, SEEDS)]
AVERAGED = [replace(scene, risk="mean") for scene in SCENES[:: 1 if THOROUGHLY else 4]]
OTHER_LOSSES = [
    Scene(data=data, loss=loss)
    for data in (DATA if THOROUGHLY else ("mixture", "iris"))
    for loss in LOSSES[1:]
]
ALL = [*SCENES, *AVERAGED, *OTHER_LOSSES]


def fit(scene: Scene) -> kc.Solution:
    try:
        return problem(scene).fit()
    except kc.NotConverged as error:
        return error.solution


@lru_cache
def errors(scene: Scene) -> list[tuple[float, float, float]]:
    """(τ, training error, test error) at some stops of the slider, each fitted by itself."""
    found = []
    for tau in slider_stops(replace(scene, tau=0.4), "tau", 32)[::STRIDE]:
        solution = fit(replace(scene, tau=float(tau)))
        wrong = solution.y * solution.decision(solution.X) <= 0
        test = problem(scene).sample.evaluator.error(solution)
        found.append((float(tau), float(wrong.mean()), float(test)))
    return found


def test_where_the_training_points_are_known_by_heart():
    asked = 0
    for verdict in verdicts(HEART, ALL, {}):
        own = errors(verdict.scene)
        least = min(test for *_, test in own)
        heart = {tau for tau, train, test in own if train == 0 and test >= least + 0.01 + NEAR}
        sides = {HEART.options[int(tau > 1)].label for tau in heart}
        if verdict.state == "asked":
            asked += 1
            assert sides <= {verdict.option}, str(verdict)
        elif verdict.state == "unreachable":
            assert not heart, str(verdict)
    assert asked >= len(SCENES), "of all data with the losses summed, and the hinge loss"


def test_the_bandwidth_with_the_smallest_test_error():
    asked = 0
    for verdict in verdicts(BEST, ALL, {}):
        own = errors(verdict.scene)
        least = min(test for *_, test in own)
        near = [tau for tau, _, test in own if test <= least + NEAR + (0.01 if STRIDE > 1 else 0)]
        sides = {BEST.options[0 if tau <= 0.3 else 1 if tau <= 1 else 2].label for tau in near}
        assert verdict.state in ("asked", "undecided"), str(verdict)
        if verdict.state == "asked":
            asked += 1
            assert verdict.option in sides, str(verdict)
    assert asked >= 0.8 * len(SCENES)


def test_the_convention_with_more_support_vectors():
    asked = 0
    for verdict in verdicts(SUPPORT, ALL, {"risk": RISKS}):
        counts = {risk: len(fit(replace(verdict.scene, risk=risk)).support) for risk in RISKS}
        if verdict.state == "asked":
            asked += 1
            label = {"sum": "summed", "mean": "averaged"}[max(counts, key=counts.__getitem__)]
            assert verdict.option == label, str(verdict)
        else:
            few, many = sorted(counts.values())
            assert verdict.state == "unreachable" and many < 1.02 * few + 2, str(verdict)
    assert asked >= 0.8 * len(SCENES)


@pytest.mark.parametrize("kernel", ["linear", "poly"])
def test_without_a_bandwidth_nothing_is_asked_of_it(kernel):
    for challenge in CHALLENGES:
        (verdict,) = verdicts(challenge, [Scene(kernel=kernel)], {"risk": RISKS})
        assert verdict.state == "elsewhere"


@pytest.mark.parametrize("data", ["mixture", "moons", "spirals", "xor"])
def test_at_the_left_end_f_is_the_label_of_the_nearest_example(data):
    scene = Scene(data=data, tau=LEFT)
    bend, solution = bend_of(scene), fit(scene)
    assert bend is not None and bend.test_error == pytest.approx(bend.nearest_error, abs=0.003)
    places = problem(scene).sample.X[:, None] + np.random.default_rng(0).normal(0, 0.2, (1, 20, 2))
    places = places.reshape(-1, 2)
    nearest = ((places[:, None] - solution.X) ** 2).sum(axis=-1).argmin(axis=1)
    assert np.mean(np.sign(solution.decision(places)) == solution.y[nearest]) > 0.95
