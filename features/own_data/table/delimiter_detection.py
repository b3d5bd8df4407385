"""Which sign parts the cells: the one that cuts rows evenly, into numbers and labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_marker, is_missing
from features.own_data.table.cells.units import split_unit

NOTHING = "\n"  # stands for one column: nothing parts the cells of a line
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "spaces",
              NOTHING: "nothing, one column"}  # fmt: skip
_ORDER = ("\t", ";", "|", ",", " ", NOTHING)  # of equals the first
_NEAR = 0.93  # a second one worth this much of the best may be meant as well
_SURE = 0.9  # of one column alone
_WELL = 0.7  # and must cut this well by itself
DATE = re.compile(
    r"\d{4}-\d\d?-\d\d?([T ]\d\d?:\d\d(:\d\d)?[\d.:+Z-]*)?"
    r"|\d\d?([./-])\d\d?\3\d{2,4}( \d\d?:\d\d(:\d\d)?)?"
    r"|\d\d?:\d\d(:\d\d)?", re.ASCII,
)  # fmt: skip

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Delimiter:
    """The sign that parts cells, and another that may be meant, or ""."""

    sign: str
    other: str = ""


def delimiter_of(rows_by: Callable[[str], Rows]) -> Delimiter:
    """The likeliest of DELIMITERS, by what the first rows are if each parts them."""
    rows = {sign: [[cell.strip() for cell in row] for row in rows_by(sign)] for sign in _ORDER}
    worth = {sign: _worth(rows[sign], sign) for sign in _ORDER}
    if _are_even(rows["\t"]) and not any(map(number_parsing.holds_several, chain(*rows["\t"]))):
        worth[" "] = 0  # they stand between words, then
    best = max(_ORDER, key=worth.__getitem__)
    if worth[best] <= 0:
        return Delimiter(",")
    if best == "," and _are_measurements(rows[NOTHING]):
        best = NOTHING
    near = [
        s for s in _ORDER
        if worth[s] >= max(_NEAR * worth[best], _WELL) and _filled(rows[s]) != _filled(rows[best])
        and not (s == NOTHING and _has_names(rows[best]))
    ]  # fmt: skip
    return Delimiter(best, max(near, key=worth.__getitem__, default=""))


def _filled(rows: Rows) -> list[list[str]]:
    """The rows without empty cells at their ends."""
    return [
        list(row[: max((i for i, cell in enumerate(row, 1) if cell), default=0)]) for row in rows
    ]


def _are_measurements(rows: Rows) -> bool:
    """Whether each line is one number with a unit: 9,87 € is no 9 beside 87 €."""
    cells = list(chain(*rows))
    return len(cells) == len(rows) > 0 and all(
        number_parsing.is_number(cell) and split_unit(cell)[1] for cell in cells
    )


def _are_even(rows: Rows) -> bool:
    return len({*map(len, rows)}) == 1 < len(rows[0])


def _has_names(rows: Rows) -> bool:
    """Whether the first row is cut into words, as the others into numbers: x,y over 1,2."""
    return len(rows) > 1 < len(rows[0]) == len(rows[1]) and not any(
        map(number_parsing.is_number, rows[0])
    )


def _worth(rows: Rows, sign: str) -> float:
    """How evenly rows are cut, times how well their cells are numbers or labels."""
    widths = Counter(map(len, rows))
    if not widths:
        return 0.0
    width = max(widths, key=lambda w: (widths[w], w))
    if (width < 2) != (sign == NOTHING):
        return 0.0
    even = [row for row in rows if len(row) == width]
    body = even[1:] if len(even) > 1 else even
    kinds = [
        kind for column in zip(*body, strict=True) if (kind := _kind(column, sign)) is not None
    ]
    if not kinds or (sign == NOTHING and kinds[0] < _SURE):
        return 0.0
    cut = 0.5 if any(_is_cut(column, sign) for column in zip(*even, strict=True)) else 1.0
    return cut * widths[width] / len(rows) * sum(kinds) / len(kinds)


def _is_cut(cells: Sequence[str], sign: str) -> bool:
    """Whether every cell holds a sign that parts cells better: A; and ;a between spaces."""
    others = {" ": ",;\t|", ",": ";\t|"}.get(sign, "")
    return any(
        len(cells) > 1 and all(other in cell for cell in cells)
        and not number_parsing.is_numeric(cells)
        for other in others
    )  # fmt: skip


def _kind(cells: Iterable[str], sign: str) -> float | None:
    """How much a column looks like one: numbers more than labels, labels more than free text."""
    there = [cell.strip() for cell in cells if not is_missing(cell)]
    if not there:
        return None
    words = [cell for cell in there if not is_marker(cell)]
    if words and number_parsing.is_numeric(words):
        numbers = [cell for cell in words if number_parsing.is_number(cell)]
        units = {split_unit(cell)[1] for cell in numbers} - {""}
        if len(units) > 1:
            return 0.8
        padded = sum(cell[0] == "0" and cell.isdecimal() and len(cell) > 1 for cell in numbers)
        return 0.6 if padded > len(numbers) / 3 and sign == "," else 0.95 if units else 1.0
    if sum(bool(DATE.fullmatch(cell)) for cell in there) >= number_parsing.MOSTLY * len(there):
        return 0.7
    if any(all(other in cell for cell in there) for other in ",;\t|" if other != sign):
        return 0.1  # what parts the cells is left within them
    return 0.5 if len(set(there)) <= max(1, len(there) / 2) else 0.2
