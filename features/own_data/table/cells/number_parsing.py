"""Numbers as people write them in tables: 1234.5, 1.234,5, 1'234.5, 1e-3, (1,200), 12 %.

A number is read by one decimal sign. Most are numbers by one sign alone: 0,013 has no thousands,
and 1.234.567 has nothing else. Only what is left, like 1.234, waits for the sign of its table.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import isnan, nan

from features.own_data.table.cells.units import MINUS, plain_digits, split_unit

LARGEST = 1e100  # beyond, squares leave what a computer can reckon with
SIGNS = (".", ",")
MOSTLY = 0.8  # the share of cells that are numbers, if it is a column of numbers
_LONGEST = 60  # characters of a number; what is longer is text
_BETWEEN = " \u00a0\u202f\u2009\u2007'’´"  # thousands: spaces of five kinds, apostrophes
_USUAL = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?", re.ASCII)
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,2}|\.[0-9]{4,16})?", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]+", re.ASCII)
_ACCOUNTS = re.compile(r"\((?=[^()]*[.,'’])([0-9][^()]*)\)")  # (1,200) is less than nothing


def _pattern(decimal: str, other: str) -> re.Pattern[str]:
    least = int(decimal == ",")
    fraction = rf"(?:{re.escape(decimal)}(?:[0-9]{{{least},40}}|[-–—]{{1,2}})|:[-–—]{{1,2}})"
    groups = (
        rf"[1-9][0-9]{{0,2}}([{re.escape(other)}{_BETWEEN}])[0-9]{{3}}(?:\1[0-9]{{3}})*"
        rf"(?:{fraction})?"
    )
    if decimal == ".":  # in India: 12,34,567.50
        groups += rf"|[1-9][0-9]?(?:,[0-9]{{2}})+,[0-9]{{3}}(?:{fraction})?"
    whole = rf"[0-9]{{0,40}}(?:{fraction})?(?:[eE][+−-]?[0-9]{{1,4}})?"
    return re.compile(rf"[+{MINUS}]?[ \u00a0\u202f]{{0,12}}(?:{groups}|{whole})[ \u00a0\u202f]?%?")


_PATTERNS = {".": _pattern(".", ","), ",": _pattern(",", ".")}
_PRICE = re.compile(r"[.,:][-–—]{1,2}")  # 12,- and 12:- are prices without cents
_OTHERS = {
    ".": str.maketrans("", "", _BETWEEN + ",%+"),
    ",": str.maketrans("", "", _BETWEEN + ".%+"),
}
_PLAIN_SIGNS = str.maketrans({**dict.fromkeys(MINUS, "-"), ",": "."})


@dataclass(frozen=True)
class Quantity:
    """The number of a cell by a decimal point and by a decimal comma, NaN where it is none by this
    sign, and its unit or "".
    """

    text: str
    point: float
    comma: float
    unit: str = ""

    @property
    def is_number(self) -> bool:
        return not (isnan(self.point) and isnan(self.comma))

    def by(self, sign: str) -> float:
        """The number by this sign, else by the other one: 51.4 is one by the point alone."""
        first, second = (self.point, self.comma) if sign == "." else (self.comma, self.point)
        return second if isnan(first) else first


def quantity(cell: str) -> Quantity:
    """What number a cell is, if any."""
    if _PLAIN.fullmatch(cell):  # as most programs write it: quickly
        value = float(cell)
        whole = value if _WHOLE.fullmatch(cell) else nan
        return Quantity(cell, value, whole)
    text, unit = split_unit(cell)
    return Quantity(text, number(text, "."), number(text, ","), unit)


def is_number(cell: str) -> bool:
    """Whether a cell is a number, by a decimal point or a decimal comma, with a unit or without."""
    return quantity(cell).is_number


def holds_several(cell: str) -> bool:
    """Whether a cell holds several numbers, which nobody writes as one: 1.5 2."""
    words = cell.split()
    return len(words) > 1 and all(map(is_number, words))


def is_numeric(there: Iterable[str]) -> bool:
    """Whether these cells, each of which holds something, are a column of numbers."""
    counts = Counter(there)
    return is_numeric_by_counts(counts, {cell for cell in counts if is_number(cell)})


def is_numeric_by_counts(counts: Mapping[str, int], those: Collection[str]) -> bool:
    """Whether cells that come so often are a column of numbers, where `those` are numbers: nearly
    all, or most of them beside one word alone.
    """
    n, count = sum(counts.values()), sum(counts[cell] for cell in those)
    return 0 < count >= MOSTLY * n or (len(counts) - len(those) == 1 and count >= max(n / 2, 3))


def number(cell: str, decimal: str) -> float:
    """The number in a cell without unit, NaN where there is none or one too large."""
    text = plain_digits(cell.strip()) if len(cell) <= _LONGEST else ""
    if decimal == "." and _USUAL.fullmatch(text):
        return float(text)
    if loss := _ACCOUNTS.fullmatch(text):
        text = "-" + loss[1]
    elif text[-1:] == "-" and text[:1].isdigit() and not _PRICE.search(text):
        text = "-" + text[:-1]  # as SAP writes it
    if not _PATTERNS[decimal].fullmatch(text):
        return nan
    try:
        value = float(_PRICE.sub("", text).translate(_OTHERS[decimal]).translate(_PLAIN_SIGNS))
    except ValueError:  # a sign or a point alone
        return nan
    return value if abs(value) <= LARGEST else nan


def as_text(value: float) -> str:
    """A number as it was read: as many digits as tell it from all others, a decimal point, nothing
    between thousands."""
    texts = (f"{value:.{digits}g}" for digits in (15, 16, 17))
    return next(text for text in texts if float(text) == value)
