"""What stands above and below a table and is no part of it: titles, comments, sources."""

import re
from collections.abc import Sequence
from itertools import takewhile

from features.own_data.table.cells import number_parsing
from features.own_data.table.header_detection import header_of

Row = Sequence[str]

_MAX_LINES = 12  # lines above a table
_COMMENT = re.compile(r"\s*(?:#|%|//)")


def split_comments(text: str) -> tuple[str, list[str]]:
    """The text below its first comments, and these without their signs."""
    comments: list[str] = []
    start = 0
    while start < len(text) and len(comments) < 200:
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end].strip()
        if line and not _COMMENT.match(line):
            break
        if line:
            comments.append(line.lstrip("#%/").strip())
        start = end
    rest = text[start:]
    return (rest, comments) if rest.strip() else (text, [])


def is_comment(row: Row, width: int) -> bool:
    """Whether a row between the others is a comment."""
    return len(row) != width and row[0].lstrip().startswith("#")


def title_length(rows: Sequence[Row], width: int) -> int:
    """How many of the first rows are above the table, whose rows have `width` cells."""
    if width < 2:
        return 0
    data = len(rows)
    for i, row in enumerate(rows[:_MAX_LINES]):
        if _filled(row) == width:
            # Words over numbers are names; in front of them nothing can be data.
            header = header_of([_wide(r, width) for r in rows[i : i + 60]])
            return i if header.there and not header.open else _poor(rows, min(i, data), width)
        if _has_numbers(row):
            data = min(i, data)
    return 0


def _poor(rows: Sequence[Row], until: int, width: int) -> int:
    """How many of the first rows hold too little to be names or data."""
    for i, row in enumerate(rows[:until]):
        if _filled(row) >= max(2, width - 1) or (width == 2 and not _is_sentence(row)):
            return i
    return until


def footer_length(rows: Sequence[Row], width: int) -> int:
    """How many of the last rows are remarks: one cell of words, where the others have three."""
    if width < 3 or len(rows) < 4:
        return 0
    last = takewhile(lambda r: _filled(r) == 1 and r[0] and not _has_numbers(r), rows[:-6:-1])
    return sum(1 for _ in last)


def _is_sentence(row: Row) -> bool:
    return any(ch in row[0].strip() for ch in " :")


def _wide(row: Row, width: int) -> list[str]:
    return [*(cell.strip() for cell in row[:width]), *[""] * (width - len(row))]


def _filled(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row)


def _has_numbers(row: Row) -> bool:
    return any(map(number_parsing.is_number, row))
