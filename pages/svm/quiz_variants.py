"""Variants of quiz questions, with other numbers."""

import numpy as np

from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, fraction, number
from pages.svm.mathematics.hyperplane import distance_to_line


def distance_of_a_point(
    w: tuple[int, int] = (3, 4), b: int = -5, x: tuple[int, int] = (3, 1)
) -> Question:
    length = round(float(np.hypot(*w)))
    parts = [w[0] * x[0], w[1] * x[1]]
    score, without = sum(parts) + b, sum(parts)
    (distance,) = distance_to_line(np.array(w, float), float(b), np.array([x], float))
    sign = "−" if b < 0 else "+"
    return Question(
        f"How far is the point ({x[0]}, {x[1]}) from the line "
        f"{w[0]}x₁ + {w[1]}x₂ {sign} {abs(b)} = 0?",
        (
            Answer(number(score), f"That is wᵀx + b. The distance is its absolute value "
                                  f"divided by ‖w‖ = {length}."),
            right(number(abs(distance)),
                  f"|{parts[0]} + {parts[1]} {sign} {abs(b)}| / ‖({w[0]}, {w[1]})‖ = "
                  f"{fraction(abs(score), length)}. If you double w and b, numerator and "
                  "denominator double, and the distance stays the same."),
            Answer(number(without / length),
                   f"{fraction(without, length)} leaves out b, which is {number(b)}."),
        ),
        section="Rescaling w and b", note="001, margins", check="distance_of_a_point",
    )  # fmt: skip


VARIANTS = (
    Variant(distance_of_a_point, {
        "w": [(3, 4), (4, 3), (6, 8), (8, 6)], "b": [-8, -5, -4, -2, 3, 5],
        "x": [(x, y) for x in range(1, 6) for y in range(1, 6)],
    }),
)  # fmt: skip
