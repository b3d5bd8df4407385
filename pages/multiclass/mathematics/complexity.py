"""The cost of each reduction, by the notes' formulas and counted as the code runs. 004.

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

from kernel_core.multiclass import MultiSolution, Tree
from kernel_core.multiclass.solution import REDUCTIONS
from kernel_core.validation import check_choice


@dataclass(frozen=True)
class ReductionCost:
    """The cost of a reduction: training points, and binary predictions for a new point.

    Attributes
    ----------
    classifiers : int
        How many are trained.
    training_points : int
        How many are made in all.
    min, max : int
        Predictions for the cheapest and the dearest point.
    mean : float
        Predictions a point on average.

    Notes
    -----
    004, "Comparisons": training time is how many training points are created, prediction time how
    many binary predictions are made.

    Examples
    --------
    >>> theoretical_cost("ova", [5, 5, 5]).max
    3
    """

    classifiers: int
    training_points: int
    min: int
    mean: float
    max: int


def theoretical_cost(
    reduction: str, sizes: Sequence[int], tree: Tree | None = None
) -> ReductionCost:
    """Compute the cost of a reduction by formula.

    Parameters
    ----------
    reduction : {"ova", "ovo", "tree", "softmax"}
        Which one.
    sizes : sequence of int
        N_k, the examples of each of the C classes.
    tree : Tree, optional
        Needed for "tree"; its mean is over these examples.

    Returns
    -------
    ReductionCost
        Training points, and predictions a new point.

    Raises
    ------
    ValueError
        For another reduction, or "tree" without one.

    Notes
    -----
    004, "Comparisons": one-versus-all CN training points and C predictions, one-versus-one (C - 1)N
    and C(C - 1)/2, its O(C²). For a tree, O((log₂C)N) and O(log₂C) there, Σ_k N_k depth(k) and
    depth(k). Softmax, which has no row there, trains on N points and computes C scores.

    Examples
    --------
    >>> theoretical_cost("ovo", [10, 10, 10]).training_points
    60
    """
    check_choice(reduction, "reduction", REDUCTIONS)
    C, N = len(sizes), int(sum(sizes))
    if reduction == "tree":
        if tree is None:
            raise ValueError("The cost of a tree depends on the tree: pass it as an argument.")
        ways = depths(tree)
        n_points = sum(sizes[k] * ways[k] for k in range(C))
        return ReductionCost(C - 1, n_points, min(ways.values()), n_points / N, max(ways.values()))
    classifiers, n_points = {
        "ova": (C, C * N),
        "ovo": (C * (C - 1) // 2, (C - 1) * N),
        "softmax": (C, N),
    }[reduction]
    return ReductionCost(classifiers, n_points, classifiers, float(classifiers), classifiers)


def depths(tree: Tree) -> dict[int, int]:
    """Return the number of questions on the way to each class of a tree."""
    if isinstance(tree, int):
        return {tree: 0}
    return {k: 1 + n for half in tree for k, n in depths(half).items()}


def measured_cost(solution: MultiSolution, Z: ArrayLike) -> ReductionCost:
    """Return the counts that a solution made in training and makes in predicting.

    Parameters
    ----------
    solution : MultiSolution
        The solution.
    Z : array_like, shape (n, d)
        Points to decide on.

    Returns
    -------
    ReductionCost
        Training points made, and predictions a point.

    Notes
    -----
    004, "Comparisons": the same two counts, of training points created and of binary predictions
    made, taken from a solution instead of its formula.

    Examples
    --------
    >>> import kernel_core as kc
    >>> problem = kc.multiclass.ClassProblem([[0.0], [1.0], [2.0]], [0, 1, 2], kc.Hinge())
    >>> s = kc.multiclass.solve_classes(problem, kc.RBF(1.0), 0.1, "ova")
    >>> measured_cost(s, [[0.5]]).training_points
    9
    """
    decisions = solution.decide(Z)
    evaluated = np.count_nonzero(~np.isnan(decisions.values), axis=0)
    n_points, mean = solution.training_points, decisions.n_evaluations / len(evaluated)
    return ReductionCost(
        len(solution.alpha), n_points, int(evaluated.min()), mean, int(evaluated.max())
    )


def chain_training_points(N: int, C: int) -> float:
    """Count the training points of a chain for N points in C classes of one size.

    Parameters
    ----------
    N : int
        How many examples there are.
    C : int
        How many classes there are.

    Returns
    -------
    float
        N (C - 1)(C + 2)/(2C).

    Notes
    -----
    004, "Comparisons", has the balanced tree alone; the same count, Σ_k N_k depth(k), with N/C
    examples a class and the depths 1, 2, …, C - 1, C - 1, gives N (C - 1)(C + 2)/(2C).

    Examples
    --------
    >>> chain_training_points(8, 4)
    18.0
    """
    return N * (C - 1) * (C + 2) / (2 * C)


def balanced_training_points(N: int, C: int) -> tuple[int, int]:
    """Bound the number of training points of a balanced tree.

    Parameters
    ----------
    N : int
        How many examples there are.
    C : int
        How many classes there are.

    Returns
    -------
    tuple of two ints
        N ⌊log₂C⌋ and N ⌈log₂C⌉: every class is as deep as one of the two.

    Notes
    -----
    004, "Comparisons": its O((log₂C) N) for the tree, as two bounds. A tree makes Σ_k N_k depth(k)
    training points, and in a balanced one ⌊log₂C⌋ <= depth(k) <= ⌈log₂C⌉.

    Examples
    --------
    >>> balanced_training_points(10, 5)
    (20, 30)
    """
    return N * (C.bit_length() - 1), N * (C - 1).bit_length()
