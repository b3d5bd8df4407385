"""Numbers in the words of the challenges: the bounds that they are held to, or computed here."""

from collections.abc import Callable
from math import comb

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.multiclass import EXAMPLE_WEIGHTS_004, balanced_tree, depths, theoretical_cost
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.ui.challenges import Challenge, is_met
from pages.is_it_a_kernel import challenges, counterexample_element, similarity_functions
from pages.is_it_a_kernel.default_scene import DEFAULT as BUILDER
from pages.kernel_trick import feature_cost
from pages.kernel_trick.gallery import challenges as gallery
from pages.multiclass import challenges as classes
from pages.multiclass.cost import cost_endpoint
from pages.representer_theorem import challenges as representer_theorem_challenges
from pages.representer_theorem import gram_editor, off_span_component
from pages.representer_theorem.default_scene import DEFAULT as REPRESENTER
from pages.representer_theorem.primal_and_dual import primal_vs_dual
from tests.pages.challenge_claims import NOTATION, all_challenges, bounds, numbers, words

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
    C = cost_endpoint.CLASSES[-1]
    sizes = [cost_endpoint.POINTS // C] * C
    assert theoretical_cost("ovo", sizes).classifiers == C * (C - 1) / 2
    assert C * (C - 1) / 2 > theoretical_cost("ova", sizes).classifiers == C
    deepest = [max(depths(balanced_tree(range(n))).values()) for n in (C, C // 2)]
    assert deepest[0] == deepest[1] + 1, "one question leaves half of the classes"
    return {C, 2, 1 / 2}


@claim(classes.SCORES[1])
def arrows_of_the_notes():
    return {float(len(EXAMPLE_WEIGHTS_004))}


@claim(classes.TREES[0])
def a_tree_that_costs_a_third():
    more = classes.TREES[0].conditions[0][2][2]
    assert balanced_tree([1, 2, 3, 4]) == ((1, 2), (3, 4)), "2 and 4 are of other halves"
    return {round(more, 2), 100 * more, 1, 2, 3, 4, 1 / 2}  # and four of the classes, by number


@claim(feature_cost.ABOUT_PIXELS)
def features_of_a_picture():
    side, d, needed = 16, 256, 5
    sizes = {p: 8 * comb(d + p, p) for p in (needed - 1, needed)}
    assert side**2 == d and sizes[needed - 1] < feature_cost.LAPTOP < sizes[needed]
    assert 0.95e10 < comb(d + needed, needed) < 1e10, "nearly ten thousand million"
    return {1e10, side, feature_cost.LAPTOP / 1e9, d + needed, needed, 8, d + needed - 1}


@claim(gram_editor.CHALLENGES[0])
def a_point_that_is_there_again():
    told = kc.theory.gram_spectrum_of(np.array([[1.0, 2, 0], [1, 2, 0], [0, 1, 1]]))
    assert (np.abs(told.gram_values) < 1e-12).sum() == 1
    return {2}


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


@claim(counterexample_element.ABOUT_DISTANCE)
def two_points_at_three_times_the_distance():
    lowest = [np.linalg.eigvalsh(kc.kernels.SquaredDistance()(X, X))[0]
              for X in (np.array([[0.0], [1]]), np.array([[0.0], [3]]))]  # fmt: skip
    assert np.isclose(lowest[1] / lowest[0], 9)
    return {1, 3, 9}


@claim(counterexample_element.ABOUT_BUDGET)
def a_grid_that_breaks_it():
    line = 0.8 * (np.arange(7) - 3)
    X = np.array([(a, b) for a in line for b in line])
    lowest = np.linalg.eigvalsh(kc.RBF(tau=0.5)(X, X) - 0.3 * kc.RBF(tau=1.0)(X, X))[0]
    return {
        0.3,
        counterexample_element.BUDGET,
        similarity_functions.SEARCHED,
        len(X),
        7,
        0.8,
        round(lowest, 2),
    }


@claim(challenges.CHALLENGES[2])
def a_formula_that_parts_the_spirals():
    for formula in ("rbf(0.8)+0.3*x.z", "exp(x.z)"):
        scene = replace(BUILDER, data="spirals", formula=formula, lam=5e-6)
        s = problem(scene).fit()
        right = np.sign(s.decision(s.X)) == s.y
        shown = {"data": "spirals", "m": len(s.y), "support": len(s.support),
                 "train_error": float(np.mean(~right))}  # fmt: skip
        assert is_met(challenges.CHALLENGES[2].conditions, shown), formula
    assert ("support", "<=", ["m", 0.5, -1]) in challenges.CHALLENGES[2].conditions
    return {0.8, 0.3}


@claim(representer_theorem_challenges.CHALLENGES[0])
def points_with_a_bump():
    solution = problem(REPRESENTER).fit()
    assert len(solution.support) == len(solution.y), "squared loss: all of them"
    return {float(len(solution.y))}


@claim(primal_vs_dual.CHALLENGES[0])
def a_degree_with_more_features_than_points():
    return {primal_vs_dual.POINTS}  # a line has degree + 1 features


@claim(off_span_component.CHALLENGES[0])
def where_the_step_is():
    tensors = off_span_component.sweep()["tensors"]
    length = np.sqrt(np.ravel(tensors["norm2"]["data"]))
    state = np.ravel(tensors["state"]["data"])
    assert ((length > 1.75) == (state == 2)).all()
    return {1.75}


@pytest.mark.parametrize("challenge", [one for one in ALL if not one.by])
def test_every_number_in_its_words_is_a_bound_or_computed(challenge):
    text = " ".join([challenge.question, challenge.goal, challenge.why, challenge.hint,
                     *(one.label for one in challenge.options)])  # fmt: skip
    known = bounds(challenge) | NOTATION | CLAIMS.get(challenge.id, set)()
    for number in numbers(text) + words(text):
        assert any(abs(number - one) <= 1e-9 for one in known), (number, text)


def test_the_claims_are_those_of_challenges_that_there_are():
    assert set(CLAIMS) <= {one.id for one in ALL} and len(ALL) > 60


def test_a_wrong_number_is_found():
    wrong = next(one for one in ALL if one.id == feature_cost.ABOUT_PIXELS.id)
    assert 260.0 in numbers(wrong.why) and 262.0 not in features_of_a_picture()
    assert numbers("within 1.5 percentage points, −0.08, 20 %, 2π and 1,000") == [
        0.015, -0.08, 0.2, 1000,
    ]  # fmt: skip


def test_numbers_in_words_are_read():
    assert words("Half, a tenth, one in twenty, one example in ten, three points in ten") == [
        0.5, 0.1, 0.05, 0.1, 0.3]  # fmt: skip
    assert words("Four fifths, one and a half, twice, fourfold, ten thousand million, eight") == [
        0.8, 1.5, 2, 4, 1e10, 8]  # fmt: skip
    assert words("Two hundred points, a hundred, one million, three hundred") == [
        200, 100, 1e6, 300]  # fmt: skip
    assert words("the two of them, one way, a constant makes a third") == []
