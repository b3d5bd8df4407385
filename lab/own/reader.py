"""From bytes or text to a table of text cells: how it is encoded, separated, and headed.

Everything a visitor sends is bounded before it is looked at, and nothing of it is run: cells stay
text. Whatever arrives, `read` returns a Table or raises Unreadable with a sentence and a way on.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lab.own import numbers
from lab.own.decoding import Unreadable, text_of

MOST_ROWS = 5000
MOST_COLUMNS = 200
MOST_CELL = 200  # characters of a cell that are kept
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "spaces"}
_LOOK_AT = 60  # rows from which the separator and the header are guessed
_LINES_IN_A_CELL = 5  # with more line breaks in one, a quotation mark was not closed
_NAME = 40
_NUMBERS = 0.8  # the share of a column's cells that are numbers, if it is a column of numbers
_SEP = re.compile(r"sep=(.)[^\S\n]*\r?\n", re.IGNORECASE)  # Excel's own first line

Row = Sequence[str]


@dataclass(frozen=True)
class Table:
    """Text cells, every one of `rows` as wide as `names`; `notes` are sentences on what was done.

    `header` says whether the first row gave the names. `delimiter` is one of DELIMITERS.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    header: bool
    notes: tuple[str, ...] = ()

    def cells(self, column: int) -> list[str]:
        return [row[column] for row in self.rows]


def read(source: bytes | str, delimiter: str = "", header: bool | None = None) -> Table:
    """The table in `source`. A delimiter and whether there is a header are guessed if not given.

    Raises Unreadable.
    """
    text, notes = text_of(source)
    if named := _SEP.match(text):
        text = text[named.end() :]
        delimiter = delimiter or named[1]
    if delimiter not in DELIMITERS:
        delimiter = guessed_delimiter(text)
    records = _records(text, delimiter, notes)
    if not records:
        raise Unreadable("There are no cells in it, only separators. Bring rows with numbers.")
    rows = _even(records, notes)
    if header is None:
        header = _has_header(rows)
    first, rows = (rows[0], rows[1:]) if header else ((), rows)
    if not rows:
        raise Unreadable(
            "There is one row, and it was taken for the header: no data come after it. Bring more "
            "rows, or say that there is no header."
        )
    if len(rows) > MOST_ROWS:
        rows = rows[:MOST_ROWS]
        notes.append(f"Only the first {MOST_ROWS:,} rows were read.")
    if formulas := sum(cell[:1] == "=" and len(cell) > 1 for row in rows for cell in row):
        notes.append(
            f"Formulas in cells are not worked out: {formulas:,} begin with =. Save the table with "
            "values instead."
        )
    return Table(_names(first, len(rows[0])), tuple(rows), delimiter, header, tuple(notes))


def guessed_delimiter(text: str) -> str:
    """The separator that cuts the first rows most evenly, and into most numbers; else the comma."""
    lines = (line[:2000] for line in text[:200_000].splitlines() if line.strip())
    sample = "\n".join(islice(lines, _LOOK_AT))

    def worth(delimiter: str) -> float:
        try:
            rows = list(_parsed(sample, delimiter, csv.QUOTE_MINIMAL))
        except csv.Error:
            rows = list(_parsed(sample, delimiter, csv.QUOTE_NONE))
        widths = Counter(map(len, rows)).most_common(1)
        if not widths or widths[0][0] < 2:
            return 0.0
        width, often = widths[0]
        cells = [cell for row in rows if len(row) == width for cell in row[:MOST_COLUMNS]]
        told = sum(numbers.is_missing(cell) or numbers.is_number(cell) for cell in cells)
        return often / len(rows) * (0.2 + told / len(cells))

    best = max(DELIMITERS, key=worth)  # of equals the first
    return best if worth(best) > 0 else ","


