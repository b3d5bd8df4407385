"""Whether the first row of a table names its columns, and whether a second row has their units."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_marker, is_missing

_LOOK_AT = 60  # rows below that are compared with the first
_YEARS = range(1800, 2101)

Row = Sequence[str]


@dataclass(frozen=True)
class Header:
    """Whether there is a header, why, and whether it could be otherwise."""

    there: bool
    why: str = ""
    open: bool = False


@dataclass
class _Votes:
    """How many columns have as first cell a word over numbers, a number over numbers, a word that
    comes again below, and one that does not.
    """

    over: int = 0
    under: int = 0
    again: int = 0
    fresh: int = 0


def header_of(rows: Sequence[Row]) -> Header:
    """Whether the first of the rows names the columns."""
    first, body = rows[0], rows[1 : _LOOK_AT + 1]
    if not body:
        return Header(not any(map(number_parsing.is_number, first)))
    if counted := _counts_on(first, body):
        return Header(True, f"because its numbers count on: {counted}", True)
    if _names_but_the_rows(first, body):
        return Header(True, "because the rows below it have names, and it has none")
    votes = _votes(first, body)
    if votes.over or votes.under:
        return _by_numbers(votes)
    if votes.again:
        return Header(False, "because its words come again below")
    alone = len(set(first)) == len(first) and all(first)
    why = (
        "because its words don't come again" if alone else "because a name is empty or comes twice"
    )
    return Header(alone, why, True)


def _names_but_the_rows(first: Row, body: Sequence[Row]) -> bool:
    """Whether all columns but the first have a name that is no value, and that one a name for each
    row."""
    heads = [row[0] for row in body]
    each = len(set(heads)) == len(heads) and all(heads)
    fresh = all(cell and cell not in (row[i] for row in body) for i, cell in enumerate(first) if i)
    return not first[0] and len(first) > 1 and each and fresh and not _numbers_in(first[1:])


def _numbers_in(row: Row) -> bool:
    return any(map(number_parsing.is_number, row))


def _votes(first: Row, body: Sequence[Row]) -> _Votes:
    votes = _Votes()
    for cell, *below in zip(first, *body, strict=True):
        there, words = _there(below)
        if not there or is_missing(cell):
            continue
        if number_parsing.is_numeric(words):
            votes.under += number_parsing.is_number(cell)
            votes.over += not number_parsing.is_number(cell)
        else:
            votes.again += cell in there
            votes.fresh += cell not in there
    return votes


def _there(column: Sequence[str]) -> tuple[list[str], list[str]]:
    """The cells of a column that hold something, and those of them that aren't like - or None."""
    there = [cell for cell in column if not is_missing(cell)]
    return there, [cell for cell in there if not is_marker(cell)]


def _by_numbers(votes: _Votes) -> Header:
    """What a table with columns of numbers says."""
    if votes.over > votes.under:
        doubtful = bool(votes.under or votes.again)
        return Header(True, "because it has words where numbers follow", doubtful)
    doubtful = bool(votes.over) and not votes.again
    return Header(False, "because it has numbers where numbers follow", doubtful)


def _counts_on(first: Row, body: Sequence[Row]) -> str:
    """The numbers of a first row that are names, "" if they are none: years, or 0, 1, 2, ..., over
    columns that hold something else.
    """
    numbers = [(i, int(cell)) for i, cell in enumerate(first) if cell.isdecimal() and len(cell) < 9]
    values = [value for _, value in numbers]
    words = [
        i
        for i, cell in enumerate(first)
        if not (number_parsing.is_number(cell) or is_missing(cell))
    ]
    if not values or any(number_parsing.is_number(c) and not c.isdecimal() for c in first):
        return ""
    if any(first[i] in (row[i] for row in body) for i in words):
        return ""
    steps = {b - a for a, b in pairwise(values)}
    years = all(value in _YEARS for value in values) and (len(values) > 1 or bool(words))
    counted = len(values) > 2 and values[0] in (0, 1) and steps == {1}
    if not (counted or (years and len(steps) <= 1 and all(s > 0 for s in steps))):
        return ""
    below = [row[i] for i, _ in numbers for row in body if not is_missing(row[i])]
    if years:
        alike = sum(cell.isdecimal() and int(cell[:9]) in _YEARS for cell in below)
    else:
        alike = sum(cell.isdecimal() and len(cell) < 3 for cell in below)
    return ", ".join(map(str, values[:3])) if alike <= len(below) / 2 else ""


def is_second_header(row: Row, body: Sequence[Row]) -> bool:
    """Whether a row under the names has units or names, too: words over every column of numbers."""
    if len(body) < 2:
        return False
    votes = _votes(row, body[:_LOOK_AT])
    numeric = sum(
        number_parsing.is_numeric(_there(column)[1])
        for column in zip(*body[:_LOOK_AT], strict=True)
    )
    return votes.over > 0 and votes.over == numeric and not votes.under and not votes.again
