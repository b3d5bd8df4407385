"""Compute the numbers in the reasons of this page’s quiz."""

import numpy as np

import kernel_core as kc
from pages.kernel_trick import quiz
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "square_of_the_inner_product"))
def products_and_terms():
    x, z = np.array([1, 2]), np.array([3, -1])
    comparison, sizes = compare_inner_products(x, z), [*(x * z), *np.abs(x * z)]
    wrong_options = {
        np.abs(x * z).sum(),
        np.abs(x * z).sum() ** 2,
        sum(t for t in comparison.terms if t > 0),
    }
    assert wrong_options == {5, 25, 13}, "what the wrong answers come from"
    return {*map(float, sizes), *map(float, comparison.terms),
            *map(abs, map(float, comparison.terms)),
            5.0, float(len(comparison.terms))}  # fmt: skip


@claim(question_of(quiz, "features_of_a_polynomial"))
def variables_and_products():
    d, M = 2, 2
    assert (d + 1) ** M == 9 and kc.Polynomial(M, 1.0).features(np.ones((1, d))).shape[1] == 6
    return {float(d), float(M)}
