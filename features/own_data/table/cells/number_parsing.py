"""Parsing numbers as they are written in tables: 1234.5, 1.234,5, 1'234.5, 1e-3, (1,200), 12 %.

The decimal sign is a point or a comma. Many cells are valid with only one of the two, such as 0,013
and 1.234.567. A cell such as 1.234 is a different number with each, see `decimal_sign`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import isnan, nan

from features.own_data.table.cells.units import MINUS, plain_digits, split_unit

MAX_NUMBER = 1e100  # largest valid number; the square of a larger one may overflow
SIGNS = (".", ",")
MIN_NUMERIC_SHARE = 0.8  # share of numbers from which a column counts as numeric
_MAX_LENGTH = 60  # characters of a number
_THOUSANDS_SIGNS = " \u00a0\u202f\u2009\u2007'’´"  # five kinds of spaces, and apostrophes
_USUAL_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?", re.ASCII)
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,2}|\.[0-9]{4,16})?", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]+", re.ASCII)
_ACCOUNTS = re.compile(r"\((?=[^()]*[.,'’])([0-9][^()]*)\)")  # accounting: (1,200) is −1200


def _pattern(decimal: str, other: str) -> re.Pattern[str]:
    min_digits = int(decimal == ",")
    fraction = rf"(?:{re.escape(decimal)}(?:[0-9]{{{min_digits},40}}|[-–—]{{1,2}})|:[-–—]{{1,2}})"
    groups = (
        rf"[1-9][0-9]{{0,2}}([{re.escape(other)}{_THOUSANDS_SIGNS}])[0-9]{{3}}(?:\1[0-9]{{3}})*"
        rf"(?:{fraction})?"
    )
    if decimal == ".":  # Indian grouping: 12,34,567.50
        groups += rf"|[1-9][0-9]?(?:,[0-9]{{2}})+,[0-9]{{3}}(?:{fraction})?"
    ungrouped = rf"[0-9]{{0,40}}(?:{fraction})?(?:[eE][+−-]?[0-9]{{1,4}})?"
    return re.compile(
        rf"[+{MINUS}]?[ \u00a0\u202f]{{0,12}}(?:{groups}|{ungrouped})[ \u00a0\u202f]?%?"
    )


_PATTERNS = {".": _pattern(".", ","), ",": _pattern(",", ".")}
_PRICE = re.compile(r"[.,:][-–—]{1,2}")  # 12,- and 12:- are prices without cents
_IGNORED_SIGNS = {
    ".": str.maketrans("", "", _THOUSANDS_SIGNS + ",%+"),
    ",": str.maketrans("", "", _THOUSANDS_SIGNS + ".%+"),
}
_PLAIN_SIGNS = str.maketrans({**dict.fromkeys(MINUS, "-"), ",": "."})


@dataclass(frozen=True)
class Quantity:
    """The text of a cell, its number, read with a decimal point and with a decimal comma (NaN if a
    reading is invalid), and its unit or ""."""

    text: str
    point: float
    comma: float
    unit: str = ""

    @property
    def is_number(self) -> bool:
        return not (isnan(self.point) and isnan(self.comma))

    def by(self, sign: str) -> float:
        """Return the number as read with this decimal sign if valid, else with the other sign."""
        number, other_number = (self.point, self.comma) if sign == "." else (self.comma, self.point)
        return other_number if isnan(number) else number


def quantity(cell: str) -> Quantity:
    """Read the number and unit of a cell."""
    if _PLAIN_NUMBER.fullmatch(cell):  # a fast path for the usual format
        value = float(cell)
        comma_value = value if _INTEGER.fullmatch(cell) else nan
        return Quantity(cell, value, comma_value)
    text, unit = split_unit(cell)
    return Quantity(text, number(text, "."), number(text, ","), unit)


def is_number(cell: str) -> bool:
    """Return whether a cell is a number with either decimal sign, with or without a unit."""
    return quantity(cell).is_number


def holds_several(cell: str) -> bool:
    """Return whether a cell contains several numbers, such as 1.5 2."""
    words = cell.split()
    return len(words) > 1 and all(map(is_number, words))


def is_numeric(cells: Iterable[str]) -> bool:
    """Return whether these non-empty cells form a numeric column."""
    counts = Counter(cells)
    return is_numeric_by_counts(counts, {cell for cell in counts if is_number(cell)})


def is_numeric_by_counts(counts: Mapping[str, int], numeric_cells: Collection[str]) -> bool:
    """Return whether cells with these counts form a numeric column: at least 80 % of the cells are
    numbers, or at least half of them, and at least three, are numbers and all others are the same
    word. `numeric_cells` has the different cells that are numbers."""
    n, count = sum(counts.values()), sum(counts[cell] for cell in numeric_cells)
    return 0 < count >= MIN_NUMERIC_SHARE * n or (
        len(counts) - len(numeric_cells) == 1 and count >= max(n / 2, 3)
    )


def number(cell: str, decimal: str) -> float:
    """Read the number in a cell without unit, with this decimal sign; NaN if it is invalid or too
    large."""
    text = plain_digits(cell.strip()) if len(cell) <= _MAX_LENGTH else ""
    if decimal == "." and _USUAL_NUMBER.fullmatch(text):
        return float(text)
    if loss := _ACCOUNTS.fullmatch(text):
        text = "-" + loss[1]
    elif text[-1:] == "-" and text[:1].isdigit() and not _PRICE.search(text):
        text = "-" + text[:-1]  # SAP writes the minus at the end
    if not _PATTERNS[decimal].fullmatch(text):
        return nan
    try:
        value = float(
            _PRICE.sub("", text).translate(_IGNORED_SIGNS[decimal]).translate(_PLAIN_SIGNS)
        )
    except ValueError:  # the text is only a sign or a point
        return nan
    return value if abs(value) <= MAX_NUMBER else nan


def format_number(value: float) -> str:
    """Write a number with as few digits as needed to read it back; the decimal sign is a point."""
    texts = (f"{value:.{digits}g}" for digits in (15, 16, 17))
    return next(text for text in texts if float(text) == value)
