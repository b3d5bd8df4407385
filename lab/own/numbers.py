"""Numbers as people write them in tables: 1234.5, 1.234,5, 1'234.5, 1e-3, 12 %."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

LARGEST = 1e100  # beyond, squares leave what a computer can reckon with
MISSING = frozenset(
    ["", "-", "--", "–", "—", ".", "?", "na", "n/a", "nan", "-nan", "none", "null", "nil",
     "missing", "inf", "-inf", "+inf", "infinity", "-infinity", "∞", "-∞",
     "#n/a", "#value!", "#div/0!", "#ref!", "#num!", "#name?"]
)  # fmt: skip
_LONGEST = 60  # characters of a number; what is longer is text
_BETWEEN = " \u00a0\u202f\u2009'’"  # thousands: spaces of four kinds, apostrophes
_SIGN, _END = r"[+−-]?", r"(?:[eE][+-]?[0-9]{1,4})?\s?%?"


def _pattern(decimal: str, other: str) -> re.Pattern[str]:
    whole = rf"(?:[0-9]{{1,3}}(?:[{re.escape(other)}{_BETWEEN}][0-9]{{3}})+|[0-9]{{0,40}})"
    return re.compile(rf"{_SIGN}{whole}(?:{re.escape(decimal)}[0-9]{{0,40}})?{_END}")


_PATTERNS = {".": _pattern(".", ","), ",": _pattern(",", ".")}
_GROUPS = re.compile(rf"{_SIGN}[0-9]{{1,3}}(?:,[0-9]{{3}})+")
_COMMA = re.compile(rf"{_SIGN}(?:[0-9]{{1,3}}(?:[.{_BETWEEN}][0-9]{{3}})+|[0-9]*),[0-9]+{_END}")


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return len(cell) <= 12 and cell.strip().lower() in MISSING


def is_number(cell: str) -> bool:
    """Whether a cell is a number, by a decimal point or a decimal comma."""
    return not (np.isnan(number(cell, ".")) and np.isnan(number(cell, ",")))


def number(cell: str, decimal: str) -> float:
    """The number in a cell, NaN where there is none, or one too large to reckon with."""
    text = cell.strip() if len(cell) <= _LONGEST else ""
    if not _PATTERNS[decimal].fullmatch(text):
        return np.nan
    for mark in (*_BETWEEN, "." if decimal == "," else ",", "%"):
        text = text.replace(mark, "")
    try:
        value = float(text.replace(decimal, ".").replace("−", "-"))
    except ValueError:  # a sign or a point alone
        return np.nan
    return value if abs(value) <= LARGEST else np.nan


def column(cells: Sequence[str], decimal: str) -> np.ndarray:
    """A column's numbers (n,), NaN where a cell has none."""
    return np.array([number(cell, decimal) for cell in cells], dtype=float)


def decimal_sign(cells: Iterable[str]) -> str:
    """Whether these cells write a half as 0.5 or as 0,5. Where nothing tells, the point."""
    comma = point = 0
    for cell in cells:
        if "," in cell:
            comma += bool(_COMMA.fullmatch(cell.strip()) and not _GROUPS.fullmatch(cell.strip()))
        elif "." in cell:
            point += not np.isnan(number(cell, "."))
    return "," if comma > point else "."
