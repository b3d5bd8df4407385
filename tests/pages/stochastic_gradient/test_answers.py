"""The right options of the page's questions for many data sets, kernels and losses, computed with
NumPy."""

import os
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
import pytest

from lab.scene.scene import replace
from pages.order import PAGES
from pages.stochastic_gradient import (
    gradient_variance,
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
)
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import figure1_element
from pages.stochastic_gradient.figure1.run_request import STOPS, Run
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_runs
from tests.examples import THOROUGH, seeds
from tests.pages.challenges.judging import judged, questions
from tests.pages.challenges.scene_judging import scenes_of_states
from tests.pages.stochastic_gradient.page_answers import frames_of_run
from tests.pages.stochastic_gradient.statement_numbers import (
    SLOPES,
    VALUES,
    both_forms,
    descents,
    gradients_needed,
    least_risk,
    risk,
    walk_run,
    widest,
)

(PAGE,) = [page for page in PAGES if page.name == "stochastic_gradient"]
STRIDE = 1 if THOROUGH in os.environ else 4
SOURCES = [source for source in PAGE.sources if source != "own"]
KERNELS = ("rbf", "linear", "poly")

PAIRS = [*product(KERNELS, SLOPES)]
RUNS = [
    *[{"data": data, "seed": seed} for data in SOURCES[::STRIDE] for seed in seeds()],
    *[{"data": data, "kernel": kernel, "loss": loss}
      for k, data in enumerate(("moons", "spirals"))
      for kernel, loss in (PAIRS if THOROUGH in os.environ else PAIRS[k::6])],
    {"data": "blobs", "m": 6}, {"data": "blobs", "m": 2, "loss": "logistic"},
    {"data": "xor", "lam": 1.0}, {"data": "xor", "lam": 1e-4, "loss": "logistic"},
]  # fmt: skip


def run_with(fields):
    return Run.over(replace(DEFAULT, **fields))


def name(fields):
    return "-".join(map(str, fields.values()))


def judgement(challenge, run, along):
    frames = frames_of_run(run, along)
    scene = {field: str(getattr(run, field)) for field in run.table}
    (verdict,) = judged([{"challenge": challenge.as_json(), "scene": scene, "frames": frames}])
    answer = verdict.get("answer", -1)
    return verdict["state"], challenge.options[answer].label if answer >= 0 else "", frames


@pytest.mark.thorough(keep_every=16)
@pytest.mark.parametrize("fields", RUNS, ids=name)
def test_whether_a_run_diverges_as_lam_grows(fields):
    check_divergence(run_with(fields))


def check_divergence(run):
    state, option, frames = judgement(figure1_element.DIVERGENCE, run, "lam")
    _, has_stopped = walk_run(run, STOPS["lam"], run.loss)
    assert [frame["diverges"] for frame in frames] == has_stopped.tolist()
    assert state == ("asked" if has_stopped.any() else "unreachable")
    if has_stopped.any():
        assert option == ("it diverges for every λ" if has_stopped.all()
                          else "it diverges once λ is large")  # fmt: skip


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(
    "fields", [fields for fields in RUNS if fields.get("loss", "hinge") in VALUES], ids=name
)
def test_which_loss_ends_closer_to_its_minimum_risk(fields):
    check_closest_loss(run_with(fields))


def check_closest_loss(run):
    state, option, frames = judgement(figure1_element.CLOSEST_LOSS, run, "step")
    excess, final_loss = {}, {}
    for loss in VALUES:
        (alpha,), (final_loss[loss],) = walk_run(run, [run.lam], loss)
        excess[loss] = (
            np.inf if final_loss[loss] else risk(run, alpha, loss) / least_risk(run, loss) - 1
        )
        assert frames[0][f"excess_{loss}"] == pytest.approx(excess[loss], rel=1e-2, abs=1e-4)
    if frames[0]["gap"] > 1e-6:  # the minimum risk is not proven
        assert state == "undecided"
    else:
        assert state == ("unreachable" if final_loss[run.loss] else "asked")
    if state == "asked":
        assert option == min(excess, key=excess.get)


@pytest.mark.parametrize("place", gradient_variance.PLACES[:2])
@pytest.mark.parametrize("fields", RUNS, ids=name)
def test_how_many_gradients_have_the_mean_of_all(fields, place):
    check_gradients(run_with(fields), place)


def check_gradients(run, place):
    gradients, m = gradients_needed(run, place)
    tensors = gradient_variance.averages(run, place)["tensors"]
    assert tensors["needed"]["data"] == [gradients]
    question = gradient_variance.CHALLENGES[0]
    frame = {"needed": gradients, "spare": m - gradients}
    option = (
        "all of them" if gradients == m else "a few" if gradients <= 8 else "about half of them"
    )
    holding = [o.label for o in question.options if all(
        frame[n] <= b if c == "<=" else frame[n] >= b for n, c, b in o.conditions)]  # fmt: skip
    assert holding == [option]


