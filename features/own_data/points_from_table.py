"""Compute points in the plane from a table and a visitor's choices."""

import math
from dataclasses import dataclass

import numpy as np

from features.own_data.table.column_types import (
    RARE_LABEL,
    Column,
    InferredTable,
    UnsuitableTable,
    classes_of,
    component_columns,
)
from lab.scene.fields import count
from lab.scene.own_points import COLUMNS, COMPONENTS, MAX_POINTS, STANDARDISED, Points, plain_name
from lab.scene.point_edits import REACH
from lab.scene.samples.pca import project_on_components, standardise
from lab.scene.samples.train_test_split import shares

_MAX_RANGE_RATIO = 20  # largest ratio of the axes' ranges; beyond it a picture looks flat
_MIN_RANGE_RATIO = 1e-3  # the smallest stated ratio of the smaller range to the larger


@dataclass(frozen=True)
class ProjectionOptions:
    """A visitor's choices: the column of labels, the two columns of features or None for principal
    components, whether to standardise them, and the seed of a sample."""

    label: int
    features: tuple[int, int] | None
    standardise: bool = True
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Projection:
    """Points, sentences on how they were computed, an initial bandwidth (None for the page's own),
    and whether the points are a sample of the rows."""

    points: Points
    notes: tuple[str, ...]
    tau: float | None
    is_sample: bool


def project(inference: InferredTable, options: ProjectionOptions) -> Projection:
    """Compute the points for a visitor's choices.

    Raises UnsuitableTable with a sentence that says what to try instead.
    """
    try:
        y, names, notes = classes_of(inference.columns[options.label])
    except UnsuitableTable as error:
        raise UnsuitableTable(f"{inference.table.part} {error}".strip()) from None
    columns = _chosen_columns(inference, options)
    values = np.column_stack([column.values for column in columns])
    is_complete = np.isfinite(values).all(axis=1) & (y >= 0)
    values, label_codes, y = values[is_complete], y, y[is_complete]
    if left_out_count := int((~is_complete & (label_codes != RARE_LABEL)).sum()):
        notes.append(f"Left out: {count(left_out_count, 'row')} without a value or a label.")
    if options.features is None:
        notes.append(f"The principal components are computed from {count(len(columns), 'column')}.")
    y, names = _renumber_classes(y, names)
    X, method = _coordinates(values, options)
    notes += _warnings(X, columns, options)
    power = _power(X, options)
    X = X / 10.0**power
    if is_sample := len(y) > MAX_POINTS:
        rows = _sample_rows(y, len(names), options.seed)
        notes.append(
            f"A link holds at most {MAX_POINTS:,} points, so {MAX_POINTS:,} of "
            f"{len(y):,} rows were chosen at random, with seed {options.seed}; the proportions of "
            f"the classes stay about the same."
        )
        X, y = X[rows], y[rows]
    x_name, y_name = ("", "") if options.features is None else (plain_name(c.name) for c in columns)
    points = Points(X, y, tuple(names), (x_name, y_name), method, power)
    tau = _bandwidth(X) if method == COLUMNS or power else None
    return Projection(points, tuple(notes), tau, is_sample)


def _chosen_columns(inference: InferredTable, options: ProjectionOptions) -> list[Column]:
    if options.features is None:
        columns = component_columns(inference, options.label)
        if len(columns) < 2:
            raise UnsuitableTable(
                "Principal components need at least two columns of numbers that vary and are at "
                "least 90\N{NO-BREAK SPACE}% filled, besides the label and row numbers, but there "
                f"{'is only one' if columns else 'are none'}. Choose “Two columns”: the row number "
                "can be one of them."
            )
        return columns
    columns = [inference.column(index) for index in options.features]
    for column in columns:
        if not np.isfinite(column.values).any():
            raise UnsuitableTable(
                f"“{column.name}” holds no numbers. Choose another column for the axis."
            )
    return columns


