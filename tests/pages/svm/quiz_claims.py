"""Compute the numbers in the reasons of this page’s quiz."""

import numpy as np

from pages.svm import quiz
from pages.svm.mathematics.hyperplane import distance_to_line
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "distance_of_a_point"))
def parts_of_the_distance():
    w, b, x = np.array([3.0, 4.0]), -5.0, np.array([3.0, 1.0])
    length = np.linalg.norm(w)
    assert np.isclose((w @ x + b) / length, 1.6) and np.isclose(w @ x / length, 2.6)
    doubled = distance_to_line(2 * w, 2 * b, x[None])[0]
    assert np.isclose(doubled, distance_to_line(w, b, x[None])[0])
    return {w @ x + b, w @ x, length, abs(b), b, *(w * x), *w, 2}
