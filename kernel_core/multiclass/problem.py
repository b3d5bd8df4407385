"""A multiclass learning problem; kernel, lam and reduction are not part of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base_loss import Loss
from ..validation import check_choice, check_classes, check_loss, check_options
from .reductions import (
    BinaryTask,
    Tree,
    balanced_tree,
    check_tree,
    one_vs_one_tasks,
    one_vs_rest_tasks,
    tree_tasks,
)
from .solution import REDUCTIONS


@dataclass(frozen=True, eq=False)
class ClassProblem:
    """Checked points of many classes with a loss: a learning problem without kernel and lam.

    Parameters
    ----------
    X, risk, intercept
        As in `Problem`.
    y : array_like, shape (m,)
        The classes of the points: whole numbers or strings.
    loss : Loss
        The loss of each binary classifier, for labels -1 and +1; softmax has its own loss and uses
        only the weights of this one, if it has any.
    classes : sequence, optional
        The classes in order; by default those of y, sorted.
    tree : Tree, optional
        A tree of positions among the classes; balanced by default.

    Attributes
    ----------
    k : ndarray of int, shape (m,)
        Each point's class as a position among `classes`.
    classes : ndarray, shape (C,)
        The classes in order.
    tree : Tree
        The tree given, or the balanced one.

    Notes
    -----
    Note 004, "Multiclass Classification".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.ClassProblem([[0.0], [1.0]], ["b", "a"], kc.Hinge()).k.tolist()
    [1, 0]
    """

    X: np.ndarray
    k: np.ndarray
    classes: np.ndarray
    loss: Loss
    risk: str
    intercept: bool
    tree: Tree

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        loss: Loss,
        risk: str = "mean",
        intercept: bool = False,
        classes: Sequence[Hashable] | None = None,
        tree: Tree | None = None,
    ) -> None:
        X, k, names = check_classes(X, y, classes)
        check_options(risk, intercept=intercept)
        check_loss(loss).check_labels(np.where(k > 0, 1.0, -1.0))
        C = len(names)
        tree = balanced_tree(range(C)) if tree is None else check_tree(tree, C)
        values = (X, k, names, loss, risk, intercept, tree)
        for name, value in zip(self.__match_args__, values, strict=True):
            object.__setattr__(self, name, value)

    def tasks(self, name: str) -> tuple[BinaryTask, ...]:
        """Return the binary tasks of a reduction; none for softmax."""
        check_choice(name, "reduction", REDUCTIONS)
        C = len(self.classes)
        return {
            "ova": one_vs_rest_tasks(C),
            "ovo": one_vs_one_tasks(C),
            "tree": tree_tasks(self.tree),
            "softmax": (),
        }[name]