@pytest.mark.thorough
def test_in_every_state_what_is_asked_of_a_run_has_its_answer():
    """Use kernels and λ that an address may contain, and the losses of SLOPES."""
    runs = [Run.over(scene) for scene in scenes_of_states(PAGE)]
    for run in (run for run in runs if run.loss in SLOPES):
        check_divergence(run)
        check_gradients(run, gradient_variance.PLACES[0])
        if run.loss in VALUES:
            check_closest_loss(run)


# ---- questions whose answers do not depend on the data ----


@lru_cache(maxsize=1)
def asked_questions():
    return {q.challenge["question"].split(". ")[0]: q for q in questions(PAGE, {})}


def option_of(begin):
    (verdict,) = [q for text, q in asked_questions().items() if text.startswith(begin)]
    assert verdict.state == "asked"
    return verdict.option


def test_the_bound_grows_almost_fourfold_and_its_parts_are_shown():
    (R, gamma), (radius, half) = (widest(*linear_sgd_element.data(g)) for g in ("wide", "narrow"))
    times = (radius / half) ** 2 / (R / gamma) ** 2
    assert times == pytest.approx(3.8, abs=0.05) and radius < R, "R shrinks, too"
    tensors = linear_sgd_element.sweep("narrow")["tensors"]
    for tensor, value in (("radius_wide", R), ("gamma_wide", gamma), ("radius", radius),
                          ("gamma", half), ("bound", (radius / half) ** 2)):  # fmt: skip
        assert tensors[tensor]["data"][0] == pytest.approx(value, rel=1e-3)
    assert option_of("You move the classes") == "it grows almost fourfold"


def test_the_rule_that_still_moves():
    X, y = linear_sgd_element.data("wide")
    rng, hard, soft = np.random.default_rng(0), np.zeros(2), np.zeros(2)
    for i in rng.integers(0, len(y), 3000):
        hard = hard + (y[i] * (hard @ X[i]) <= 0) * y[i] * X[i]
        soft = soft + y[i] * X[i] / (1 + np.exp(y[i] * (soft @ X[i])))
    assert (y * (X @ hard) > 0).all() and (y * (X @ soft) > 0).all()
    assert (1 / (1 + np.exp(y * (X @ soft))) > 0).all(), "each step still adds something"
    assert option_of("Every point is on the correct side") == "only the perceptron does"


def test_the_first_to_be_near_the_minimum_risk():
    first = {}
    for t in range(1, 41):
        gd, newton, least = descents("near", t)
        first |= {k: t for k, e in (("GD", gd), ("Newton", newton))
                  if e <= 0.01 * least and k not in first}  # fmt: skip
    sgd = gd_sgd_newton_runs.steps_to_near("near", "sgd")
    assert first["Newton"] < min(first["GD"], sgd)
    assert option_of("With the start “From nearby”") == "Newton"


def test_near_the_optimum_each_newton_step_doubles_the_digits():
    path = gd_sgd_newton_runs.paths("near")["newton"]
    distances = np.linalg.norm(path.w - path.w[-1], axis=1)
    steps = [np.log(after) / np.log(before) for before, after in pairwise(distances)
             if 1e-8 < before < 0.1]  # fmt: skip
    assert steps and all(abs(step - 2) < 0.4 for step in steps), steps


@pytest.mark.parametrize("start", gd_sgd_newton_runs.STARTS)
def test_the_lowest_for_the_work_of_forty_gradients(start):
    gd, newton, least = descents(start, np.inf, work=40)
    path = gd_sgd_newton_runs.paths(start)["sgd"]
    sgd = gd_sgd_newton_runs.linear_risk().value(path.w[40]) - least
    lowest = min(("GD", gd), ("SGD", sgd), ("Newton", newton), key=lambda entry: entry[1])[0]
    (verdict,) = [
        q for q in questions(PAGE, {"from": start}) if q.challenge["question"].startswith("Each")
    ]
    assert verdict.state == "asked" and verdict.option.startswith(f"{lowest},")


def test_a_start_off_the_ridge_slides_off_and_one_above_a_bad_saddle_is_held_up_to_a_bound():
    eta, v = saddle_points.ETA, 1e-3
    for _ in range(saddle_points.STEPS):
        v += 2 * eta * v
    assert v > 1 and option_of("The start is 0.001 off") == "far below the saddle"
    for start, is_held in ((0.99, True), (1.01, False)):
        v = start * saddle_points.MAX_CONVERGING_V
        for _ in range(1000):
            v = v - 3 * eta * v * v if v > -1 else v
        assert (v >= 0) == is_held


def test_the_number_on_a_point_and_both_forms():
    for shape in kernel_perceptron_element.EXAMPLE_SETS:
        alpha, draw_counts, wrong_counts, is_alike = both_forms(shape)
        assert (
            is_alike
            and (np.abs(alpha) == wrong_counts).all()
            and wrong_counts.sum() < draw_counts.sum()
        )
    assert option_of("Some points have a number") == "how often it was misclassified"
    assert option_of("Can α be computed") == "yes, K is enough"