def _records(text: str, delimiter: str, notes: list[str]) -> list[Row]:
    """The rows that hold anything, one more than are read; adds to `notes` what went wrong."""

    def taken(quoting: int) -> list[Row]:
        # One more for a header, and one that tells of more.
        return list(islice(_parsed(text, delimiter, quoting), MOST_ROWS + 2))

    try:
        rows = taken(csv.QUOTE_MINIMAL)
        if not any(cell.count("\n") > _LINES_IN_A_CELL for row in rows for cell in row):
            return rows
    except csv.Error:
        pass
    try:
        rows = taken(csv.QUOTE_NONE)
    except csv.Error:
        raise Unreadable(
            f"One cell has more than {csv.field_size_limit():,} characters. Look for a missing "
            "line break, or another separator."
        ) from None
    notes.append(
        "A quotation mark is not closed, so all of them were read as plain characters. Check the "
        "rows below."
    )
    return rows


def _parsed(text: str, delimiter: str, quoting: int) -> Iterator[Row]:
    """The rows of a text that hold anything. Raises csv.Error for quotation marks left open."""
    if delimiter == " ":
        rows: Iterable[Row] = map(str.split, io.StringIO(text))
    else:
        # skipinitialspace would run over a separator that is a tab.
        rows = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, strict=True,
            skipinitialspace=delimiter != "\t",
        )  # fmt: skip
    return (row for row in rows if any(not cell.isspace() for cell in row if cell))


def _even(records: list[Row], notes: list[str]) -> list[tuple[str, ...]]:
    """All rows as wide as most of them are, at most MOST_COLUMNS, and cells cut to MOST_CELL."""
    often = Counter(map(len, records))
    width = max(often, key=lambda w: (often[w], w))
    if len(records) > 1 and len(records[0]) == width - 1 and not _numbers_in(records[0]):
        records[0] = ["", *records[0]]  # as R writes a table whose rows have names
    short = sum(len(row) < width for row in records)
    long = sum(any(row[width:]) for row in records)
    if short or long:
        notes.append(
            f"Most rows have {count(width, 'cell')}. {count(short, 'row')} had fewer, taken as "
            f"values that are missing; {count(long, 'row')} had more, which were left out."
        )
    if width > MOST_COLUMNS:
        notes.append(f"Only the first {MOST_COLUMNS} of {width:,} columns were read.")
        width = MOST_COLUMNS
    return [
        tuple(cell.strip()[:MOST_CELL] for cell in row[:width]) + ("",) * (width - len(row))
        for row in records
    ]


def _numbers_in(row: Row) -> int:
    return sum(map(numbers.is_number, row))


def count(n: int, noun: str) -> str:
    """A number with its noun: 1 row, 1,200 rows."""
    return f"{n:,} {noun}{'s' * (n != 1)}"


def _has_header(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first row names the columns: words over numbers, or over words that come again
    and again, or else words of which none comes again.
    """
    first, body = rows[0], rows[1 : _LOOK_AT + 1]
    if not body:
        return not _numbers_in(first)
    over, under = 0, 0
    for cell, *below in zip(first, *body, strict=True):
        told = [value for value in below if not numbers.is_missing(value)]
        if told and sum(map(numbers.is_number, told)) >= _NUMBERS * len(told):
            over += not (numbers.is_number(cell) or numbers.is_missing(cell))
            under += numbers.is_number(cell)
        elif len(told) > 3 and len(set(told)) <= len(told) / 2 and cell and cell not in told:
            return True
    if over or under:
        return over > under
    alone = all(cell not in column for cell, *column in zip(first, *body, strict=True))
    return alone and len(set(first)) == len(first) and all(first)


def _names(first: Row, width: int) -> tuple[str, ...]:
    """A different name for each column, printable and short."""
    seen: Counter[str] = Counter()
    names = []
    for i in range(width):
        given = first[i] if i < len(first) else ""
        shown = " ".join("".join(ch if ch.isprintable() else " " for ch in given).split())[:_NAME]
        name = shown or f"column {i + 1}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)
