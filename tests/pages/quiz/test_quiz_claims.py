"""Numbers in the reasons of the quizzes, in digits and in words: given in the question, named by
the answer itself, or computed here. Which answer is right is computed by quiz_checks.py."""

from collections.abc import Callable
from math import exp, log, sqrt

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.multiclass import balanced_tree, chain_tree, depths, theoretical_cost
from lab.ui import quiz
from lab.ui.quiz import Answer, Question
from pages.is_it_a_kernel import quiz as is_it_a_kernel_quiz
from pages.kernel_trick import quiz as kernel_trick_quiz
from pages.losses import quiz as losses_quiz
from pages.multiclass import quiz as multiclass_quiz
from pages.order import PAGES
from pages.rbf_bandwidth import quiz as rbf_bandwidth_quiz
from pages.rbf_bandwidth.default_scene import DEFAULT as BANDWIDTH
from pages.regularisation import quiz as regularisation_quiz
from pages.stochastic_gradient import quiz as stochastic_gradient_quiz
from pages.svm import quiz as svm_quiz
from tests.pages.challenge_claims import NOTATION, numbers, words

WITH_QUIZ = [page.name for page in PAGES if page.quiz]

ALL = [question for name in WITH_QUIZ for question in quiz.questions_of(name)]
CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(question: Question):
    """What computes the numbers that a question's reasons name beside those that are given."""

    def register(compute):
        CLAIMS[question.id] = compute
        return compute

    return register


def asked(page, check: str) -> Question:
    return next(question for question in page.QUESTIONS if question.check == check)


def two(value: float) -> float:
    """As it is written: with two digits after the point."""
    return float(f"{value:.2f}")


@claim(asked(losses_quiz, "steepest_far_on_the_wrong_side"))
def slope_of_an_outlier():
    all_four = (kc.Hinge(), kc.Logistic(), kc.Perceptron(), kc.Exponential())
    slopes = {loss.name: float(loss.derivative(-5.0, 1)) for loss in all_four}
    steepest = slopes.pop("exponential")
    others = 100
    assert others * max(map(abs, slopes.values())) < abs(steepest), "it outvotes a hundred"
    return {round(steepest), others}


@claim(asked(losses_quiz, "the_other_probability"))
def both_probabilities():
    g = [two(-float(kc.Logistic().derivative(z, 1))) for z in (-2.0, 2.0)]
    assert g == [0.88, 0.12] and sum(g) == 1
    return {two(2 * g[0]), -2}


@claim(asked(losses_quiz, "perceptron_with_a_penalty"))
def half_of_an_alpha():
    X = np.random.default_rng(0).normal(size=(24, 2))
    y, K = np.sign(X @ (1.0, 2.0)), kc.Linear()(X, X)
    run = kc.learners.run_kernel_perceptron(K, y, passes=200)
    assert run.converged, "it separates"
    risks = [kc.Perceptron().value(K @ (s * run.alpha), y).sum() for s in (1, 1 / 2)]
    norms = [s**2 * run.alpha @ K @ run.alpha for s in (1, 1 / 2)]
    assert risks == [0, 0] and norms[1] < norms[0]
    return {1 / 2}


@claim(asked(regularisation_quiz, "examples_that_are_enough"))
def ten_times_as_many_functions():
    n = [kc.theory.sample_size(size, 0.1, 0.05) for size in (1000, 10_000)]
    assert n[1] - n[0] == round(log(10) / 0.1)
    return {10.0, float(n[1] - n[0]), round(log(10), 1)}


@claim(asked(kernel_trick_quiz, "square_of_the_inner_product"))
def products_and_terms():
    x, z = np.array([1, 2]), np.array([3, -1])
    found, sizes = kc.theory.compare_inner_products(x, z), [*(x * z), *np.abs(x * z)]
    wrong = {np.abs(x * z).sum(), np.abs(x * z).sum() ** 2, sum(t for t in found.terms if t > 0)}
    assert wrong == {5, 25, 13}, "what the wrong answers come from"
    return {*map(float, sizes), *map(float, found.terms), *map(abs, map(float, found.terms)),
            5.0, float(len(found.terms))}  # fmt: skip


@claim(asked(kernel_trick_quiz, "features_of_a_polynomial"))
def variables_and_products():
    d, M = 2, 2
    assert (d + 1) ** M == 9 and kc.Polynomial(M, 1.0).features(np.ones((1, d))).shape[1] == 6
    return {float(d), float(M)}


