"""Types of a table's columns (numbers or labels), and default columns for label and axes."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions
from features.own_data.table.cells.cell_numbers import CellNumbers, normalise_labels, sign_remarks
from features.own_data.table.cells.decimal_sign import DecimalSign, decimal_sign
from features.own_data.table.closing_rows import ROW, TOTAL, NumberColumn, closing_rows
from features.own_data.table.csv_reader import Table
from lab.scene.fields import count
from lab.scene.own_points import MAX_CLASSES, plain_name

ROW_NUMBER = -1  # index of the virtual column 1, 2, 3, ...
NO_LABEL, RARE_LABEL = -1, -2  # class numbers for rows without a label, and with a rare label
_LABEL_NAMES = {
    "label",
    "labels",
    "class",
    "classes",
    "target",
    "y",
    "species",
    "category",
    "group",
    "klasse",
    "type",
    "outcome",
}


class UnsuitableTable(ValueError):
    """A table or a choice that can't be drawn; the message says why and what to do instead."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column. `cells` are its n cells as text, `values` (n,) as numbers, NaN without a number.

    `is_filled` (n,): which cells are not missing. `is_numbers`: whether the column is numeric.
    `notes`: sentences on how it was read. `ignores_capitals`: whether labels that differ only in
    capitals are equal.
    """

    index: int
    name: str
    cells: tuple[str, ...]
    values: np.ndarray
    is_filled: np.ndarray
    is_numbers: bool
    notes: tuple[str, ...] = ()
    ignores_capitals: bool = False

    @cached_property
    def is_constant(self) -> bool:
        """Whether all values are equal, apart from missing ones."""
        if self.is_numbers:
            return bool(np.nanmin(self.values) == np.nanmax(self.values))
        return len(self.counts) <= 1

    @cached_property
    def is_row_number(self) -> bool:
        """Whether the column numbers the rows from 0 or 1."""
        n = len(self.values)
        return n > 2 and self.values[0] in (0, 1) and bool((np.diff(self.values) == 1).all())

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The cells as labels (n,).

        Equal numbers get the shortest spelling, such as 1 for 1.0. Words that differ only in spaces
        or, if ignored, in capitals get one label.
        """
        if not self.is_numbers:
            return normalise_labels(self.cells, self.ignores_capitals)
        shortest_spellings: dict[float, str] = {}
        for cell, value in zip(self.cells, self.values, strict=True):
            if value not in shortest_spellings or len(cell) < len(shortest_spellings[value]):
                shortest_spellings[value] = cell
        return tuple(
            shortest_spellings[value] if np.isfinite(value) else cell
            for cell, value in zip(self.cells, self.values, strict=True)
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of cells with each label, without missing cells."""
        return Counter(
            cell for cell, is_filled in zip(self.labels, self.is_filled, strict=True) if is_filled
        )


@dataclass(frozen=True, eq=False)
class InferredTable:
    """A table with the types of its columns. `decimal` is its decimal sign, `notes` are sentences
    on how cells were read, and `ambiguities` are open questions."""

    table: Table
    columns: tuple[Column, ...]
    decimal: str
    notes: tuple[str, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()

    @property
    def numeric_columns(self) -> list[Column]:
        return [column for column in self.columns if column.is_numbers]

    def column(self, index: int) -> Column:
        """Return a column by its index; ROW_NUMBER gives the virtual column of row numbers."""
        if index != ROW_NUMBER:
            return self.columns[index]
        count = np.arange(1.0, len(self.table.rows) + 1)
        cells = tuple(f"{k:g}" for k in count)
        return Column(ROW_NUMBER, "row number", cells, count, np.ones(len(count), dtype=bool), True)


def infer_types(table: Table, options: ReadingOptions | None = None) -> InferredTable:
    """Infer the types of a table's columns, and remove summary rows at the end of the table.

    `options` has the visitor's choices; without a choice the most likely reading is used.
    """
    options = options or ReadingOptions()
    texts = [
        CellNumbers(name, cells)
        for name, cells in zip(table.names, zip(*table.rows, strict=True), strict=True)
    ]
    decimal = decimal_sign([text.evidence for text in texts], table.delimiter)
    if table.form:
        decimal = DecimalSign(".")
    sign = options.decimal or decimal.sign
    notes, ambiguities = sign_remarks(decimal, texts, options)
    columns = []
    for i, text in enumerate(texts):
        is_filled, questions = text.presence(options.marker)
        values, remarks, percent_questions = text.values(sign, options.percent)
        ignores_capitals, capital_questions = text.ignores_capitals(options.capitals, is_filled)
        columns.append(
            Column(
                i,
                text.name,
                text.cells,
                values,
                is_filled,
                text.is_numbers,
                tuple(remarks),
                ignores_capitals,
            )
        )
        ambiguities += [
            a
            for a in (*questions, *percent_questions, *capital_questions)
            if a.field not in _fields(ambiguities)
        ]
    inference = InferredTable(table, tuple(columns), sign, tuple(notes), tuple(ambiguities))
    return _remove_closing_rows(inference, options)


def _remove_closing_rows(inference: InferredTable, options: ReadingOptions) -> InferredTable:
    """Remove rows at the end that summarise the others, if the visitor chose this. Without a
    choice, remove them if they are likely summaries, and add the question about them."""
    numbers = [NumberColumn(column.cells, column.values) for column in inference.numeric_columns]
    closing_result = None if inference.table.part else closing_rows(inference.table.rows, numbers)
    if closing_result is None:
        return inference
    n, question = closing_result
    if (options.closing or question.default) == TOTAL:
        shorter_table = replace(inference.table, rows=inference.table.rows[:-n])
        inference = infer_types(shorter_table, replace(options, closing=ROW))
    return (
        inference
        if options.closing
        else replace(inference, ambiguities=(*inference.ambiguities, question))
    )


def _fields(ambiguities: list[Ambiguity]) -> set[str]:
    return {ambiguity.field for ambiguity in ambiguities}


def usual_label(inference: InferredTable) -> int:
    """Return the index of the column that most likely has the labels."""
    columns, rows = inference.columns, len(inference.table.rows)
    candidates = [column for column in columns if 2 <= len(column.counts) <= MAX_CLASSES]
    has_x = any(column.name.lower() == "x" for column in columns)  # then y is not a label
    named_columns = [
        column for column in candidates
        if column.name.lower() in _LABEL_NAMES and not (has_x and column.name.lower() == "y")
    ]  # fmt: skip
    word_columns = [column for column in candidates if not column.is_numbers]
    code_columns = [
        column for column in candidates
        if column.is_numbers and len(column.counts) <= max(2, rows // 3)
        and not (np.nan_to_num(column.values) % 1).any()
    ]  # fmt: skip
    repeating_columns = [
        column for column in columns
        if not column.is_numbers and MAX_CLASSES < len(column.counts) <= rows / 2
    ]  # fmt: skip
    for choices in (
        named_columns,
        word_columns,
        code_columns,
        repeating_columns,
        inference.numeric_columns,
        columns,
    ):
        if choices:
            return choices[-1].index
    return 0


def usual_features(inference: InferredTable, label: int) -> list[int]:
    """Return the indices of two default columns for the axes.

    These are numeric columns that do not number the rows, first those that vary; the label only if
    there is no other such column. ROW_NUMBER stands for a missing one.
    """
    candidates = [c for c in inference.numeric_columns if c.index != label and not c.is_row_number]
    indices = [c.index for c in candidates if not c.is_constant]
    indices += [c.index for c in candidates if c.is_constant]
    indices += [c.index for c in inference.numeric_columns if c.index == label and not indices]
    return [*indices, ROW_NUMBER, ROW_NUMBER][:2]


def component_columns(inference: InferredTable, label: int) -> list[Column]:
    """Return the columns for principal components: numeric, not constant, at least 90 % filled, and
    neither the label nor row numbers."""
    return [
        c for c in inference.numeric_columns
        if c.index != label and not c.is_constant and not c.is_row_number
        and np.isfinite(c.values).sum() >= 0.9 * len(c.values)
    ]  # fmt: skip


def classes_of(column: Column) -> tuple[np.ndarray, list[str], list[str]]:
    """Return the class of each row (n,), the names of classes, and sentences on how they were
    found.

    Rows without a class have NO_LABEL or RARE_LABEL. A numeric column with more than MAX_CLASSES
    labels is split at its median; of any other column the MAX_CLASSES most frequent labels are
    the classes. Raises UnsuitableTable if there are fewer than two classes.
    """
    if len(column.cells) < 2:
        raise UnsuitableTable(
            "The table has only one row. Add rows: at least two with different labels are needed."
        )
    if not column.counts:
        raise UnsuitableTable(
            f"“{column.name}” has only missing values. Choose another column for the label."
        )
    if len(column.counts) == 1:
        (label,) = column.counts
        raise UnsuitableTable(
            f"All labels are “{plain_name(label)}”, but a classifier needs at least two classes. "
            f"Choose another label column; a column of many different numbers is split at its "
            f"median."
        )
    if len(column.counts) > MAX_CLASSES and column.is_numbers and not column.is_constant:
        return _split_at_median(column)
    labels = [cell for cell, _ in column.counts.most_common(MAX_CLASSES)]
    lost_count = column.counts.total() - sum(column.counts[cell] for cell in labels)
    notes = [] if not lost_count else [
        f"“{column.name}” has {len(column.counts):,} different labels. The {MAX_CLASSES} most "
        f"frequent are used. Left out: {count(lost_count, 'row')} with other labels."
    ]  # fmt: skip
    value = dict(zip(column.labels, column.values, strict=True))
    labels.sort(key=lambda label: _order(label, value[label] if column.is_numbers else np.nan))
    class_numbers = {cell: k for k, cell in enumerate(labels)}
    y = np.array([class_numbers.get(cell, RARE_LABEL) for cell in column.labels])
    y[~column.is_filled] = NO_LABEL
    return y, _shorten(labels), notes


def _order(label: str, value: float) -> tuple[bool, float, str, str]:
    """Return a sort key: numbers by value, then words alphabetically."""
    words = bool(np.isnan(value))
    return words, 0.0 if words else value, label.casefold(), label


def _split_at_median(column: Column) -> tuple[np.ndarray, list[str], list[str]]:
    """Split a column of numbers at its median into two classes. Return the class of each row, the
    names of the classes, and a list with a note."""
    is_number, threshold = np.isfinite(column.values), float(np.nanmedian(column.values))
    # If at least half of the rows have the smallest value, split above this value.
    if not (column.values[is_number] < threshold).any():
        threshold = float(column.values[is_number][column.values[is_number] > threshold].min())
    y = np.where(is_number, column.values >= threshold, NO_LABEL).astype(int)
    note = (
        f"“{column.name}” holds {len(column.counts):,} different values. The column is split at "
        f"{threshold:g} into two classes."
    )
    return y, [f"below {threshold:.4g}", f"at least {threshold:.4g}"], [note]


def _shorten(labels: list[str]) -> list[str]:
    """Shorten the labels, and number those that become equal."""
    names: list[str] = []
    for label in labels:
        name = plain_name(label) or "?"
        k = 2
        while name in names:
            name = f"{plain_name(label)[:16].strip()} {k}".strip()
            k += 1
        names.append(name)
    return names
