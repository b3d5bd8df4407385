"""Variants of quiz questions, with other numbers."""

import numpy as np

from lab.formulas.candidates import SquaredDistance
from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number


def squared_distance_of_two(r: int = 2) -> Question:
    points = np.array([[0.0, 0.0], [float(r), 0.0]])
    K = SquaredDistance()(points, points)
    low, high = np.linalg.eigvalsh(K)
    square = number(K[0, 1])
    return Question(
        f"k(x, x′) = ‖x − x′‖², and two points at distance {r}. What are the eigenvalues of "
        "their Gram matrix?",
        (
            Answer(f"{r} and −{r}",
                   f"The entry off the diagonal is the squared distance, {square}."),
            right(f"{number(high)} and {number(low)}",
                  f"K = [[0, {square}], [{square}, 0]]. One eigenvalue is below 0, so k is not "
                  "a kernel. Any two different points show this."),
            Answer(f"{number(2 * high)} and 0",
                   f"Then the trace would be {number(2 * high)}. But the trace is 0, since each "
                   "point is at distance 0 from itself."),
        ),
        section="Counterexamples", note="001; 004", check="squared_distance_of_two",
    )  # fmt: skip


VARIANTS = (Variant(squared_distance_of_two, {"r": [3, 4, 5, 6, 7]}),)
