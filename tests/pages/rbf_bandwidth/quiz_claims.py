"""Compute the numbers in the reasons of this page’s quiz."""

from math import exp, log, sqrt

import numpy as np

import kernel_core as kc
from pages.rbf_bandwidth import quiz
from tests.pages.quiz.claims import claim, question_of, two
from tests.pages.quiz.numbers_in_text import numbers


@claim(question_of(quiz, "one_bandwidth_away"))
def distances_in_bandwidths():
    def k(r: float) -> float:
        return kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r))[0, 0]

    half = sqrt(2 * log(2))
    assert np.isclose(k(half), 1 / 2) and np.isclose(k(sqrt(2)), exp(-1))
    return {two(half), 1 / 2, round(k(1), 1), 2}


@claim(question_of(quiz, "variance_of_the_frequencies"))
def where_all_agree():
    tau, frequencies = 1.0, np.random.default_rng(0).normal(size=200_000)
    exact = kc.RBF(tau=tau)(np.full((1, 1), 0.5), np.zeros((1, 1)))[0, 0]
    averages = [np.cos(0.5 * np.sqrt(v) * frequencies).mean() for v in (tau**2, 1.0, tau**-2)]
    return {float(np.count_nonzero(np.isclose(averages, exact, atol=0.01)))}


@claim(question_of(quiz, "cost_of_the_mean"))
def sections_that_the_question_cites():
    return {*numbers(question_of(quiz, "cost_of_the_mean").note)}
