"""Compute the numbers in the reasons of this page’s quiz."""

from math import log

from pages.regularisation import quiz
from pages.regularisation.mathematics.pac import sample_size
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "examples_that_are_enough"))
def ten_times_as_many_functions():
    n = [sample_size(size, 0.1, 0.05) for size in (1000, 10_000)]
    assert n[1] - n[0] == round(log(10) / 0.1)
    return {10.0, float(n[1] - n[0]), round(log(10), 1)}
