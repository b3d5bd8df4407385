"""The binary questions that a reduction asks instead of "which class?". 004.

Classes are positions 0 ... C - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .trees import Tree, leaves, nodes


@dataclass(frozen=True)
class Question:
    """ "One of the `positive` classes (+1), or one of the `negative` (-1)?" """

    positive: tuple[int, ...]
    negative: tuple[int, ...]

    def relabel(self, k: np.ndarray) -> np.ndarray:
        """The training set of this question, for points of classes k (m,).

        +1, -1, or 0 for a point that is discarded; shape (m,), int8.
        """
        signs = np.zeros(1 + max(k.max(), *self.positive, *self.negative), dtype=np.int8)
        signs[list(self.positive)], signs[list(self.negative)] = 1, -1
        return signs[k]


def versus_all(C: int) -> tuple[Question, ...]:
    """One-versus-all: for each class k, "is it class k or not?"; C questions."""
    return tuple(Question((k,), (*range(k), *range(k + 1, C))) for k in range(C))


def versus_one(C: int) -> tuple[Question, ...]:
    """One-versus-one: for each pair, "is it k or l?"; C(C - 1)/2 questions."""
    return tuple(Question((k,), (other,)) for k, other in combinations(range(C), 2))


def halves(tree: Tree) -> tuple[Question, ...]:
    """The tree: at each node, "which half?"; C - 1 questions, in the order of `nodes`."""
    return tuple(Question(leaves(left), leaves(right)) for left, right in nodes(tree))
