"""Own points are split so that each class keeps its share, up to rounding to whole points."""

from itertools import product

import numpy as np
import pytest

from lab.scene.samples.train_test_split import (
    MIN_POINTS_TO_TEST,
    pair_names,
    select_pair,
    shares,
    split,
)


@pytest.mark.parametrize("counts", [(12, 7), (1, 9), (10, 7, 3), (20, 1, 1), (4, 4, 4), (2, 9, 5)])
def test_no_other_sizes_are_nearer_to_the_shares(counts):
    counts = np.array(counts)
    for k in range(len(counts), counts.sum() + 1):
        exact = k * counts / counts.sum()
        candidates = product(*(range(1, n + 1) for n in counts))
        nearest = min(np.square(sizes - exact).sum() for sizes in candidates if sum(sizes) == k)
        sizes = shares(counts, k)
        assert sizes.sum() == k and (sizes >= 1).all() and (sizes <= counts).all()
        assert np.square(sizes - exact).sum() == pytest.approx(nearest)


def test_all_points_are_in_one_of_the_parts_and_the_seed_decides():
    y = np.repeat([0, 1, 2], [12, 6, 2])
    train, test = split(y, 10, seed=3)
    assert sorted([*train, *test]) == [*range(20)] and len(train) == 10
    assert np.bincount(y[train]).tolist() == [6, 3, 1]
    np.testing.assert_array_equal(split(y, 10, seed=3)[0], train)
    assert [*split(y, 10, seed=4)[0]] != [*train]


@pytest.mark.parametrize(("rows", "tested"), [(MIN_POINTS_TO_TEST - 1, 0), (MIN_POINTS_TO_TEST, 4)])
def test_with_few_points_none_are_held_out(rows, tested):
    y = np.arange(rows) % 2
    train, test = split(y, 1000, seed=0)
    assert (len(train), len(test)) == (rows - tested, tested)


def test_a_pair_of_classes_is_two_of_them_or_one_and_the_rest():
    target = np.array([0, 1, 2, 1])
    names = ("a", "b", "c")
    rows, y = select_pair(target, "0,1")
    assert rows.tolist() == [True, True, False, True] and y[rows].tolist() == [-1, 1, 1]
    rows, y = select_pair(target, "rest,2")
    assert rows.all() and y.tolist() == [-1, -1, 1, -1]
    assert [pair_names(names, pair) for pair in ("0,1", "rest,2")] == [
        ("a", "b"),
        ("the rest", "c"),
    ]
