"""Repair of rows with too many cells, split at spaces in names or at decimal commas."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

from features.own_data.table.ambiguity import Ambiguity, make_ambiguity
from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_missing

Row = Sequence[str]

WORDS, ALIGNED_COLUMNS = "words", "line"  # values of the option `spaces`
DECIMAL_COMMA, SEPARATOR_COMMA = "decimal", "cut"  # values of the option `commas`
# Limits for a row with decimal commas: cells, surplus cells, and possible readings.
_MAX_CELLS, _MAX_EXTRA_CELLS, _MAX_CHOICES = 12, 4, 6
_INTEGER = re.compile(r"[+−-]?\d{1,9}")
_DIGITS = re.compile(r"\d{1,9}")


# ---- cells split at spaces ----


def join_words(rows: Sequence[Row]) -> list[list[str]] | None:
    """Join words of rows with too many words into text cells, as in Bob van D 165.2 55.

    Return None if all rows are equally wide, if most have one word, or if the words can't be joined
    in exactly one way.
    """
    width = _usual_width(rows)
    if width < 2 or len({*map(len, rows)}) == 1:
        return None
    even_rows = [row for row in rows if len(row) == width]
    body = (
        even_rows[1:] if even_rows and even_rows[0] is rows[0] and len(even_rows) > 1 else even_rows
    )
    are_numeric = [
        number_parsing.is_numeric([c for c in column if not is_missing(c)] or [""])
        for column in zip(*body, strict=True)
    ]
    if all(are_numeric) or any(not a and not b for a, b in pairwise(are_numeric)):
        return None
    text_count = are_numeric.count(False)
    pattern = re.compile(
        "".join("(N)" if n else ("([TN]+)" if text_count == 1 else "(T+)") for n in are_numeric)
    )
    cells = []
    for row in rows:
        if len(row) == width:
            cells.append([*row])
            continue
        kinds = "".join("N" if number_parsing.is_number(c) or is_missing(c) else "T" for c in row)
        match = pattern.fullmatch(kinds)
        if match is None:
            return None
        cells.append([" ".join(row[slice(*match.span(k + 1))]) for k in range(width)])
    return cells


def split_at_names(lines: Sequence[str]) -> list[list[str]] | None:
    """Split lines where the names in the first line begin.

    Return None if the first line is indented, has a number or has fewer than two names, if a word
    crosses such a position, or if a column mixes numbers with cells such as Bob 165.
    """
    starts = [match.start() for match in re.finditer(r"\S+", lines[0])]
    if len(starts) < 2 or starts[0] or any(map(number_parsing.is_number, lines[0].split())):
        return None
    if any(line[p - 1 : p].strip() for line in lines for p in starts[1:]):
        return None
    spans = [*pairwise([*starts, None])]
    rows = [[line[a:b].strip() for a, b in spans] for line in lines]
    return None if has_mixed_cells(rows) else rows


def _usual_width(rows: Sequence[Row]) -> int:
    """Return the width of the first row if another row has it, else the most frequent width."""
    widths = Counter(map(len, rows))
    if widths[len(rows[0])] > 1:
        return len(rows[0])
    return max(widths, key=lambda w: (widths[w], -w))


def has_mixed_cells(rows: Sequence[Row]) -> bool:
    """Return whether a column has, below the first row, cells such as Bob 165 and also numbers."""
    for column in zip(*rows[1:], strict=True):
        number_count = sum(map(number_parsing.is_number, column))
        mixed_cells = [c for c in column if " " in c and not number_parsing.is_number(c)
                 and any(map(number_parsing.is_number, c.split()))]  # fmt: skip
        if number_count and mixed_cells:
            return True
    return False


def ask_spaces(word_rows: Sequence[Row], aligned_rows: Sequence[Row], default: str) -> Ambiguity:
    """Create the question whether words with spaces between them are one cell, or cells begin and
    end where the columns are aligned."""
    different_rows = (a for a, b in zip(word_rows, aligned_rows, strict=False) if [*a] != [*b])
    text = next((cell for row in different_rows for cell in row if " " in cell), word_rows[-1][0])
    titles = {
        WORDS: f"“{text[:30]}” is one cell",
        ALIGNED_COLUMNS: "Cells begin and end where the columns are aligned",
    }
    why = "because then the columns of numbers contain only numbers"
    if default == ALIGNED_COLUMNS:
        why = "because the columns are aligned"
    return make_ambiguity("spaces", "Where does a cell begin and end?", default, titles, why)


# ---- cells split at decimal commas ----


def join_decimals(rows: Sequence[Row]) -> tuple[list[list[str]], Ambiguity] | None:
    """Join cells that were split at decimal commas, in rows with too many cells, and create the
    question whether this is right.

    Return None if no row is too long, or if a long row can't be given the width of the table.
    """
    width = _named_width(rows) if rows else 0
    long_rows = [i for i, row in enumerate(rows) if len(row) > width]
    if width < 2 or not long_rows or any(len(rows[i]) > _MAX_CELLS for i in long_rows):
        return None
    are_numeric = _numeric_columns(rows, width)
    row_choices = [
        [
            choice
            for choice in _comma_choices(rows[i], width)
            if _suits(_join_cells(rows[i], choice), are_numeric)
        ]
        for i in long_rows
    ]
    if not all(row_choices):
        return None
    has_decimals = _has_decimals(rows, width)
    row_choices = [
        sorted(choices, key=lambda choice: -_decimal_matches(choice, has_decimals))
        for choices in row_choices
    ]
    common_choices = [
        choice for choice in row_choices[0] if all(choice in choices for choices in row_choices)
    ]
    choices = [common_choices[0] if common_choices else choices[0] for choices in row_choices]
    is_certain = len(common_choices) == 1 or all(len(choices) == 1 for choices in row_choices)
    new_rows = [[*row] for row in rows]
    for i, choice in zip(long_rows, choices, strict=True):
        new_rows[i] = _join_cells(rows[i], choice)
    example = next(cell for cell in new_rows[long_rows[0]] if "," in cell)
    titles = {
        DECIMAL_COMMA: f"{example} is one number, with a decimal comma",
        SEPARATOR_COMMA: "Every comma separates cells, and extra cells are left out",
    }
    is_single = len(long_rows) == 1
    these_have = "this row has" if is_single else "these rows have"
    why = f"because then {these_have} as many cells as there are columns"
    if not is_certain:
        why += ", although another comma may be the decimal comma"
    have = "row has" if is_single else "rows have"
    question_start = f"{len(long_rows):,} {have} too many cells. Is "
    question = make_ambiguity(
        "commas", f"{question_start}{example} one number?", DECIMAL_COMMA, titles, why
    )
    return new_rows, question


def _named_width(rows: Sequence[Row]) -> int:
    """Return the width of the header if there is one, else the most frequent width."""
    if len(rows) > 1 and all(cell and not number_parsing.is_number(cell) for cell in rows[0]):
        return len(rows[0])
    widths = Counter(map(len, rows))
    return max(widths, key=lambda w: (widths[w], -w))


def _numeric_columns(rows: Sequence[Row], width: int) -> list[bool | None]:
    """Return whether each column is numeric in the rows of this width; None for each if there are
    no such rows."""
    body = [row for row in rows[1:] if len(row) == width]
    if not body:
        return [None] * width
    return [
        number_parsing.is_numeric([c for c in column if not is_missing(c)] or [""])
        for column in zip(*body, strict=True)
    ]


def _comma_choices(row: Row, width: int) -> list[tuple[int, ...]]:
    """Return the possible sets of decimal commas, as indices of the cells before them, that give
    the row `width` cells; none if there are more than _MAX_CHOICES."""
    extra_count = len(row) - width
    possible_commas = [i for i, (a, b) in enumerate(pairwise(row))
               if _INTEGER.fullmatch(a.strip()) and _DIGITS.fullmatch(b)]  # fmt: skip
    if not 0 < extra_count <= min(_MAX_EXTRA_CELLS, len(possible_commas)):
        return []
    choices = combinations(possible_commas, extra_count)
    separate_choices = [choice for choice in choices if all(b - a > 1 for a, b in pairwise(choice))]
    return separate_choices if len(separate_choices) <= _MAX_CHOICES else []


def _has_decimals(rows: Sequence[Row], width: int) -> list[bool]:
    """Return whether each column has decimals in some row of this width below the first; [] without
    such rows."""
    columns = zip(*(row for row in rows[1:] if len(row) == width), strict=True)
    return [any("." in c and number_parsing.is_number(c) for c in column) for column in columns]


def _decimal_matches(choice: tuple[int, ...], has_decimals: Sequence[bool]) -> int:
    """Count the joined numbers in columns that have decimals."""
    return sum(has_decimals[i - k] for k, i in enumerate(choice)) if has_decimals else 0


def _join_cells(row: Row, choice: tuple[int, ...]) -> list[str]:
    cells: list[str] = []
    for i, cell in enumerate(row):
        if i - 1 in choice:
            cells[-1] += f",{cell}"
        else:
            cells.append(cell)
    return cells


def _suits(row: Row, are_numeric: Sequence[bool | None]) -> bool:
    """Return whether numeric columns hold numbers, and other columns no number with a comma."""
    return all(
        is_number is None or is_missing(cell) or number_parsing.is_number(cell) == is_number
        or (not is_number and "," not in cell)
        for cell, is_number in zip(row, are_numeric, strict=True)
    )  # fmt: skip
