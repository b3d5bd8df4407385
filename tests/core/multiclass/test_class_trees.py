"""Trees of classes: their shapes, and the trees built from similarity."""

import numpy as np
import pytest
from hypothesis import given

import kernel_core as kc
from kernel_core.datasets import class_mixtures
from kernel_core.multiclass import balanced_tree, chain_tree, check_tree, similarity_tree
from kernel_core.multiclass.reductions import leaves, nodes
from tests.core.multiclass.trees import trees


def depths(tree):
    """Return for each class the number of binary decisions that lead to it."""
    if isinstance(tree, int):
        return {tree: 0}
    return {k: 1 + n for half in tree for k, n in depths(half).items()}


@given(trees())
def test_invariants_of_every_tree(tree):
    C = len(leaves(tree))
    assert check_tree(tree, C) == tree
    assert sorted(leaves(tree)) == list(range(C)) == sorted(depths(tree))
    assert len(list(nodes(tree))) == C - 1
    assert sum(2.0**-d for d in depths(tree).values()) == 1.0


@pytest.mark.parametrize("C", range(2, 65))
def test_balanced_trees_are_shallow_and_chains_are_deep(C):
    shallow = {C.bit_length() - 1, (C - 1).bit_length()}
    assert set(depths(balanced_tree(range(C))).values()) <= shallow
    assert sorted(depths(chain_tree(range(C))).values()) == [*range(1, C), C - 1]
    assert leaves(balanced_tree(range(C))) == leaves(chain_tree(range(C))) == tuple(range(C))


def test_shapes_by_name():
    assert balanced_tree([3, 1, 0, 2]) == ((3, 1), (0, 2))
    assert chain_tree([3, 1, 0, 2]) == (3, (1, (0, 2)))
    assert balanced_tree(np.arange(3)) == ((0, 1), 2)


def test_similarity_joins_neighbours_first():
    X, y = class_mixtures.collinear_blobs(8).sample(160, 0)
    tree = similarity_tree(X, y)
    for left, right in nodes(tree):
        classes = sorted(leaves((left, right)))
        # Every subtree has consecutive classes.
        assert classes == list(range(classes[0], classes[-1] + 1))


def test_similarity_uses_the_kernel():
    rng = np.random.default_rng(0)
    near, far = rng.normal(size=(2, 40, 2)) * 0.1, 3 * rng.choice([-1, 1], size=(2, 40, 2))
    X, y = np.concatenate([near[0], far[0], near[1], far[1]]), np.repeat(range(4), 40)
    shuffled = similarity_tree(X, y, kc.RBF(0.5))
    assert {frozenset(leaves(half)) for half in shuffled} == {frozenset({0, 2}), frozenset({1, 3})}


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ((0, (1, 1)), "class 1 occurs in it 2 times"),
        ((0, (1, 7)), "no class 7; the classes are 0 to 2"),
        ((0, 1), "class 2 is missing"),
        (0, "class 1 is missing"),
    ],
)
def test_a_tree_of_other_classes(tree, message):
    with pytest.raises(ValueError, match=message):
        check_tree(tree, 3)


@pytest.mark.parametrize(
    "tree", [(0, 1, 2), [0, (1, 2)], ((0,), (1, 2)), (True, (1, 2)), (((0, 1), 2), 3, 4), "012"]
)
def test_invalid_trees_are_refused(tree):
    with pytest.raises(ValueError, match="tree"):
        check_tree(tree, 3)


def test_a_recursive_tree_is_refused():
    tree = 0
    for k in range(1, 5000):
        tree = (tree, k)
    with pytest.raises(ValueError, match="tree"):
        check_tree(tree, 64)


def test_a_tree_needs_a_class():
    for grow in (balanced_tree, chain_tree):
        with pytest.raises(ValueError, match="at least one class"):
            grow([])