@claim(asked(is_it_a_kernel_quiz, "squared_distance_of_two"))
def entries_of_two_points():
    K = kc.kernels.SquaredDistance()(np.array([[0.0], [2.0]]), np.array([[0.0], [2.0]]))
    assert np.trace(K) == 0
    return set(K.ravel())


@claim(asked(rbf_bandwidth_quiz, "one_bandwidth_away"))
def distances_in_bandwidths():
    def k(r: float) -> float:
        return kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r))[0, 0]

    half = sqrt(2 * log(2))
    assert np.isclose(k(half), 1 / 2) and np.isclose(k(sqrt(2)), exp(-1))
    return {two(half), 1 / 2, round(k(1), 1), 2}


@claim(rbf_bandwidth_quiz.QUESTIONS[2])
def how_much_larger_a_weight_may_be():
    m, lam = BANDWIDTH.m, BANDWIDTH.lam
    assert np.isclose(lam * m, 1), "the mean's bound is 1/(λm)"
    return {1 / lam}


@claim(asked(rbf_bandwidth_quiz, "variance_of_the_frequencies"))
def where_all_agree():
    tau = 1
    options = {tau**2, 1, tau**-2}
    assert len(options) == 1
    return {float(len(asked(rbf_bandwidth_quiz, "variance_of_the_frequencies").answers))}


@claim(asked(rbf_bandwidth_quiz, "cost_of_the_mean"))
def sections_of_the_note():
    return {5, 6}  # of 000, by their numbers


@claim(asked(svm_quiz, "distance_of_a_point"))
def parts_of_the_distance():
    w, b, x = np.array([3.0, 4.0]), -5.0, np.array([3.0, 1.0])
    length = np.linalg.norm(w)
    assert np.isclose((w @ x + b) / length, 1.6) and np.isclose(w @ x / length, 2.6)
    twice = kc.svm.distance_to_line(2 * w, 2 * b, x[None])[0]
    assert np.isclose(twice, kc.svm.distance_to_line(w, b, x[None])[0])
    return {w @ x + b, w @ x, length, abs(b), b, *(w * x), *w, 2}


@claim(asked(stochastic_gradient_quiz, "logistic_step_at_margin_five"))
def factor_at_margin_five():
    return {-5, round(-float(kc.Logistic().derivative(5.0, 1)), 3)}


@claim(asked(multiclass_quiz, "class_of_a_point"))
def scores_of_the_point():
    W = np.array([[1, -1 / 3], [-1 / 2, -1 / 2], [0, 1]])
    assert np.allclose(W @ np.ones(2), [2 / 3, -1, 1])
    return {float(len(W))}


@claim(asked(multiclass_quiz, "classifiers_for_ten_classes"))
def pairs_and_questions():
    C = 10
    pairs = theoretical_cost("ovo", [10] * C).classifiers
    tree = theoretical_cost("tree", [10] * C, balanced_tree(range(C))).classifiers
    assert pairs == C * (C - 1) / 2 and tree == C - 1
    return {C - 1, 2, C}


@claim(asked(multiclass_quiz, "questions_in_a_tree"))
def questions_of_the_longest_way():
    return {float(max(depths(chain_tree(range(8))).values()))}


def known(question: Question, answer: Answer) -> set[float]:
    given = f"{question.text} {answer.text}"
    computed = CLAIMS.get(question.id, set)()
    return {*numbers(given), *words(given), *NOTATION, *computed}


@pytest.mark.parametrize("question", ALL, ids=[one.id for one in ALL])
def test_every_number_of_a_reason_is_given_or_computed(question):
    for answer in question.answers:
        for number in numbers(answer.why) + words(answer.why):
            near = [one for one in known(question, answer) if abs(number - one) <= 1e-9]
            assert near, (number, answer.why)


def test_a_claim_is_needed_by_a_question_that_there_is():
    by_id = {question.id: question for question in ALL}
    assert set(CLAIMS) <= set(by_id)
    for name, compute in CLAIMS.items():
        told = [n for a in by_id[name].answers for n in numbers(a.why) + words(a.why)]
        assert any(abs(n - c) <= 1e-9 for n in told for c in compute()), compute.__name__
