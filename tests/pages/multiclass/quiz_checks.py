"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import balanced_tree, chain_tree
from pages.multiclass.mathematics.complexity import depths, theoretical_cost
from tests.pages.quiz.checks import check, only


@check
def class_of_a_point() -> str:
    W = np.array([[1, -1 / 3], [-1 / 2, -1 / 2], [0, 1]])
    return f"class {int((W @ np.ones(2)).argmax()) + 1}"


@check
def classifiers_for_ten_classes() -> str:
    return str(theoretical_cost("ovo", [10] * 10).classifiers)


@check
def softmax_of_two() -> str:
    z = np.array([2.0, 0.0])
    share = np.exp(z - np.logaddexp(*z))
    assert np.isclose(share[0], -float(kc.Logistic().derivative(-2.0, 1)))
    return f"{share[0]:.2f}"


@check
def questions_in_a_tree() -> str:
    deepest = [max(depths(tree(range(8))).values()) for tree in (balanced_tree, chain_tree)]
    return "{} if it is balanced, up to {} if not".format(*deepest)


@check
def classifiers_of_one_versus_all() -> str:
    return str(theoretical_cost("ova", [10] * 6).classifiers)


@check
def points_of_one_pair() -> str:
    cost = theoretical_cost("ovo", [10] * 5)
    return f"{cost.training_points / cost.classifiers:g}"


@check
def scores_with_a_constant() -> str:
    scores = np.array([2.0, 1.0, -0.5])
    before, after = (np.exp(z - np.logaddexp.reduce(z)) for z in (scores, scores + 3))
    return only({"All grow.": bool((after > before + 1e-9).all()),
                 "The largest grows.": bool(after[0] > before[0] + 1e-9),
                 "They stay the same.": np.allclose(before, after)})  # fmt: skip
