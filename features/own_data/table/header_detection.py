"""Detection of a row of names, and of a second row with units."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_marker, is_missing

_MAX_BODY_ROWS = 60  # rows that are compared with the first row
_YEARS = range(1800, 2101)

Row = Sequence[str]


@dataclass(frozen=True)
class Header:
    """Whether the first row is a header, the reason, and whether the other answer is possible."""

    is_header: bool
    why: str = ""
    is_open: bool = False


@dataclass
class _Votes:
    """Four numbers of columns: those whose first cell is a word above numbers, a number above
    numbers, a word that is repeated below, and a word that is not."""

    words_over_numbers: int = 0
    numbers_over_numbers: int = 0
    repeated_words: int = 0
    new_words: int = 0


def header_of(rows: Sequence[Row]) -> Header:
    """Decide whether the first row names the columns."""
    first_row, body = rows[0], rows[1 : _MAX_BODY_ROWS + 1]
    if not body:
        return Header(not any(map(number_parsing.is_number, first_row)))
    if counting_names := _counting_names(first_row, body):
        return Header(True, f"because its numbers are years or count up: {counting_names}", True)
    if _has_row_names(first_row, body):
        return Header(True, "because the rows below begin with names, and its first cell is empty")
    votes = _votes(first_row, body)
    if votes.words_over_numbers or votes.numbers_over_numbers:
        return _by_numbers(votes)
    if votes.repeated_words:
        return Header(False, "because its words occur again below")
    is_unique = len(set(first_row)) == len(first_row) and all(first_row)
    why = (
        "because its words do not occur again"
        if is_unique
        else "because a cell is empty or occurs twice"
    )
    return Header(is_unique, why, True)


def _has_row_names(first_row: Row, body: Sequence[Row]) -> bool:
    """Return whether the first column has row names and all other columns have names."""
    row_names = [row[0] for row in body]
    are_unique = len(set(row_names)) == len(row_names) and all(row_names)
    are_names = all(
        cell and cell not in (row[i] for row in body) for i, cell in enumerate(first_row) if i
    )
    return (
        not first_row[0]
        and len(first_row) > 1
        and are_unique
        and are_names
        and not _numbers_in(first_row[1:])
    )


def _numbers_in(row: Row) -> bool:
    return any(map(number_parsing.is_number, row))


def _votes(first_row: Row, body: Sequence[Row]) -> _Votes:
    votes = _Votes()
    for cell, *body_cells in zip(first_row, *body, strict=True):
        filled_cells, words = _filled_cells(body_cells)
        if not filled_cells or is_missing(cell):
            continue
        if number_parsing.is_numeric(words):
            votes.numbers_over_numbers += number_parsing.is_number(cell)
            votes.words_over_numbers += not number_parsing.is_number(cell)
        else:
            votes.repeated_words += cell in filled_cells
            votes.new_words += cell not in filled_cells
    return votes


def _filled_cells(column: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the cells of a column that are not missing, and the same without markers such as
    None."""
    filled_cells = [cell for cell in column if not is_missing(cell)]
    return filled_cells, [cell for cell in filled_cells if not is_marker(cell)]


def _by_numbers(votes: _Votes) -> Header:
    """Decide whether the first row is a header, in a table with columns of numbers."""
    if votes.words_over_numbers > votes.numbers_over_numbers:
        is_open = bool(votes.numbers_over_numbers or votes.repeated_words)
        return Header(True, "because it has words where the rows below have numbers", is_open)
    is_open = bool(votes.words_over_numbers) and not votes.repeated_words
    return Header(False, "because it has numbers, like the rows below", is_open)


def _counting_names(first_row: Row, body: Sequence[Row]) -> str:
    """Return up to three numbers of the first row if they are names: years, or numbers that count
    up from 0 or 1; else ""."""
    numbers = [
        (i, int(cell)) for i, cell in enumerate(first_row) if cell.isdecimal() and len(cell) < 9
    ]
    values = [value for _, value in numbers]
    word_columns = [
        i
        for i, cell in enumerate(first_row)
        if not (number_parsing.is_number(cell) or is_missing(cell))
    ]
    if not values or any(number_parsing.is_number(c) and not c.isdecimal() for c in first_row):
        return ""
    if any(first_row[i] in (row[i] for row in body) for i in word_columns):
        return ""
    steps = {b - a for a, b in pairwise(values)}
    are_years = all(value in _YEARS for value in values) and (len(values) > 1 or bool(word_columns))
    are_counts = len(values) > 2 and values[0] in (0, 1) and steps == {1}
    if not (are_counts or (are_years and len(steps) <= 1 and all(s > 0 for s in steps))):
        return ""
    body_cells = [row[i] for i, _ in numbers for row in body if not is_missing(row[i])]
    if are_years:
        similar_count = sum(cell.isdecimal() and int(cell[:9]) in _YEARS for cell in body_cells)
    else:
        similar_count = sum(cell.isdecimal() and len(cell) < 3 for cell in body_cells)
    return ", ".join(map(str, values[:3])) if similar_count <= len(body_cells) / 2 else ""


def is_second_header(row: Row, body: Sequence[Row]) -> bool:
    """Return whether a row below the names has units: words above every column of numbers."""
    if len(body) < 2:
        return False
    votes = _votes(row, body[:_MAX_BODY_ROWS])
    numeric_count = sum(
        number_parsing.is_numeric(_filled_cells(column)[1])
        for column in zip(*body[:_MAX_BODY_ROWS], strict=True)
    )
    return (
        votes.words_over_numbers > 0
        and votes.words_over_numbers == numeric_count
        and not votes.numbers_over_numbers
        and not votes.repeated_words
    )