def _renumber_classes(y: np.ndarray, names: list[str]) -> tuple[np.ndarray, list[str]]:
    """Renumber the classes that still have rows. Return the class of each row, and the names.

    Raises UnsuitableTable if fewer than two classes are left.
    """
    present_classes = np.unique(y)
    if len(present_classes) < 2:
        subject = (
            f"only the class “{names[present_classes[0]]}” is"
            if len(present_classes)
            else "no rows are"
        )
        raise UnsuitableTable(
            f"Without the rows that lack a value, {subject} left. Choose other columns for the "
            f"axes, or another label column."
        )
    new_numbers = np.full(len(names), -1)
    new_numbers[present_classes] = np.arange(len(present_classes))
    return new_numbers[y], [names[k] for k in present_classes]


def _coordinates(values: np.ndarray, options: ProjectionOptions) -> tuple[np.ndarray, int]:
    """Return coordinates (n, 2), and whether they are COLUMNS, STANDARDISED or COMPONENTS."""
    if options.features is not None and not options.standardise:
        return values, COLUMNS
    # Shift and scale before standardising. This keeps precision for tiny and huge units, and for
    # numbers of 15 digits that differ only in the last one.
    shifted_columns = values - values.min(axis=0)
    ranges = shifted_columns.max(axis=0)
    ranges[ranges == 0] = 1.0
    Z = (
        standardise(shifted_columns / ranges)
        if options.standardise
        else values - values.mean(axis=0)
    )
    return (project_on_components(Z), COMPONENTS) if options.features is None else (Z, STANDARDISED)


def _power(X: np.ndarray, options: ProjectionOptions) -> int:
    """Return k such that coordinates are divided by 10^k; 0 if they need no scaling."""
    largest = np.abs(X).max()
    if largest == 0 or (options.standardise and largest <= REACH) or 1 <= largest <= 10:
        return 0
    return int(np.clip(math.floor(math.log10(largest)), -99, 99))


def _bandwidth(X: np.ndarray) -> float:
    """Return an initial τ: half the root-mean-square deviation per axis, in the slider's range."""
    spread = float(np.sqrt(X.var(axis=0).mean()))
    return float(f"{min(max(spread / 2, 0.05), 6.4):.2g}")


def _warnings(X: np.ndarray, columns: list[Column], options: ProjectionOptions) -> list[str]:
    """Return at most one sentence: why the picture would be unclear, and how to improve it."""
    low, high = np.ptp(X, axis=0).min(), np.ptp(X, axis=0).max()
    if high == 0:
        return [
            "All points are equal: each column is constant in these rows. Choose other columns."
        ]
    if options.features is not None and low == 0:
        name = columns[int(np.ptp(X, axis=0).argmin())].name
        return [
            f"“{name}” is constant in these rows, so all points lie on one line. Choose another "
            "column."
        ]
    if not options.standardise and low < high / _MAX_RANGE_RATIO:
        ratio = high / max(low, _MIN_RANGE_RATIO * high)
        at_least = "at least " if low < _MIN_RANGE_RATIO * high else ""
        return [
            f"One axis has {at_least}{ratio:,.0f} times the range of the other, and both share "
            f"one scale, so the picture is flat. Standardise the columns to see both."
        ]
    if not options.standardise and high < np.abs(X).max() / _MAX_RANGE_RATIO:
        return [
            "The points lie close together, far from 0. Standardise the columns to spread them out."
        ]
    return []


def _sample_rows(y: np.ndarray, C: int, seed: int) -> np.ndarray:
    """Choose MAX_POINTS rows at random, at least one of each class and otherwise in proportion to
    the classes. Return their sorted indices."""
    rng = np.random.default_rng(seed)
    rows = [rng.permutation(np.flatnonzero(y == k)) for k in range(C)]
    sizes = shares(np.array([len(class_rows) for class_rows in rows]), MAX_POINTS)
    return np.sort(
        np.concatenate([class_rows[:n] for class_rows, n in zip(rows, sizes, strict=True)])
    )
