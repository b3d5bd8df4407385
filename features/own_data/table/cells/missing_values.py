"""Which cells say that there is no value, in the words of the programs that write tables."""

import re

# What no table means as a value: pandas, R, SPSS, SAS, MySQL, UCI, spreadsheets; en, de, fr, sv.
_NEVER = frozenset(
    ["", ".", ",", "..", "...", "…", "?", "na", "n/a", "#n/a", "nan", "-nan", "<na>", "nat",
     "(null)", "\\n", "inf", "-inf", "+inf", "infinity", "-infinity", "∞", "-∞", "k.a.", "k. a.",
     "n.v.", "n. v.", "n.a.", "n. a.", "n.d.", "n. d.", "#nv", "#n/d", "keine angabe", "saknas",
     "uppgift saknas"]
)  # fmt: skip
# What means no value among numbers, and may be a class of its own among words.
_AMONG_NUMBERS = frozenset(
    ["-", "--", "–", "—", "−", ":", "/", "nd", "none", "null", "nil", "missing"]
)
_ELLIPSES = frozenset(["..", "...", "…", "⋮", "⋱", "·"])
_LONGEST = 14
_OF_STATA = re.compile(r"\.[a-z]", re.IGNORECASE)  # .a to .z: missing for a reason; SAS has .A
_ERROR = re.compile(r"#[A-ZÄÖÜ]{2,}[A-ZÄÖÜ0-9/]*[!?]|#DIV/0!|#{2,}")  # #WERT!, #NAME?, #####


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value, wherever it stands."""
    text = cell.strip()
    if len(text) > _LONGEST or text == "Na":  # sodium
        return False
    return text.lower() in _NEVER or bool(_ERROR.fullmatch(text) or _OF_STATA.fullmatch(text))


def is_ellipsis(cell: str) -> bool:
    """Whether a cell stands for cells that were left out."""
    return cell.strip() in _ELLIPSES


def is_marker(cell: str) -> bool:
    """Whether a cell says so among numbers, and may be a class among words: - or None."""
    return cell.strip().lower() in _AMONG_NUMBERS
