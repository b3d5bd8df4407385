"""The numbers in the reasons of this page’s quiz."""

from math import exp, log, sqrt

import numpy as np

import kernel_core as kc
from pages.rbf_bandwidth import quiz
from tests.pages.quiz.claims import asked, claim, two


@claim(asked(quiz, "one_bandwidth_away"))
def distances_in_bandwidths():
    def k(r: float) -> float:
        return kc.RBF(tau=1.0)(np.zeros((1, 1)), np.full((1, 1), r))[0, 0]

    half = sqrt(2 * log(2))
    assert np.isclose(k(half), 1 / 2) and np.isclose(k(sqrt(2)), exp(-1))
    return {two(half), 1 / 2, round(k(1), 1), 2}


@claim(asked(quiz, "variance_of_the_frequencies"))
def where_all_agree():
    tau = 1
    options = {tau**2, 1, tau**-2}
    assert len(options) == 1
    return {float(len(asked(quiz, "variance_of_the_frequencies").answers))}


@claim(asked(quiz, "cost_of_the_mean"))
def sections_of_the_note():
    return {5, 6}  # of 000, by their numbers
