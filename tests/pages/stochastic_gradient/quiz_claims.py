"""Compute the numbers in the reasons of this page’s quiz."""

import kernel_core as kc
from pages.stochastic_gradient import quiz
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "logistic_step_at_margin_five"))
def factor_at_margin_five():
    return {-5, round(-float(kc.Logistic().derivative(5.0, 1)), 3)}
