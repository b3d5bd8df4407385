"""The binary tasks that a reduction solves instead of "which class?". 004.

Classes are positions 0 ... C - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .class_trees import Tree, leaves, nodes


@dataclass(frozen=True)
class BinaryTask:
    """ "One of the `positive` classes (+1), or one of the `negative` (-1)?"

    Attributes
    ----------
    positive, negative : tuple of int
        Classes, as positions.

    Notes
    -----
    004, "Reduce multiclass to binary": the relabelled examples: +1 for class k, -1 for the others;
    +1 for k and -1 for k' with all other examples discarded; or +1 for one half of the classes and
    -1 for the other half.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> kc.multiclass.BinaryTask((0,), (2,)).to_signs(np.array([0, 1, 2])).tolist()
    [1, 0, -1]
    """

    positive: tuple[int, ...]
    negative: tuple[int, ...]

    def to_signs(self, k: np.ndarray) -> np.ndarray:
        """The training set of this task, for points of classes k (m,).

        +1, -1, or 0 for a point that is discarded; shape (m,), int8.
        """
        signs = np.zeros(1 + max(k.max(), *self.positive, *self.negative), dtype=np.int8)
        signs[list(self.positive)], signs[list(self.negative)] = 1, -1
        return signs[k]


def one_vs_rest_tasks(C: int) -> tuple[BinaryTask, ...]:
    """One-versus-all: for each class k, "is it class k or not?"

    Parameters
    ----------
    C : int
        How many classes there are.

    Returns
    -------
    tuple of BinaryTask
        C tasks.

    Notes
    -----
    004, "Reduce multiclass to binary", one-versus-all: a classifier h_k for each class, to learn
    "is class k or not?".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.one_vs_rest_tasks(3)[1].negative
    (0, 2)
    """
    return tuple(BinaryTask((k,), (*range(k), *range(k + 1, C))) for k in range(C))


def one_vs_one_tasks(C: int) -> tuple[BinaryTask, ...]:
    """One-versus-one: for each pair, "is it k or l?"

    Parameters
    ----------
    C : int
        How many classes there are.

    Returns
    -------
    tuple of BinaryTask
        C(C - 1)/2 tasks.

    Notes
    -----
    004, "Reduce multiclass to binary", one-versus-one: a classifier h_(k,k') for each of the
    C(C - 1)/2 pairs, to learn "is class k or k'?".

    Examples
    --------
    >>> import kernel_core as kc
    >>> len(kc.multiclass.one_vs_one_tasks(4))
    6
    """
    return tuple(BinaryTask((k,), (other,)) for k, other in combinations(range(C), 2))


def tree_tasks(tree: Tree) -> tuple[BinaryTask, ...]:
    """The tree: at each node, "which half?"

    Parameters
    ----------
    tree : Tree
        A class (a position), or a pair of trees.

    Returns
    -------
    tuple of BinaryTask
        C - 1 tasks, in the order of `nodes`.

    Notes
    -----
    004, "Reduce multiclass to binary", tree-based reduction: "belongs to which half?", +1 for the
    left half, -1 for the right one.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.tree_tasks(((0, 1), 2))[0].positive
    (0, 1)
    """
    return tuple(BinaryTask(leaves(left), leaves(right)) for left, right in nodes(tree))
