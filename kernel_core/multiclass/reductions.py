"""The binary tasks into which a reduction splits a multiclass problem, and trees of classes (note
004).

Classes are positions 0, ..., C - 1; a tree is a class or a pair of trees, such as ((0, 1), (2, 3)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from ..kernels.base import Kernel
from ..kernels.basic import Linear
from ..validation import check_classes

Tree = int | tuple["Tree", "Tree"]


@dataclass(frozen=True)
class BinaryTask:
    """A binary task: separate the `positive` classes (+1) from the `negative` classes (-1).

    Attributes
    ----------
    positive, negative : tuple of int
        The positions of the classes.

    Notes
    -----
    Note 004, "Reduce multiclass to binary": +1 for class k, -1 for the others; or +1 for k and -1
    for k' with all other examples discarded; or +1 for one half of the classes and -1 for the other
    half.

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
        """Convert classes k (m,) to +1, -1, or 0 for a discarded point; (m,), int8."""
        signs = np.zeros(1 + max(k.max(), *self.positive, *self.negative), dtype=np.int8)
        signs[list(self.positive)], signs[list(self.negative)] = 1, -1
        return signs[k]


def one_vs_rest_tasks(C: int) -> tuple[BinaryTask, ...]:
    """Return the tasks of one-versus-all: for each class k, "is it class k or not?" """
    return tuple(BinaryTask((k,), (*range(k), *range(k + 1, C))) for k in range(C))


def one_vs_one_tasks(C: int) -> tuple[BinaryTask, ...]:
    """Return the tasks of one-versus-one: for each of the C(C - 1)/2 pairs, "is it k or l?" """
    return tuple(BinaryTask((k,), (other,)) for k, other in combinations(range(C), 2))


def tree_tasks(tree: Tree) -> tuple[BinaryTask, ...]:
    """Return the tasks of the tree, one for each of the C - 1 inner nodes, in the order of `nodes`:
    is the class in the left subtree or in the right one?
    """
    return tuple(BinaryTask(leaves(left), leaves(right)) for left, right in nodes(tree))


def leaves(tree: Tree) -> tuple[int, ...]:
    """Return the classes of a tree, from left to right."""
    return (tree,) if isinstance(tree, int) else leaves(tree[0]) + leaves(tree[1])


def nodes(tree: Tree) -> Iterator[tuple[Tree, Tree]]:
    """Yield the inner nodes of a tree, which are pairs of trees, in preorder."""
    if not isinstance(tree, int):
        yield tree
        yield from nodes(tree[0])
        yield from nodes(tree[1])


def check_tree(tree: Tree, C: int) -> Tree:
    """Check that a tree has each of the C classes once, and return it.

    Parameters
    ----------
    tree : Tree
        A class (a position), or a pair of trees.
    C : int
        The number of classes.

    Returns
    -------
    Tree

    Raises
    ------
    ValueError
        If `tree` is not a tree, or does not have each class once.

    Notes
    -----
    Note 004, "Reduce multiclass to binary", tree-based reduction: a leaf is a class.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.check_tree(((0, 2), 1), 3)
    ((0, 2), 1)
    """
    message = f"The tree must hold each of the {C} classes once: "
    if not _is_tree(tree, C - 1):
        raise ValueError(
            "A tree is a class, or a pair of trees such as ((0, 1), (2, 3)); a tree of "
            f"{C} classes has at most {C - 1} levels of pairs."
        )
    occupied = leaves(tree)
    for k in occupied:
        if not 0 <= k < C:
            raise ValueError(message + f"there is no class {k}; the classes are 0 to {C - 1}.")
        if occupied.count(k) > 1:
            raise ValueError(message + f"class {k} occurs in it {occupied.count(k)} times.")
    for k in range(C):
        if k not in occupied:
            raise ValueError(message + f"class {k} is missing.")
    return tree


def _is_tree(tree: object, deepest: int) -> bool:
    if not isinstance(tree, tuple):
        return isinstance(tree, int) and not isinstance(tree, bool)
    pair = len(tree) == 2 and deepest > 0
    return pair and all(_is_tree(half, deepest - 1) for half in tree)


def balanced_tree(order: Sequence[int]) -> Tree:
    """Return the tree that halves the classes recursively, in order: about log₂ C questions on each
    path.

    Parameters
    ----------
    order : sequence of int
        The positions of the classes, at least one.

    Returns
    -------
    Tree

    Notes
    -----
    Note 004, "Reduce multiclass to binary", tree-based reduction: each classifier learns "belongs
    to which half?". Every leaf has the depth ⌊log₂C⌋ or ⌈log₂C⌉.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.balanced_tree(range(4))
    ((0, 1), (2, 3))
    """
    order = _in_order(order)
    middle = (len(order) + 1) // 2
    if middle == len(order):
        return order[0]
    return balanced_tree(order[:middle]), balanced_tree(order[middle:])


def chain_tree(order: Sequence[int]) -> Tree:
    """Return the tree that splits off one class after another: the deepest tree, with up to C - 1
    questions on a path.

    Parameters
    ----------
    order : sequence of int
        The positions of the classes, at least one.

    Returns
    -------
    Tree

    Notes
    -----
    Note 004, "Reduce multiclass to binary", tree-based reduction, with one class in one of the two
    "halves" at every node: the O(log₂C) of "Comparisons" holds for a balanced tree.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.chain_tree(range(4))
    (0, (1, (2, 3)))
    """
    *first, last = _in_order(order)
    tree: Tree = last
    for k in reversed(first):
        tree = (k, tree)
    return tree


def similarity_tree(X: ArrayLike, y: ArrayLike, kernel: Kernel | None = None) -> Tree:
    """Build a tree from its leaves, joining the most similar classes first; so its root separates
    dissimilar groups.

    Parameters
    ----------
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their classes: whole numbers or strings.
    kernel : Kernel, optional
        K(x, z) = φ(x)ᵀφ(z); by default φ(x) = x.

    Returns
    -------
    Tree
        A tree of positions among the classes of y, sorted.

    Notes
    -----
    Note 004, "Reduce multiclass to binary", does not specify which classes form a half. Classes are
    similar if the means of their φ(x) are near; a joined group has the mean of its classes' means.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.multiclass.similarity_tree([[0.0], [9.0], [1.0]], [0, 1, 2])
    ((0, 2), 1)
    """
    X, k, names = check_classes(X, y)
    share = np.eye(len(names))[k] / np.bincount(k)  # column k averages over class k
    G = share.T @ (Linear() if kernel is None else kernel)(X, X) @ share
    trees: list[Tree] = list(range(len(names)))
    means = np.eye(len(names))  # row t: the weights of the classes' means in the mean of tree t
    while len(trees) > 1:
        M = means @ G @ means.T
        distance = M.diagonal()[:, None] + M.diagonal() - 2 * M
        distance[np.tril_indices(len(trees))] = np.inf
        i, j = np.unravel_index(distance.argmin(), distance.shape)
        n, o = len(leaves(trees[i])), len(leaves(trees[j]))
        means[i] = (n * means[i] + o * means[j]) / (n + o)
        trees[i] = (trees[i], trees[j])
        means = np.delete(means, j, axis=0)
        del trees[j]
    return trees[0]


def _in_order(order: Sequence[int]) -> list[int]:
    order = [int(k) for k in order]
    if not order:
        raise ValueError("A tree needs at least one class.")
    return order
