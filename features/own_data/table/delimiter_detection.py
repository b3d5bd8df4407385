"""Detection of the delimiter: the sign that splits rows evenly into numbers and labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_marker, is_missing
from features.own_data.table.cells.units import split_unit

NO_DELIMITER = "\n"  # no delimiter: each line is one cell
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "spaces",
              NO_DELIMITER: "nothing, one column"}  # fmt: skip
_ORDER = (
    "\t",
    ";",
    "|",
    ",",
    " ",
    NO_DELIMITER,
)  # order of preference among equally good delimiters
_MIN_RATIO = 0.93  # smallest rating of a second possible delimiter, relative to the best rating
_MIN_COLUMN_WORTH = 0.9  # smallest rating of the column of a table without a delimiter
_MIN_WORTH = 0.7  # smallest rating of a second possible delimiter
DATE = re.compile(
    r"\d{4}-\d\d?-\d\d?([T ]\d\d?:\d\d(:\d\d)?[\d.:+Z-]*)?"
    r"|\d\d?([./-])\d\d?\3\d{2,4}( \d\d?:\d\d(:\d\d)?)?"
    r"|\d\d?:\d\d(:\d\d)?", re.ASCII,
)  # fmt: skip

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Delimiter:
    """The most likely delimiter, and a second possible one or ""."""

    sign: str
    alternative: str = ""


def delimiter_of(rows_by: Callable[[str], Rows]) -> Delimiter:
    """Return the most likely delimiter, a comma if none is likely. The alternative is a second one
    that is almost as likely and gives other rows; "" if there is none.

    `rows_by` splits the first rows at a delimiter.
    """
    rows = {sign: [[cell.strip() for cell in row] for row in rows_by(sign)] for sign in _ORDER}
    worth = {sign: _worth(rows[sign], sign) for sign in _ORDER}
    if _are_even(rows["\t"]) and not any(map(number_parsing.holds_several, chain(*rows["\t"]))):
        worth[" "] = 0  # the spaces are inside cells
    best_sign = max(_ORDER, key=worth.__getitem__)
    if worth[best_sign] <= 0:
        return Delimiter(",")
    if best_sign == "," and _are_measurements(rows[NO_DELIMITER]):
        best_sign = NO_DELIMITER
    candidates = [
        s
        for s in _ORDER
        if worth[s] >= max(_MIN_RATIO * worth[best_sign], _MIN_WORTH)
        and _strip_empty_cells(rows[s]) != _strip_empty_cells(rows[best_sign])
        and not (s == NO_DELIMITER and _has_names(rows[best_sign]))
    ]
    return Delimiter(best_sign, max(candidates, key=worth.__getitem__, default=""))


def _strip_empty_cells(rows: Rows) -> list[list[str]]:
    """Remove empty cells at the ends of rows."""
    return [
        list(row[: max((i for i, cell in enumerate(row, 1) if cell), default=0)]) for row in rows
    ]


def _are_measurements(rows: Rows) -> bool:
    """Return whether each line is one number with a unit, such as 9,87 €."""
    cells = list(chain(*rows))
    return len(cells) == len(rows) > 0 and all(
        number_parsing.is_number(cell) and split_unit(cell)[1] for cell in cells
    )


def _are_even(rows: Rows) -> bool:
    return len({*map(len, rows)}) == 1 < len(rows[0])


def _has_names(rows: Rows) -> bool:
    """Return whether the first row is a header as wide as the second row, such as x,y above 1,2."""
    return len(rows) > 1 < len(rows[0]) == len(rows[1]) and not any(
        map(number_parsing.is_number, rows[0])
    )


def _worth(rows: Rows, sign: str) -> float:
    """Rate a delimiter: the share of rows with the most frequent number of cells, times the mean
    rating of the columns; half of this if a column contains a better delimiter. A delimiter that
    does not split the rows gets 0. So does NO_DELIMITER if its column is rated below
    _MIN_COLUMN_WORTH."""
    widths = Counter(map(len, rows))
    if not widths:
        return 0.0
    width = max(widths, key=lambda w: (widths[w], w))
    if (width < 2) != (sign == NO_DELIMITER):
        return 0.0
    even_rows = [row for row in rows if len(row) == width]
    body = even_rows[1:] if len(even_rows) > 1 else even_rows
    kinds = [
        kind for column in zip(*body, strict=True) if (kind := _kind(column, sign)) is not None
    ]
    if not kinds or (sign == NO_DELIMITER and kinds[0] < _MIN_COLUMN_WORTH):
        return 0.0
    factor = 0.5 if any(_is_cut(column, sign) for column in zip(*even_rows, strict=True)) else 1.0
    return factor * widths[width] / len(rows) * sum(kinds) / len(kinds)


def _is_cut(cells: Sequence[str], sign: str) -> bool:
    """Return whether every cell contains a better delimiter, such as ; in the cells A;1 and B;2."""
    better_signs = {" ": ",;\t|", ",": ";\t|"}.get(sign, "")
    return any(
        len(cells) > 1 and all(better_sign in cell for cell in cells)
        and not number_parsing.is_numeric(cells)
        for better_sign in better_signs
    )  # fmt: skip


def _kind(cells: Iterable[str], sign: str) -> float | None:
    """Rate a column: numbers higher than labels, labels higher than free text; None if empty."""
    filled_cells = [cell.strip() for cell in cells if not is_missing(cell)]
    if not filled_cells:
        return None
    words = [cell for cell in filled_cells if not is_marker(cell)]
    if words and number_parsing.is_numeric(words):
        numbers = [cell for cell in words if number_parsing.is_number(cell)]
        units = {split_unit(cell)[1] for cell in numbers} - {""}
        if len(units) > 1:
            return 0.8
        padded_count = sum(
            cell[0] == "0" and cell.isdecimal() and len(cell) > 1 for cell in numbers
        )
        return 0.6 if padded_count > len(numbers) / 3 and sign == "," else 0.95 if units else 1.0
    if sum(
        bool(DATE.fullmatch(cell)) for cell in filled_cells
    ) >= number_parsing.MIN_NUMERIC_SHARE * len(filled_cells):
        return 0.7
    if any(
        all(other_sign in cell for cell in filled_cells)
        for other_sign in ",;\t|"
        if other_sign != sign
    ):
        return 0.1  # the cells contain another delimiter
    return 0.5 if len(set(filled_cells)) <= max(1, len(filled_cells) / 2) else 0.2
