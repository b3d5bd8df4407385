"""Load the data of a scene of many classes: from a known density, a table
or a visitor's own points.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from kernel_core.datasets import MULTICLASS_SOURCES, GaussianMixtureClasses
from lab.scene import class_point_edits, own_points
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk
from lab.scene.class_fields import SAMPLED_SOURCES
from lab.scene.fields import OWN
from lab.scene.learning_problem import Window, axes_of, enlarge_window, table_window
from lab.scene.samples import real_datasets
from lab.scene.samples.train_test_split import split as split_own

CELLS = 61  # number of cells per side of the plane, for the quadrature of expected errors


@dataclass(frozen=True, eq=False)
class ClassSample:
    """A sample of C classes.

    X (m, 2); y (m,) classes 0 ... C - 1; `origin`, `window`, `axes` as in
    `learning_problem.Sample`; `evaluator` measures the error on unseen data; `density` is the
    source's density, None for a table or a visitor's own points; `classes` are the classes' names.
    """

    X: np.ndarray
    y: np.ndarray
    origin: np.ndarray
    window: Window
    evaluator: ClassPopulationRisk | ClassHoldOutSet
    density: GaussianMixtureClasses | None
    axes: tuple[str, str]
    classes: tuple[str, ...]

    def grid(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Return n evenly spaced coordinates along each side of the window: gx (n,) and gy (n,)."""
        return axes_of(self.window, n)


def sample(
    data: str, points: str, classes: int, m: int, seed: int, noise: float, text: str = ""
) -> ClassSample:
    """Return the sample with the edits in `text`. Recent samples are cached."""
    unedited = load_sample(data, points, classes, m, seed, noise)
    return _edit_sample(unedited, text) if text else unedited


@lru_cache(maxsize=32)
def load_sample(
    data: str, points: str, classes: int, m: int, seed: int, noise: float
) -> ClassSample:
    """Return the sample without edits: random points, a visitor's points, or rows of a table."""
    if data in SAMPLED_SOURCES:
        return _draw_sample(data, classes, m, seed, noise)
    if data == OWN:
        return own_sample(points, classes, m, seed)
    return _sample_of_table(data, classes, m, seed)


def _draw_sample(data: str, C: int, m: int, seed: int, noise: float) -> ClassSample:
    density = MULTICLASS_SOURCES[data](C, noise)
    X, y = density.sample(m, seed)
    names = tuple(f"class {k + 1}" for k in range(C))
    return ClassSample(
        X, y, _numbers(y), density.window, _population(density), density, ("x₁", "x₂"), names
    )


@lru_cache(maxsize=32)
def _population(density: GaussianMixtureClasses) -> ClassPopulationRisk:
    return ClassPopulationRisk(density, CELLS)


def _sample_of_table(data: str, C: int, m: int, seed: int) -> ClassSample:
    plane = real_datasets.project_classes(data, C)
    train, test = split(plane.y, m, seed)
    X, y = plane.X[train], plane.y[train]
    evaluator = ClassHoldOutSet(plane.X[test], plane.y[test])
    window = table_window(plane.X)
    return ClassSample(X, y, _numbers(y), window, evaluator, None, plane.axes, plane.classes)


def own_sample(points: str, C: int, m: int, seed: int) -> ClassSample:
    table = own_points.unpack(points)
    is_included = table.y < C
    places, labels = table.X[is_included], table.y[is_included]
    train, test = split_own(labels, m, seed)
    evaluator = ClassHoldOutSet(places[test], labels[test]) if len(test) else NoClassHoldOut()
    X, y, window = places[train], labels[train], table_window(places)
    return ClassSample(X, y, _numbers(y), window, evaluator, None, table.axes, table.classes[:C])


class NoClassHoldOut(ClassHoldOutSet):
    """An evaluator for data without held-out points: the test error is NaN."""

    def __init__(self) -> None:
        super().__init__(np.zeros((0, 2)), np.zeros(0, dtype=int))

    def error(self, *_: Any) -> float:
        return np.nan


@lru_cache(maxsize=32)
def _edit_sample(sample: ClassSample, text: str) -> ClassSample:
    changes = class_point_edits.read(text)
    X, y, origin = changes.apply(sample.X, sample.y)
    places = [*changes.moved.values(), *(place for _, place in changes.added)]
    return replace(sample, X=X, y=y, origin=origin, window=enlarge_window(sample.window, places))


def split(y: np.ndarray, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return row numbers for training (at most m, and at most two thirds of the rows) and for
    testing (the rest).

    The split is stratified, with at least one row of each class in each part. The same labels, m
    and seed give the same rows.
    """
    rng = np.random.default_rng(seed)
    rows = [rng.permutation(np.flatnonzero(y == k)) for k in np.unique(y)]
    sizes = _shares(np.array([len(members) for members in rows]), m)
    train = rng.permutation(
        np.concatenate([members[:n] for members, n in zip(rows, sizes, strict=True)])
    )
    return train, np.setdiff1d(np.arange(len(y)), train)


def _shares(rows: np.ndarray, m: int) -> np.ndarray:
    """Return the number of training rows of each class, if class k has `rows[k]` rows."""
    max_rows = int(real_datasets.LARGEST_TRAINING_SHARE * rows.sum())
    exact = min(m, max_rows) * rows / rows.sum()
    sizes = np.maximum(exact.astype(int), 1)
    while sizes.sum() < min(m, max_rows):  # add a row of the class farthest below its share
        sizes[(exact - sizes).argmax()] += 1
    return np.minimum(sizes, rows - 1)


def _numbers(y: np.ndarray) -> np.ndarray:
    return np.arange(len(y), dtype=np.int32)
