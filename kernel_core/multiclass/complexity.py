"""What each reduction costs, by the notes' formulas and counted as the code runs. 004, comparisons.

Two counts: the training points that are made, and the binary predictions that one new point takes.
With N points in C classes, N_k of them in class k, and depth_k questions on the way to class k:

    one-versus-all    C N                        C
    one-versus-one    (C - 1) N                  C (C - 1)/2
    tree              Σ_k N_k depth_k            depth_k, on average over where points end
    softmax           N                          C scores

The tree's sum is about N log₂C where it is balanced. A chain, which splits off one class at a
time, makes N (C - 1)(C + 2)/(2C) for classes of one size: the notes' O(log₂C · N) is not for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .class_trees import Tree, depths
from .problem import check_reduction
from .solution import MultiSolution


@dataclass(frozen=True)
class ReductionCost:
    """Training points made in all, and binary predictions a new point: least, mean and most."""

    classifiers: int
    training_points: int
    least: int
    mean: float
    most: int


def theoretical_cost(
    reduction: str, sizes: Sequence[int], tree: Tree | None = None
) -> ReductionCost:
    """The formulas, for `sizes` N_k (C,) of the classes; a tree's mean is over these points."""
    check_reduction(reduction)
    C, N = len(sizes), int(sum(sizes))
    if reduction == "tree":
        if tree is None:
            raise ValueError("What a tree costs depends on the tree: give it.")
        ways = depths(tree)
        made = sum(sizes[k] * ways[k] for k in range(C))
        return ReductionCost(C - 1, made, min(ways.values()), made / N, max(ways.values()))
    classifiers, made = {
        "ova": (C, C * N),
        "ovo": (C * (C - 1) // 2, (C - 1) * N),
        "softmax": (C, N),
    }[reduction]
    return ReductionCost(classifiers, made, classifiers, float(classifiers), classifiers)


def measured_cost(solution: MultiSolution, Z: ArrayLike) -> ReductionCost:
    """What was counted while the solution was trained, and now as it decides about Z (n, d)."""
    decisions = solution.decide(Z)
    asked = np.count_nonzero(~np.isnan(decisions.said), axis=0)
    made, mean = solution.training_points, decisions.asked / len(asked)
    return ReductionCost(len(solution.alpha), made, int(asked.min()), mean, int(asked.max()))


def chain_training_points(N: int, C: int) -> float:
    """What a chain makes of N points in C classes of one size: N (C - 1)(C + 2)/(2C)."""
    return N * (C - 1) * (C + 2) / (2 * C)


def balanced_training_points(N: int, C: int) -> tuple[int, int]:
    """Between which numbers a balanced tree's training points lie, for N points in C classes:

    N ⌊log₂C⌋ and N ⌈log₂C⌉, for every class is as deep as one of the two.
    """
    return N * (C.bit_length() - 1), N * (C - 1).bit_length()
