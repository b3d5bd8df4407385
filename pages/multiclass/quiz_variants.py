"""Variants of quiz questions, with other numbers."""

import numpy as np

from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number
from pages.multiclass.mathematics.complexity import theoretical_cost

_WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven",
          12: "twelve"}  # fmt: skip


def classifiers_for_ten_classes(classes: int = 10) -> Question:
    pairs = theoretical_cost("ovo", [10] * classes).classifiers
    return Question(
        f"{_WORDS[classes].capitalize()} classes, one-versus-one. How many binary classifiers are "
        "trained?",
        (
            Answer(f"{classes}", "That is one-versus-all: each class against the rest."),
            right(f"{pairs}", f"One for each pair, {classes} · {classes - 1}/2. Each is trained "
                              "only on the points of its two classes."),
            Answer(f"{2 * pairs}", "That counts each pair twice: i against j is the same as j "
                                   "against i."),
            Answer(f"{classes - 1}",
                   f"That is a tree: {_WORDS[classes - 1]} questions separate {_WORDS[classes]} "
                   "classes."),
        ),
        section="Computational cost", note="004", check="classifiers_for_ten_classes",
    )  # fmt: skip


def softmax_of_two(z: int = 2) -> Question:
    score = np.array([z, 0.0])
    share = np.exp(score - np.logaddexp(*score))[0]
    power = "²³⁴"[z - 2] if z > 1 else ""
    minus = "¹²³⁴"[z - 1]
    return Question(
        f"Two classes with the scores z₁ = {z} and z₂ = 0. What probability does softmax give "
        "the first?",
        (
            Answer("1, since it has the larger score",
                   f"That would be argmax. Softmax compares e{power} with e⁰."),
            Answer(number(z / (z + 1), 2), f"Softmax compares e{power} with e⁰, not {z} with 1."),
            right(number(share, 2),
                  f"e{power}/(e{power} + 1) = 1/(1 + e⁻{minus}): the logistic function of "
                  "z₁ − z₂. With two classes softmax is logistic regression."),
        ),
        section="Two classes", note="004; 003",
        check="softmax_of_two",
    )  # fmt: skip


VARIANTS = (
    Variant(classifiers_for_ten_classes, {"classes": [6, 7, 8, 9, 11, 12]}),
    Variant(softmax_of_two, {"z": [1, 3, 4]}),
)
