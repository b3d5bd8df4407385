"""The cost of the reductions, counted while the code runs, compared with the formulas of note
004."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.datasets import class_mixtures
from kernel_core.multiclass import balanced_tree, chain_tree
from pages.multiclass.mathematics.complexity import (
    depths,
    measured_cost,
    theoretical_cost,
)
from tests.classes import fit_classes, fit_softmax

POINTS_PER_CLASS = 3


def solutions(C, names=("ova", "ovo", "tree", "chain", "softmax")):
    """Return the points of C classes, POINTS_PER_CLASS each, with a solution by each reduction."""
    X, y = class_mixtures.blobs(C).sample(POINTS_PER_CLASS * C, 0)
    options = {"kernel": kc.RBF(0.5), "loss": kc.Squared(), "lam": 0.1}
    fit = {
        "ova": lambda: fit_classes("ova", X, y, **options),
        "ovo": lambda: fit_classes("ovo", X, y, **options),
        "tree": lambda: fit_classes("tree", X, y, **options),
        "chain": lambda: fit_classes("tree", X, y, shape=chain_tree(range(C)), **options),
        "softmax": lambda: fit_softmax(X, y, kc.RBF(0.5), 0.1),
    }
    return X, y, {name: fit[name]() for name in names}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("C", [2, 3, 4, 5, 7, 8, 10, 16, 23, 32, 64])
def test_the_counts_are_the_formulas(C):
    X, y, by_method = solutions(C, ("ova", "ovo", "tree", "chain") if C > 16 else (
        "ova", "ovo", "tree", "chain", "softmax"))  # fmt: skip
    N = POINTS_PER_CLASS * C
    for s in by_method.values():
        cost = measured_cost(s, X)
        notes = theoretical_cost(s.reduction, np.bincount(y), s.tree)
        assert cost.classifiers == notes.classifiers == len(s.alpha)
        assert cost.training_points == notes.training_points
        assert notes.min <= cost.min <= cost.mean <= cost.max <= notes.max
        if s.reduction != "tree":
            assert cost == notes
    ova, ovo, halves, one_by_one = (
        measured_cost(by_method[name], X) for name in list(by_method)[:4]
    )
    assert (ova.training_points, ova.max) == (C * N, C)
    assert (ovo.training_points, ovo.max) == ((C - 1) * N, C * (C - 1) // 2)
    lower, upper = N * (C.bit_length() - 1), N * (C - 1).bit_length()
    assert lower <= halves.training_points <= upper
    assert upper - lower in (0, N) and (upper == lower) == (C & (C - 1) == 0)
    assert one_by_one.training_points == N * (C - 1) * (C + 2) / (2 * C)
    # The number of classifiers evaluated for a point is the depth of its class's leaf.
    for name, shape in (("tree", balanced_tree(range(C))), ("chain", chain_tree(range(C)))):
        d, ways = by_method[name].decide(X), depths(shape)
        assert d.n_evaluations == sum(ways[k] for k in d.choice)


def test_training_points_are_counted_from_the_training_sets_themselves():
    _, _, by_method = solutions(6)
    for name in ("ova", "ovo", "tree", "chain"):
        s = by_method[name]
        training_points = sum(np.count_nonzero(s.binary_labels(b)) for b in range(len(s.tasks)))
        assert (
            s.training_points
            == training_points
            == sum(len(s.binary(b).y) for b in range(len(s.alpha)))
        )


def test_classes_of_unequal_size():
    sizes, shape = [50, 30, 15, 5], ((0, 1), (2, 3))
    y = np.repeat(range(4), sizes)
    X = class_mixtures.blobs(4).sample(400, 0)[0][: len(y)]
    options = {"kernel": kc.RBF(0.5), "loss": kc.Squared(), "lam": 0.1}
    for s in (
        fit_classes("ova", X, y, **options),
        fit_classes("ovo", X, y, **options),
        fit_classes("tree", X, y, shape=shape, **options),
        fit_classes("tree", X, y, shape=chain_tree([0, 1, 2, 3]), **options),
        fit_classes("tree", X, y, shape=chain_tree([3, 2, 1, 0]), **options),
    ):
        notes = theoretical_cost(s.reduction, sizes, s.tree)
        assert s.training_points == notes.training_points
    # It is smallest if the deepest leaves have the smallest classes: 50·1 + 30·2 + 15·3 + 5·3.
    assert theoretical_cost("tree", sizes, chain_tree([0, 1, 2, 3])).training_points == 170
    assert theoretical_cost("tree", sizes, chain_tree([3, 2, 1, 0])).training_points == 275
    assert theoretical_cost("ovo", sizes).training_points == 300


def test_an_unknown_reduction_is_refused():
    with pytest.raises(ValueError, match="ova, ovo, tree, softmax; it was 'forest'"):
        theoretical_cost("forest", [3, 3])
