"""Split a visitor's own points into training and test points, and select pairs of classes."""

import numpy as np

from lab.scene.own_points import Points

MIN_POINTS_TO_TEST = 10  # number of points below which there are no test points
TRAINING_SHARE = 2 / 3


def train_size(rows: int, classes: int, m: int) -> int:
    """Return the number of training points among `rows` points, if m are requested: at most two
    thirds of `rows` (all of them below MIN_POINTS_TO_TEST), but always at least `classes`."""
    max_rows = rows if rows < MIN_POINTS_TO_TEST else int(TRAINING_SHARE * rows)
    return max(classes, min(m, max_rows))


def split(y: np.ndarray, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of training points and, where there are enough points, of test points.

    The split is stratified by y (n,), with at least one training point of each class. The same y, m
    and seed give the same indices.
    """
    rng = np.random.default_rng(seed)
    rows = [rng.permutation(np.flatnonzero(y == k)) for k in np.unique(y)]
    counts = np.array([len(members) for members in rows])
    k = train_size(len(y), len(rows), m)
    sizes = shares(counts, k)
    train = rng.permutation(
        np.concatenate([members[:n] for members, n in zip(rows, sizes, strict=True)])
    )
    test = np.setdiff1d(np.arange(len(y)), train)
    return train, test if len(y) >= MIN_POINTS_TO_TEST else test[:0]


def shares(counts: np.ndarray, k: int) -> np.ndarray:
    """Divide k points among the classes, in proportion to the numbers `counts` (C,) of their
    points. Return the number of points of each class, at least 1."""
    exact = k * counts / counts.sum()
    sizes = np.maximum(exact.astype(int), 1)
    while sizes.sum() != k:
        lacks = np.where(
            (sizes < counts) if sizes.sum() < k else (sizes > 1), exact - sizes, np.nan
        )
        worst = np.nanargmax(lacks) if sizes.sum() < k else np.nanargmin(lacks)
        sizes[worst] += 1 if sizes.sum() < k else -1
    return sizes


def points_of_classes(
    points: Points, classes: str
) -> tuple[np.ndarray, np.ndarray, tuple[str, str]]:
    """Return X, y of ±1 and the names of a pair of classes such as "0,1" or "rest,1"."""
    is_included, y = select_pair(points.y, classes)
    return points.X[is_included], y[is_included], pair_names(points.classes, classes)


def select_pair(target: np.ndarray, classes: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a mask of the rows of a pair of classes "a,b", and ±1 for every row, +1 for class b.

    If a is "rest", it stands for all classes except b.
    """
    negative, positive = classes.split(",")
    is_positive = target == int(positive)
    is_negative = np.full(len(target), True) if negative == "rest" else target == int(negative)
    return is_negative | is_positive, np.where(is_positive, 1.0, -1.0)


def pair_names(names: tuple[str, ...], classes: str) -> tuple[str, str]:
    """Return the names of the negative and of the positive class of a pair."""
    negative, positive = classes.split(",")
    return ("the rest" if negative == "rest" else names[int(negative)], names[int(positive)])
