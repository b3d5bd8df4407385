"""Detection of titles, comments and sources above and below a table."""

import re
from collections.abc import Sequence
from itertools import takewhile

from features.own_data.table.cells import number_parsing
from features.own_data.table.header_detection import header_of

Row = Sequence[str]

_MAX_LINES = 12  # largest number of lines above a table
_COMMENT = re.compile(r"\s*(?:#|%|//)")


def split_comments(text: str) -> tuple[str, list[str]]:
    """Separate the comments at the start of a text from the rest. Return the rest, and the comments
    without their signs #, % or //. If there is no rest, return the whole text and no comments."""
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
    body = text[start:]
    return (body, comments) if body.strip() else (text, [])


def is_comment(row: Row, width: int) -> bool:
    """Return whether a row among the rows of a table is a comment."""
    return len(row) != width and row[0].lstrip().startswith("#")


def title_length(rows: Sequence[Row], width: int) -> int:
    """Return the number of title rows above a table whose rows have `width` filled cells."""
    if width < 2:
        return 0
    first_data_row = len(rows)
    for i, row in enumerate(rows[:_MAX_LINES]):
        if _filled_count(row) == width:
            # Words above numbers are a header, and no data can be above a header.
            header = header_of([_widen(r, width) for r in rows[i : i + 60]])
            return (
                i
                if header.is_header and not header.is_open
                else _incomplete_count(rows, min(i, first_data_row), width)
            )
        if _has_numbers(row):
            first_data_row = min(i, first_data_row)
    return 0


def _incomplete_count(rows: Sequence[Row], end: int, width: int) -> int:
    """Return the number of leading rows with too few cells for a header or data."""
    for i, row in enumerate(rows[:end]):
        if _filled_count(row) >= max(2, width - 1) or (width == 2 and not _is_sentence(row)):
            return i
    return end


def footer_length(rows: Sequence[Row], width: int) -> int:
    """Return the number of trailing remarks, at most 5: rows with words in the first cell, and only
    there. Return 0 for fewer than 3 columns or 4 rows."""
    if width < 3 or len(rows) < 4:
        return 0
    remarks = takewhile(
        lambda r: _filled_count(r) == 1 and r[0] and not _has_numbers(r), rows[:-6:-1]
    )
    return sum(1 for _ in remarks)


def _is_sentence(row: Row) -> bool:
    return any(ch in row[0].strip() for ch in " :")


def _widen(row: Row, width: int) -> list[str]:
    return [*(cell.strip() for cell in row[:width]), *[""] * (width - len(row))]


def _filled_count(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row)


def _has_numbers(row: Row) -> bool:
    return any(map(number_parsing.is_number, row))
