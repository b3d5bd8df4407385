"""What a table's columns are: numbers, labels, or neither; and a first guess at what to show."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.own import numbers
from lab.own.packing import MOST_CLASSES, plain_name
from lab.own.reader import Table, count

ROW_NUMBER = -1  # stands for a column of its own: 1, 2, 3, ...
NO_LABEL, RARE_LABEL = -1, -2  # in place of a class: none is given, or one of those left out
_NUMBERS = 0.8  # the share of cells that are numbers, if it is a column of numbers
_LABELS = {"label", "labels", "class", "classes", "target", "y", "species", "category", "group",
           "klasse", "type", "outcome"}  # fmt: skip


class Unfit(ValueError):
    """A choice that makes no picture: the message says why, and what to choose instead."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column: its cells as text and as numbers (n,), NaN where there is none."""

    index: int
    name: str
    cells: tuple[str, ...]
    values: np.ndarray

    @cached_property
    def there(self) -> np.ndarray:
        """Which cells hold anything (n,)."""
        return np.array([not numbers.is_missing(cell) for cell in self.cells])

    @cached_property
    def is_numbers(self) -> bool:
        told = int(np.isfinite(self.values).sum())
        return told > 0 and told >= _NUMBERS * self.there.sum()

    @cached_property
    def is_constant(self) -> bool:
        """Whether it never changes, so that it tells nothing apart."""
        if self.is_numbers:
            return bool(np.nanmin(self.values) == np.nanmax(self.values))
        return len(self.counts) <= 1

    @cached_property
    def only_counts(self) -> bool:
        """Whether it numbers the rows, from 0 or from 1."""
        n = len(self.values)
        return n > 2 and self.values[0] in (0, 1) and bool((np.diff(self.values) == 1).all())

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each of its cells comes, missing ones left out."""
        return Counter(cell for cell, there in zip(self.cells, self.there, strict=True) if there)


@dataclass(frozen=True, eq=False)
class Understood:
    """A table with its columns; `decimal` is the sign before the tenths."""

    table: Table
    columns: tuple[Column, ...]
    decimal: str

    @property
    def numeric(self) -> list[Column]:
        return [column for column in self.columns if column.is_numbers]

    def column(self, index: int) -> Column:
        """A column by its number; ROW_NUMBER is the count of the rows."""
        if index != ROW_NUMBER:
            return self.columns[index]
        count = np.arange(1.0, len(self.table.rows) + 1)
        return Column(ROW_NUMBER, "row number", tuple(f"{k:g}" for k in count), count)


def understand(table: Table, decimal: str = "") -> Understood:
    """The columns of a table; the decimal sign is guessed if it is not given."""
    decimal = decimal or numbers.decimal_sign(cell for row in table.rows[:500] for cell in row)
    columns = (
        Column(i, name, tuple(cells), numbers.column(cells, decimal))
        for i, (name, cells) in enumerate(
            zip(table.names, zip(*table.rows, strict=True), strict=True)
        )
    )
    return Understood(table, tuple(columns), decimal)


def usual_label(understood: Understood) -> int:
    """The column that most likely says the class of each row."""
    columns, rows = understood.columns, len(understood.table.rows)
    few = [column for column in columns if 2 <= len(column.counts) <= MOST_CLASSES]
    named = [column for column in few if column.name.lower() in _LABELS]
    words = [column for column in few if not column.is_numbers]
    codes = [
        column for column in few
        if column.is_numbers and len(column.counts) <= max(2, rows // 3)
        and not (np.nan_to_num(column.values) % 1).any()
    ]  # fmt: skip
    again = [
        column for column in columns
        if not column.is_numbers and MOST_CLASSES < len(column.counts) <= rows / 2
    ]  # fmt: skip
    for found in (named, words, codes, again, understood.numeric, columns):
        if found:
            return found[-1].index
    return 0


def usual_features(understood: Understood, label: int) -> list[int]:
    """Two columns to begin with: numbers that change, and not the label; else the row number."""
    others = [c for c in understood.numeric if c.index != label and not c.only_counts]
    found = [c.index for c in others if not c.is_constant]
    found += [c.index for c in others if c.is_constant]
    found += [c.index for c in understood.numeric if c.index == label and not found]
    return [*found, ROW_NUMBER, ROW_NUMBER][:2]


def component_columns(understood: Understood, label: int) -> list[Column]:
    """The columns that principal components are made of: numbers that change, in most rows."""
    return [
        c for c in understood.numeric
        if c.index != label and not c.is_constant and not c.only_counts
        and np.isfinite(c.values).sum() >= 0.9 * len(c.values)
    ]  # fmt: skip


def classes_of(column: Column) -> tuple[np.ndarray, list[str], list[str]]:
    """The class of each row (n,), or why it has none; the classes' names; what was done, in
    sentences.

    Many different numbers are parted at their median; of many different words the most frequent
    ones stay. Raises Unfit where there are not two classes.
    """
    if len(column.cells) < 2:
        raise Unfit("There is only one row. Bring at least two, of different classes.")
    if not column.counts:
        raise Unfit(f"“{column.name}” is empty. Choose another column for the label.")
    if len(column.counts) == 1:
        (only,) = column.counts
        raise Unfit(
            f"Every row has the same label, “{plain_name(only)}”, and learning needs two to tell "
            "apart. Choose another column for the label: one of numbers is parted in the middle."
        )
    if len(column.counts) > MOST_CLASSES and column.is_numbers:
        return _at_median(column)
    kept = [cell for cell, _ in column.counts.most_common(MOST_CLASSES)]
    lost = column.counts.total() - sum(column.counts[cell] for cell in kept)
    notes = [] if not lost else [
        f"“{column.name}” has {len(column.counts):,} different labels. The {MOST_CLASSES} most "
        f"frequent are kept; {count(lost, 'row')} with another one left out."
    ]  # fmt: skip
    by_number = dict(zip(column.cells, column.values, strict=True))
    kept.sort(key=(lambda c: by_number[c]) if column.is_numbers else (lambda c: (c.casefold(), c)))
    place = {cell: k for k, cell in enumerate(kept)}
    y = np.array([place.get(cell, RARE_LABEL) for cell in column.cells])
    y[~column.there] = NO_LABEL
    return y, _different(kept), notes


def _at_median(column: Column) -> tuple[np.ndarray, list[str], list[str]]:
    """Two classes: below the median of a column of numbers, and from it upwards."""
    told, middle = np.isfinite(column.values), float(np.nanmedian(column.values))
    if not (column.values[told] < middle).any():  # half of all rows share the smallest value
        middle = float(column.values[told][column.values[told] > middle].min())
    y = np.where(told, column.values >= middle, NO_LABEL).astype(int)
    note = (
        f"“{column.name}” holds {len(column.counts):,} different numbers. They are parted at "
        f"{middle:g}, so that about half of the rows lie on either side."
    )
    return y, [f"below {middle:.4g}", f"from {middle:.4g} on"], [note]


def _different(labels: list[str]) -> list[str]:
    """Short names of the labels, told apart by a number where cutting made them alike."""
    names: list[str] = []
    for label in labels:
        name = plain_name(label) or "?"
        k = 2
        while name in names:
            name = f"{plain_name(label)[:16]} {k}".strip()
            k += 1
        names.append(name)
    return names
