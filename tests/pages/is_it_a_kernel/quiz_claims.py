"""Compute the numbers in the reasons of this page’s quiz."""

import numpy as np

from lab.formulas.candidates import SquaredDistance
from pages.is_it_a_kernel import quiz
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "squared_distance_of_two"))
def entries_of_two_points():
    K = SquaredDistance()(np.array([[0.0], [2.0]]), np.array([[0.0], [2.0]]))
    assert np.trace(K) == 0
    return set(K.ravel())
