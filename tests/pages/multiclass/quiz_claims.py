"""Compute the numbers in the reasons of this page’s quiz."""

import numpy as np

from kernel_core.multiclass import balanced_tree, chain_tree
from pages.multiclass import quiz
from pages.multiclass.mathematics.complexity import depths, theoretical_cost
from tests.pages.quiz.claims import claim, question_of


@claim(question_of(quiz, "class_of_a_point"))
def scores_of_the_point():
    W = np.array([[1, -1 / 3], [-1 / 2, -1 / 2], [0, 1]])
    assert np.allclose(W @ np.ones(2), [2 / 3, -1, 1])
    return {float(len(W))}


@claim(question_of(quiz, "classifiers_for_ten_classes"))
def pairs_and_questions():
    C = 10
    pairs = theoretical_cost("ovo", [10] * C).classifiers
    tree = theoretical_cost("tree", [10] * C, balanced_tree(range(C))).classifiers
    assert pairs == C * (C - 1) / 2 and tree == C - 1
    return {C - 1, 2, C}


@claim(question_of(quiz, "questions_in_a_tree"))
def questions_of_the_longest_way():
    return {float(max(depths(chain_tree(range(8))).values()))}
