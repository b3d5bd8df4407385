"""The cost of each reduction, by formula and counted from solutions (note 004).

The cost has two counts: the training points that are created, and the binary predictions for one
new point. With N points in C classes, N_k of them in class k, and depth_k questions on the path to
class k:

    one-versus-all    C N                        C
    one-versus-one    (C - 1) N                  C (C - 1)/2
    tree              Σ_k N_k depth_k            depth_k for a point that ends in class k
    softmax           N                          C scores

The sum is about N log₂C for a balanced tree. A chain, which splits off one class at a time,
has N (C - 1)(C + 2)/(2C) training points for classes of equal size: the notes' O(log₂C · N) does
not hold for it.
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
        The number of trained classifiers; for softmax the number of scores.
    training_points : int
        The total number of training points of all classifiers.
    min, max : int
        The smallest and the largest number of predictions for a point.
    mean : float
        The mean number of predictions for a point.

    Notes
    -----
    Note 004, "Comparisons": training time is measured by the number of training points created,
    prediction time by the number of binary predictions.

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
        The reduction.
    sizes : sequence of int
        N_k, the number of examples of each of the C classes.
    tree : Tree, optional
        The tree, required for "tree". Its mean number of predictions is the mean over the examples.

    Returns
    -------
    ReductionCost
        The numbers of training points and of predictions for a new point.

    Raises
    ------
    ValueError
        If the reduction is unknown, or "tree" is given without a tree.

    Notes
    -----
    Note 004, "Comparisons": one-versus-all CN training points and C predictions, one-versus-one
    (C - 1)N and C(C - 1)/2, in the note O(C²). A tree has Σ_k N_k depth(k) training points and
    depth(k) predictions, O((log₂C)N) and O(log₂C) in the note. Softmax, which is not in the note's
    table, trains on N points and computes C scores.

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
    """Return the number of questions on the path to each class of a tree."""
    if isinstance(tree, int):
        return {tree: 0}
    return {k: 1 + n for half in tree for k, n in depths(half).items()}


def measured_cost(solution: MultiSolution, Z: ArrayLike) -> ReductionCost:
    """Count the training points of a solution, and its binary predictions at the points Z.

    Parameters
    ----------
    solution : MultiSolution
        The solution.
    Z : array_like, shape (n, d)
        The points to predict.

    Returns
    -------
    ReductionCost
        The numbers of training points and of predictions for a point.

    Notes
    -----
    Note 004, "Comparisons": the same two counts, of training points created and of binary
    predictions, taken from a solution instead of the formula.

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
