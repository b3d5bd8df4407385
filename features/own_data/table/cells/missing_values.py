"""Detection of missing values, as different programs write them."""

import re

# Words that mean a missing value in every column, as pandas, R, SPSS, SAS, MySQL, UCI and
# spreadsheets write them, in English, German, French and Swedish. (NA may also be a label, see
# `cell_numbers`.)
_MISSING_WORDS = frozenset(
    ["", ".", ",", "..", "...", "…", "?", "na", "n/a", "#n/a", "nan", "-nan", "<na>", "nat",
     "(null)", "\\n", "inf", "-inf", "+inf", "infinity", "-infinity", "∞", "-∞", "k.a.", "k. a.",
     "n.v.", "n. v.", "n.a.", "n. a.", "n.d.", "n. d.", "#nv", "#n/d", "keine angabe", "saknas",
     "uppgift saknas"]
)  # fmt: skip
# Words that mean a missing value among numbers, and may be a class among words.
_MARKERS = frozenset(["-", "--", "–", "—", "−", ":", "/", "nd", "none", "null", "nil", "missing"])
_ELLIPSES = frozenset(["..", "...", "…", "⋮", "⋱", "·"])
_MAX_LENGTH = 14
# Stata's missing values .a to .z, one for each reason why a value is missing; SAS writes .A to .Z.
_STATA_MISSING = re.compile(r"\.[a-z]", re.IGNORECASE)
# The error messages of spreadsheets, such as #WERT!, #NAME? and #####.
_SPREADSHEET_ERROR = re.compile(r"#[A-ZÄÖÜ]{2,}[A-ZÄÖÜ0-9/]*[!?]|#DIV/0!|#{2,}")


def is_missing(cell: str) -> bool:
    """Return whether a cell means a missing value in every kind of column."""
    text = cell.strip()
    if len(text) > _MAX_LENGTH or text == "Na":  # Na is sodium
        return False
    return text.lower() in _MISSING_WORDS or bool(
        _SPREADSHEET_ERROR.fullmatch(text) or _STATA_MISSING.fullmatch(text)
    )


def is_ellipsis(cell: str) -> bool:
    """Return whether a cell stands for omitted cells."""
    return cell.strip() in _ELLIPSES


def is_marker(cell: str) -> bool:
    """Return whether a cell such as None is a missing value among numbers, but perhaps a class
    among words."""
    return cell.strip().lower() in _MARKERS
