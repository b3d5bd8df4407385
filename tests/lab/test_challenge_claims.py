"""Numbers in the words of the challenges: the bounds that they are held to, or computed here."""

from collections.abc import Callable
from math import comb, log

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.multiclass.bill import notes_bill
from lab import candidates, cost, first, kernel_hunt, roads, wasted
from lab.challenges import Challenge, met
from lab.classes import bill
from lab.classes import questions as classes
from lab.gallery import exhibit
from lab.gallery import questions as gallery
from lab.problem import problem
from lab.questions import is_it_a_kernel, rbf_bandwidth
from lab.regularisation import degree, recovery
from lab.scene import replace
from lab.sgd import descents, order, spread, three
from lab.sgd import element as run
from tests.lab.challenge_claims import NOTATION, all_challenges, bounds, numbers

ALL = all_challenges()
CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(challenge: Challenge):
    """What computes the numbers that a challenge names beside its own bounds."""

    def register(compute):
        CLAIMS[challenge.id] = compute
        return compute

    return register


@claim(classes.BILL[0])
def pairs_of_classes():
    C = bill.CLASSES[-1]
    sizes = [bill.POINTS // C] * C
    assert notes_bill("ovo", sizes).classifiers == C * (C - 1) / 2
    assert C * (C - 1) / 2 > notes_bill("ova", sizes).classifiers == C
    return {C, 2}


@claim(classes.TREES[0])
def a_tree_that_costs_a_third():
    more = classes.TREES[0].conditions[0][2][2]
    return {round(more, 2), 100 * more, 1, 2, 3, 4}  # and four of the classes, by their numbers


@claim(cost.ABOUT_PIXELS)
def features_of_a_picture():
    side, d, needed = 16, 256, 5
    sizes = {p: 8 * comb(d + p, p) for p in (needed - 1, needed)}
    assert side**2 == d and sizes[needed - 1] < cost.LAPTOP < sizes[needed]
    assert 0.95e10 < comb(d + needed, needed) < 1e10, "nearly ten thousand million"
    return {side, cost.LAPTOP / 1e9, d + needed, needed, 8, d + needed - 1}


@claim(gallery.COSINE)
def the_frequency_of_the_wave():
    x = np.linspace(-2, 2, 9)
    rate = 1.6
    assert np.allclose(kc.lines.wave().truth(x), np.sin(rate * x))
    return {rate}


@claim(gallery.BANK)
def the_printed_sum_at_equal_points():
    at = np.zeros((1, 1))
    assert kc.CosineBank(exhibit.LARGEST_L, scaled=False)(at, at)[0, 0] == exhibit.LARGEST_L + 1
    return {exhibit.LARGEST_L + 1, 2}


@claim(gallery.LETTER)
def the_letter_of_003():
    r = np.array([[0.7]])
    letter = {tau: -(r**2).item() / np.log(kc.RBF(tau=tau)(0 * r, r).item()) for tau in (1, 2)}
    assert np.isclose(letter[1], 2) and np.isclose(letter[2] / letter[1], 4)
    return {1, 2, 4, 3}  # and the number of the note


@claim(gallery.POLY)
def features_of_a_polynomial():
    d, M = 4, 8
    assert comb(d + M, M) == 495 and d * M == 32 and d**M == 65536
    assert kc.Polynomial(M, 1.0).features(np.ones((1, d))).shape == (1, 495)
    return {d, M}


@claim(kernel_hunt.ABOUT_DISTANCE)
def two_points_at_three_times_the_distance():
    lowest = [np.linalg.eigvalsh(kc.SquaredDistance()(X, X))[0]
              for X in (np.array([[0.0], [1]]), np.array([[0.0], [3]]))]  # fmt: skip
    assert np.isclose(lowest[1] / lowest[0], 9)
    return {1, 3, 9}


@claim(kernel_hunt.ABOUT_BUDGET)
def a_grid_that_breaks_it():
    line = 0.8 * (np.arange(7) - 3)
    X = np.array([(a, b) for a in line for b in line])
    lowest = np.linalg.eigvalsh(kc.RBF(tau=0.5)(X, X) - 0.3 * kc.RBF(tau=1.0)(X, X))[0]
    thousands = float(kernel_hunt.BUDGET // 1000)  # written with a space before its zeros
    return {0.3, thousands, 0, candidates.SEARCHED, len(X), 7, 0.8, round(lowest, 2)}


@claim(is_it_a_kernel.CHALLENGES[2])
def a_formula_that_parts_the_spirals():
    for formula in ("rbf(0.6)+0.3*x.z", "exp(x.z)"):
        scene = replace(first.BUILDER, data="spirals", formula=formula, lam=5e-6)
        s = problem(scene).fit()
        right = np.sign(s.decision(s.X)) == s.y
        shown = {"data": "spirals", "m": len(s.y), "support": len(s.support),
                 "train_error": float(np.mean(~right))}  # fmt: skip
        assert met(is_it_a_kernel.CHALLENGES[2].conditions, shown), formula
    return {0.6, 0.3, 20}


@claim(rbf_bandwidth.CHALLENGES[2])
def costs_of_summed_and_averaged_losses():
    scene = first.BANDWIDTH
    m = scene.m
    alike = [replace(scene, risk="mean", lam=1 / m), replace(scene, lam=1.0)]
    one, other = (problem(s).fit().alpha for s in alike)
    assert np.allclose(one, other, atol=1e-6) and np.abs(one).max() <= 1 + 1e-9
    return {scene.tau, 1 / scene.lam, m * scene.lam}


def degrees(condition) -> set[float]:
    """The degrees that are open to a choice, and meet a condition."""
    return {M for M in degree.STOPS if condition(M)}


@claim(degree.CHALLENGES[0])
def degrees_that_are_offered():
    low, high = (degree.CHALLENGES[0].options[k].conditions for k in (0, -1))
    return {max(degrees(lambda M: met(low, {"M": M}))) + 1,
            min(degrees(lambda M: met(high, {"M": M}))) - 1}  # fmt: skip


@claim(degree.CHALLENGES[1])
def a_degree_through_all_points():
    tensors = degree.sweep(first_sample())["tensors"]
    train = np.ravel(tensors["train"]["data"])
    assert train[14] < 1e-3 and (np.diff(train[:15]) <= 1e-9).all(), "it only falls until there"
    return degrees_that_are_offered() | {14, 15}


def first_sample():
    from lab.first_scenes import PAGES

    return PAGES["regularisation"][0]


@claim(recovery.CHALLENGES[0])
def examples_that_are_enough():
    s, d = 6, recovery.D
    cells = {n: kc.recovery_cell(d, n, s, recovery.TRIALS).probability for n in recovery.NS}
    half = next(n for n in recovery.NS if cells[n] >= 0.5)
    assert abs(half - 18) <= 4 and half < d, "about 18"
    return {s, d, 18, log(d)}


@claim(roads.CHALLENGES[0])
def a_degree_with_more_features_than_points():
    return {roads.POINTS}  # a line has degree + 1 features


@claim(run.CHALLENGES[0])
def where_a_step_turns_round():
    shrink = 1 - np.array([1.99, 2.01])
    assert shrink[0] > -1 > shrink[1]
    return {2, 4}  # and the section of the note


@claim(run.CHALLENGES[1])
def steps_of_a_run():
    ((_, _, (_, times)),) = run.CHALLENGES[1].conditions
    return {order.STEPS, round(times - 1, 6)}


@claim(spread.CHALLENGES[0])
def what_rounding_leaves():
    ((_, _, most),) = spread.CHALLENGES[0].conditions
    assert most == 1e-12
    return {10}  # 10⁻¹²


@claim(three.STEP_CHALLENGES[0])
def as_near_as_that():
    tensors = descents.sweep("near", "stride")["tensors"]
    newton, near = (np.ravel(tensors[f"{name}_newton"]["data"]) for name in ("e", "near"))
    floor = np.ravel(tensors["floor"]["data"])[0]
    assert ((newton <= 0.01 * floor) == (near == 1)).all()
    return {0.01}


@claim(three.BUDGET_CHALLENGES[0])
def what_one_step_costs():
    cost_of = {name: one.work[1] for name, one in descents.paths("near").items()}
    ((_, _, budget), _) = three.BUDGET_CHALLENGES[0].conditions
    assert cost_of["gd"] == budget and cost_of["sgd"] == 1 and cost_of["newton"] > budget
    return {float(work) for work in cost_of.values()}


@claim(wasted.CHALLENGES[0])
def where_the_step_is():
    tensors = wasted.sweep()["tensors"]
    length = np.sqrt(np.ravel(tensors["norm2"]["data"]))
    state = np.ravel(tensors["state"]["data"])
    assert ((length > 1.75) == (state == 2)).all()
    return {1.75}


@pytest.mark.parametrize("challenge", ALL, ids=[one.id for one in ALL])
def test_every_number_in_its_words_is_a_bound_or_computed(challenge):
    text = " ".join([challenge.question, challenge.goal, challenge.why,
                     *(one.label for one in challenge.options)])  # fmt: skip
    known = bounds(challenge) | NOTATION | CLAIMS.get(challenge.id, set)()
    for number in numbers(text):
        assert any(abs(number - one) <= 1e-9 for one in known), (number, text)


def test_the_claims_are_those_of_challenges_that_there_are():
    assert set(CLAIMS) <= {one.id for one in ALL} and len(ALL) > 60


def test_a_wrong_number_is_found():
    wrong = next(one for one in ALL if one.id == cost.ABOUT_PIXELS.id)
    assert 260.0 in numbers(wrong.why) and 262.0 not in features_of_a_picture()
    assert numbers("within 1.5 percentage points, −0.08, 20 %, 2π and 1,000") == [
        0.015, -0.08, 0.2, 1000,
    ]  # fmt: skip
