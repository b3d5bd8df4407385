"""What a table's columns are: numbers, labels, or neither; and a first guess at what to show."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions
from features.own_data.table.cells.cell_numbers import CellNumbers, sign_remarks, spelled_alike
from features.own_data.table.cells.decimal_sign import DecimalSign, decimal_sign
from features.own_data.table.closing_rows import ROW, TOTAL, NumberColumn, closing_rows
from features.own_data.table.csv_reader import Table
from lab.scene.fields import count
from lab.scene.own_points import MAX_CLASSES, plain_name

ROW_NUMBER = -1  # stands for a column of its own: 1, 2, 3, ...
NO_LABEL, RARE_LABEL = -1, -2  # in place of a class: none is given, or one of those left out
_LABELS = {"label", "labels", "class", "classes", "target", "y", "species", "category", "group",
           "klasse", "type", "outcome"}  # fmt: skip


class UnsuitableTable(ValueError):
    """A choice that makes no picture: the message says why, and what to choose instead."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column: its cells as text and as numbers (n,), NaN where there is none; which cells hold
    anything (n,); whether it is one of numbers; sentences on how it was read; and whether labels
    that differ in capitals alone are one.
    """

    index: int
    name: str
    cells: tuple[str, ...]
    values: np.ndarray
    there: np.ndarray
    is_numbers: bool
    notes: tuple[str, ...] = ()
    ignores_capitals: bool = False

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
    def labels(self) -> tuple[str, ...]:
        """Its cells as labels (n,): equal numbers have one, the shortest, such as 1 for 1.0; words
        that differ in spaces alone have one, and where capitals are ignored the most frequent.
        """
        if not self.is_numbers:
            return spelled_alike(self.cells, self.ignores_capitals)
        shortest: dict[float, str] = {}
        for cell, value in zip(self.cells, self.values, strict=True):
            if value not in shortest or len(cell) < len(shortest[value]):
                shortest[value] = cell
        return tuple(
            shortest[value] if np.isfinite(value) else cell
            for cell, value in zip(self.cells, self.values, strict=True)
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each of its labels comes, missing ones left out."""
        return Counter(cell for cell, there in zip(self.labels, self.there, strict=True) if there)


