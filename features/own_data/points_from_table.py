"""From an understood table and a visitor's choices to points of the plane."""

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
from lab.scene.own_points import COMPONENTS, GIVEN, MAX_POINTS, STANDARDISED, Points, plain_name
from lab.scene.point_edits import REACH
from lab.scene.samples.pca import principal, standardise
from lab.scene.samples.train_test_split import shares

_FLAT = 20  # ranges that differ by more make a flat picture
_TINY = 1e-3  # of the larger range: what is below is no range


@dataclass(frozen=True)
class ProjectionOptions:
    """What to show: the label's column, two columns or None for principal components, whether
    standardised, and the seed of a sample.
    """

    label: int
    features: tuple[int, int] | None
    standardise: bool = True
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Projection:
    """Points to show, sentences on what was done, a bandwidth to begin with, and whether the points
    are a sample of more rows.
    """

    points: Points
    notes: tuple[str, ...]
    tau: float | None
    sampled: bool


def make(understood: InferredTable, wish: ProjectionOptions) -> Projection:
    """The points that a visitor asks for. Raises UnsuitableTable: a sentence that says what else to
    try."""
    try:
        y, names, notes = classes_of(understood.columns[wish.label])
    except UnsuitableTable as error:
        raise UnsuitableTable(f"{understood.table.part} {error}".strip()) from None
    chosen = _chosen(understood, wish)
    raw = np.column_stack([column.values for column in chosen])
    whole = np.isfinite(raw).all(axis=1) & (y >= 0)
    raw, told, y = raw[whole], y, y[whole]
    if left := int((~whole & (told != RARE_LABEL)).sum()):
        notes.append(f"{count(left, 'row')} without a value or a label left out.")
    if wish.features is None:
        notes.append(f"The components are made of {count(len(chosen), 'column')}.")
    y, names = _present(y, names)
    X, how = _in_the_plane(raw, wish)
    notes += _warnings(X, chosen, wish)
    power = _power(X, wish)
    X = X / 10.0**power
    if sampled := len(y) > MAX_POINTS:
        rows = _seeded(y, len(names), wish.seed)
        notes.append(
            f"A link has room for {MAX_POINTS:,} points, so these are {MAX_POINTS:,} of "
            f"{len(y):,} rows, drawn with seed {wish.seed}; each class keeps its share."
        )
        X, y = X[rows], y[rows]
    across, up = ("", "") if wish.features is None else (plain_name(c.name) for c in chosen)
    points = Points(X, y, tuple(names), (across, up), how, power)
    tau = _bandwidth(X) if how == GIVEN or power else None
    return Projection(points, tuple(notes), tau, sampled)


def _chosen(understood: InferredTable, wish: ProjectionOptions) -> list[Column]:
    if wish.features is None:
        columns = component_columns(understood, wish.label)
        if len(columns) < 2:
            raise UnsuitableTable(
                "Principal components need two columns of numbers that change, beside the label, "
                f"and there {'is one' if columns else 'are none'}. Choose “Two columns”: the row "
                "number can stand for one."
            )
        return columns
    columns = [understood.column(index) for index in wish.features]
    for column in columns:
        if not np.isfinite(column.values).any():
            raise UnsuitableTable(
                f"“{column.name}” holds no numbers. Choose another column for the plane."
            )
    return columns


def _present(y: np.ndarray, names: list[str]) -> tuple[np.ndarray, list[str]]:
    """Classes that have rows left, numbered anew."""
    there = np.unique(y)
    if len(there) < 2:
        what = f"only the class “{names[there[0]]}” is" if len(there) else "no rows are"
        raise UnsuitableTable(
            f"Once rows without a value are left out, {what} left. Choose other columns for the "
            "plane, or another label."
        )
    place = np.full(len(names), -1)
    place[there] = np.arange(len(there))
    return place[y], [names[k] for k in there]


def _in_the_plane(raw: np.ndarray, wish: ProjectionOptions) -> tuple[np.ndarray, int]:
    """Coordinates (n, 2), and how they came about."""
    if wish.features is not None and not wish.standardise:
        return raw, GIVEN
    # Moved and divided first, so that tiny and huge units are alike, and numbers of 15 digits that
    # differ in the last one.
    moved = raw - raw.min(axis=0)
    size = moved.max(axis=0)
    size[size == 0] = 1.0
    Z = standardise(moved / size) if wish.standardise else raw - raw.mean(axis=0)
    return (principal(Z), COMPONENTS) if wish.features is None else (Z, STANDARDISED)


def _power(X: np.ndarray, wish: ProjectionOptions) -> int:
    """The power of ten that coordinates are divided by: none, where they are of everyday size."""
    largest = np.abs(X).max()
    if largest == 0 or (wish.standardise and largest <= REACH) or 1 <= largest <= 10:
        return 0
    return int(np.clip(math.floor(math.log10(largest)), -99, 99))


def _bandwidth(X: np.ndarray) -> float:
    """Half of the points' mean spread along the axes, two digits, where the slider reaches."""
    spread = float(np.sqrt(X.var(axis=0).mean()))
    return float(f"{min(max(spread / 2, 0.05), 6.4):.2g}")


def _warnings(X: np.ndarray, chosen: list[Column], wish: ProjectionOptions) -> list[str]:
    """What makes a picture poor, and what would make it better."""
    low, high = np.ptp(X, axis=0).min(), np.ptp(X, axis=0).max()
    if high == 0:
        return ["All points lie in one place: neither axis changes. Choose other columns."]
    if wish.features is not None and low == 0:
        name = chosen[int(np.ptp(X, axis=0).argmin())].name
        return [f"“{name}” never changes, so all points lie on one line. Choose another column."]
    if not wish.standardise and low < high / _FLAT:
        return [
            f"One axis ranges {high / max(low, _TINY * high):,.0f} times as far as the other, and "
            "both have the same scale, so the picture is flat. Standardise to see both."
        ]
    if not wish.standardise and high < np.abs(X).max() / _FLAT:
        return ["The points lie close together, far from 0. Standardise to see them apart."]
    return []


def _seeded(y: np.ndarray, C: int, seed: int) -> np.ndarray:
    """Numbers of MAX_POINTS rows, in order: from each class its share, at least one."""
    rng = np.random.default_rng(seed)
    rows = [rng.permutation(np.flatnonzero(y == k)) for k in range(C)]
    sizes = shares(np.array([len(one) for one in rows]), MAX_POINTS)
    return np.sort(np.concatenate([one[:n] for one, n in zip(rows, sizes, strict=True)]))