@dataclass(frozen=True, eq=False)
class InferredTable:
    """A table with its columns; `decimal` is the sign before the tenths. `notes` say how the cells
    were read, `ambiguities` how they could be read otherwise.
    """

    table: Table
    columns: tuple[Column, ...]
    decimal: str
    notes: tuple[str, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()

    @property
    def numeric(self) -> list[Column]:
        return [column for column in self.columns if column.is_numbers]

    def column(self, index: int) -> Column:
        """A column by its number; ROW_NUMBER is the count of the rows."""
        if index != ROW_NUMBER:
            return self.columns[index]
        count = np.arange(1.0, len(self.table.rows) + 1)
        cells = tuple(f"{k:g}" for k in count)
        return Column(ROW_NUMBER, "row number", cells, count, np.ones(len(count), dtype=bool), True)


def understand(table: Table, options: ReadingOptions | None = None) -> InferredTable:
    """The columns of a table, read as `options` say and otherwise as is likeliest."""
    options = options or ReadingOptions()
    texts = [
        CellNumbers(name, cells)
        for name, cells in zip(table.names, zip(*table.rows, strict=True), strict=True)
    ]
    found = decimal_sign([text.evidence for text in texts], table.delimiter)
    if table.form:
        found = DecimalSign(".")
    sign = options.decimal or found.sign
    notes, ambiguities = sign_remarks(found, texts, options)
    columns = []
    for i, text in enumerate(texts):
        there, questions = text.presence(options.marker)
        values, remarks, more = text.values(sign, options.percent)
        ignores, asked = text.ignores_capitals(options.capitals, there)
        columns.append(
            Column(
                i, text.name, text.cells, values, there, text.is_numbers, tuple(remarks), ignores
            )
        )
        ambiguities += [
            a for a in (*questions, *more, *asked) if a.field not in _fields(ambiguities)
        ]
    u = InferredTable(table, tuple(columns), sign, tuple(notes), tuple(ambiguities))
    return _without_closing_rows(u, options)


def _without_closing_rows(u: InferredTable, options: ReadingOptions) -> InferredTable:
    """The table without rows at its end that sum up the others, and the question whether."""
    numbers = [NumberColumn(column.cells, column.values) for column in u.numeric]
    found = None if u.table.part else closing_rows(u.table.rows, numbers)
    if found is None:
        return u
    n, question = found
    if (options.closing or question.likelier) == TOTAL:
        shorter = replace(u.table, rows=u.table.rows[:-n])
        u = understand(shorter, replace(options, closing=ROW))
    return u if options.closing else replace(u, ambiguities=(*u.ambiguities, question))


def _fields(ambiguities: list[Ambiguity]) -> set[str]:
    return {ambiguity.field for ambiguity in ambiguities}


def usual_label(understood: InferredTable) -> int:
    """The column that most likely says the class of each row."""
    columns, rows = understood.columns, len(understood.table.rows)
    few = [column for column in columns if 2 <= len(column.counts) <= MAX_CLASSES]
    plane = any(column.name.lower() == "x" for column in columns)  # then y is no label
    named = [
        column for column in few
        if column.name.lower() in _LABELS and not (plane and column.name.lower() == "y")
    ]  # fmt: skip
    words = [column for column in few if not column.is_numbers]
    codes = [
        column for column in few
        if column.is_numbers and len(column.counts) <= max(2, rows // 3)
        and not (np.nan_to_num(column.values) % 1).any()
    ]  # fmt: skip
    again = [
        column for column in columns
        if not column.is_numbers and MAX_CLASSES < len(column.counts) <= rows / 2
    ]  # fmt: skip
    for found in (named, words, codes, again, understood.numeric, columns):
        if found:
            return found[-1].index
    return 0


def usual_features(understood: InferredTable, label: int) -> list[int]:
    """Two columns to begin with: numbers that change, and not the label; else the row number."""
    others = [c for c in understood.numeric if c.index != label and not c.only_counts]
    found = [c.index for c in others if not c.is_constant]
    found += [c.index for c in others if c.is_constant]
    found += [c.index for c in understood.numeric if c.index == label and not found]
    return [*found, ROW_NUMBER, ROW_NUMBER][:2]


def component_columns(understood: InferredTable, label: int) -> list[Column]:
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
    ones stay. Raises UnsuitableTable where there are not two classes.
    """
    if len(column.cells) < 2:
        raise UnsuitableTable("There is only one row. Bring at least two, of different classes.")
    if not column.counts:
        raise UnsuitableTable(f"“{column.name}” is empty. Choose another column for the label.")
    if len(column.counts) == 1:
        (only,) = column.counts
        raise UnsuitableTable(
            f"Every row has the same label, “{plain_name(only)}”, and learning needs two to tell "
            "apart. Choose another column for the label: one of numbers is parted in the middle."
        )
    if len(column.counts) > MAX_CLASSES and column.is_numbers:
        return _at_median(column)
    kept = [cell for cell, _ in column.counts.most_common(MAX_CLASSES)]
    lost = column.counts.total() - sum(column.counts[cell] for cell in kept)
    notes = [] if not lost else [
        f"“{column.name}” has {len(column.counts):,} different labels. The {MAX_CLASSES} most "
        f"frequent are kept; {count(lost, 'row')} with another one left out."
    ]  # fmt: skip
    value = dict(zip(column.labels, column.values, strict=True))
    kept.sort(key=lambda label: _order(label, value[label] if column.is_numbers else np.nan))
    place = {cell: k for k, cell in enumerate(kept)}
    y = np.array([place.get(cell, RARE_LABEL) for cell in column.labels])
    y[~column.there] = NO_LABEL
    return y, _different(kept), notes


def _order(label: str, value: float) -> tuple[bool, float, str, str]:
    """Numbers by their size, and then words by the alphabet."""
    words = bool(np.isnan(value))
    return words, 0.0 if words else value, label.casefold(), label


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
            name = f"{plain_name(label)[:16].strip()} {k}".strip()
            k += 1
        names.append(name)
    return names
