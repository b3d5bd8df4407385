"""Rows with too many cells, because a sign that parts them stands within some: a space in a name,
a comma in a decimal number."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

from features.own_data.table.ambiguity import Ambiguity, likelier_first
from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_missing

Row = Sequence[str]

WORDS, IN_LINE = "words", "line"  # readings of spaces
DECIMAL, CUT = "decimal", "cut"  # readings of commas
_MOST_CELLS, _MOST_SPARE, _MOST_WAYS = 12, 4, 6  # of a row whose commas are looked at
_WHOLE = re.compile(r"[+−-]?\d{1,9}")
_DIGITS = re.compile(r"\d{1,9}")


# ---- spaces ----


def by_words(rows: Sequence[Row]) -> list[list[str]] | None:
    """Rows of words as rows of cells, where words beyond the usual number belong to a text: Bob
    van D 165.2 55. None where it is unsure which, or all rows are even."""
    width = _usual_width(rows)
    if width < 2 or len({*map(len, rows)}) == 1:
        return None
    even = [row for row in rows if len(row) == width]
    body = even[1:] if even and even[0] is rows[0] and len(even) > 1 else even
    numeric = [
        number_parsing.is_numeric([c for c in column if not is_missing(c)] or [""])
        for column in zip(*body, strict=True)
    ]
    if all(numeric) or any(not a and not b for a, b in pairwise(numeric)):
        return None
    texts = numeric.count(False)
    pattern = re.compile("".join(
        "(N)" if n else ("([TN]+)" if texts == 1 else "(T+)") for n in numeric
    ))  # fmt: skip
    found = []
    for row in rows:
        if len(row) == width:
            found.append([*row])
            continue
        kinds = "".join("N" if number_parsing.is_number(c) or is_missing(c) else "T" for c in row)
        match = pattern.fullmatch(kinds)
        if match is None:
            return None
        found.append([" ".join(row[slice(*match.span(k + 1))]) for k in range(width)])
    return found


def by_names(lines: Sequence[str]) -> list[list[str]] | None:
    """Lines as rows of cells that begin where the names in the first line do. None where a word
    goes over such a place, or where there are no names."""
    starts = [found.start() for found in re.finditer(r"\S+", lines[0])]
    if len(starts) < 2 or starts[0] or any(map(number_parsing.is_number, lines[0].split())):
        return None
    if any(line[p - 1 : p].strip() for line in lines for p in starts[1:]):
        return None
    spans = [*pairwise([*starts, None])]
    rows = [[line[a:b].strip() for a, b in spans] for line in lines]
    return None if has_mixed_cells(rows) else rows


def _usual_width(rows: Sequence[Row]) -> int:
    """How many cells the first row has, if other rows have as many; else as most have."""
    widths = Counter(map(len, rows))
    if widths[len(rows[0])] > 1:
        return len(rows[0])
    return max(widths, key=lambda w: (widths[w], -w))


def has_mixed_cells(rows: Sequence[Row]) -> bool:
    """Whether a cell holds words beside a number, where others hold a number alone."""
    for column in zip(*rows[1:], strict=True):
        numbers = sum(map(number_parsing.is_number, column))
        mixed = [c for c in column if " " in c and not number_parsing.is_number(c)
                 and any(map(number_parsing.is_number, c.split()))]  # fmt: skip
        if numbers and mixed:
            return True
    return False


def ask_spaces(words: Sequence[Row], line: Sequence[Row], likelier: str) -> Ambiguity:
    """Whether a text with spaces is one cell, or cells begin where the names of columns do."""
    apart = (a for a, b in zip(words, line, strict=False) if [*a] != [*b])
    text = next((cell for row in apart for cell in row if " " in cell), words[-1][0])
    titles = {
        WORDS: f"“{text[:30]}” is one cell",
        IN_LINE: "Cells begin and end where the columns stand in line",
    }
    why = "because then numbers stand in the columns of numbers"
    if likelier == IN_LINE:
        why = "because the columns stand in line"
    return likelier_first("spaces", "Which words are one cell?", likelier, titles, why)


# ---- commas ----


def joined_decimals(rows: Sequence[Row]) -> tuple[list[list[str]], Ambiguity] | None:
    """Rows that commas part, with decimal commas within numbers joined where a row has too many
    cells; and the question whether. None where that makes no even rows."""
    width = _named_width(rows) if rows else 0
    long = [i for i, row in enumerate(rows) if len(row) > width]
    if width < 2 or not long or any(len(rows[i]) > _MOST_CELLS for i in long):
        return None
    numeric = _numeric(rows, width)
    own = [[way for way in _ways(rows[i], width) if _suits(_joined(rows[i], way), numeric)]
           for i in long]  # fmt: skip
    if not all(own):
        return None
    exact = _has_decimals(rows, width)
    own = [sorted(ways, key=lambda way: -_in_place(way, exact)) for ways in own]
    common = [way for way in own[0] if all(way in ways for ways in own)]
    ways = [common[0] if common else ways[0] for ways in own]
    sure = len(common) == 1 or all(len(ways) == 1 for ways in own)
    joined = [[*row] for row in rows]
    for i, way in zip(long, ways, strict=True):
        joined[i] = _joined(rows[i], way)
    example = next(cell for cell in joined[long[0]] if "," in cell)
    titles = {
        DECIMAL: f"{example} is one number, with a decimal comma",
        CUT: "A cell ends at every comma, and what is too much is left out",
    }
    why = "because each row then has as many cells as there are columns"
    if not sure:
        why += ", though other commas may be the decimal ones"
    question = f"{len(long):,} {'row has' if len(long) == 1 else 'rows have'} too many cells. Is "
    asked = likelier_first("commas", f"{question}{example} one number?", DECIMAL, titles, why)
    return joined, asked


def _named_width(rows: Sequence[Row]) -> int:
    """How many cells a row of names has, else how many most rows have."""
    if len(rows) > 1 and all(cell and not number_parsing.is_number(cell) for cell in rows[0]):
        return len(rows[0])
    widths = Counter(map(len, rows))
    return max(widths, key=lambda w: (widths[w], -w))


def _numeric(rows: Sequence[Row], width: int) -> list[bool | None]:
    """Whether each column holds numbers, by the rows that are as wide; None where none is."""
    body = [row for row in rows[1:] if len(row) == width]
    if not body:
        return [None] * width
    return [
        number_parsing.is_numeric([c for c in column if not is_missing(c)] or [""])
        for column in zip(*body, strict=True)
    ]


def _ways(row: Row, width: int) -> list[tuple[int, ...]]:
    """After which cells commas may be decimal ones, so that the row has `width` cells."""
    spare = len(row) - width
    open_at = [i for i, (a, b) in enumerate(pairwise(row))
               if _WHOLE.fullmatch(a.strip()) and _DIGITS.fullmatch(b)]  # fmt: skip
    if not 0 < spare <= min(_MOST_SPARE, len(open_at)):
        return []
    ways = combinations(open_at, spare)
    apart = [way for way in ways if all(b - a > 1 for a, b in pairwise(way))]
    return apart if len(apart) <= _MOST_WAYS else []


def _has_decimals(rows: Sequence[Row], width: int) -> list[bool]:
    """Whether each column has decimals in some row that is as wide."""
    columns = zip(*(row for row in rows[1:] if len(row) == width), strict=True)
    return [any("." in c and number_parsing.is_number(c) for c in column) for column in columns]


def _in_place(way: tuple[int, ...], exact: Sequence[bool]) -> int:
    """How many of the joined numbers stand where others have decimals."""
    return sum(exact[i - k] for k, i in enumerate(way)) if exact else 0


def _joined(row: Row, way: tuple[int, ...]) -> list[str]:
    cells: list[str] = []
    for i, cell in enumerate(row):
        if i - 1 in way:
            cells[-1] += f",{cell}"
        else:
            cells.append(cell)
    return cells


def _suits(row: Row, numeric: Sequence[bool | None]) -> bool:
    """Whether numbers stand in the columns of numbers, and none with a comma elsewhere."""
    return all(
        is_number is None or is_missing(cell) or number_parsing.is_number(cell) == is_number
        or (not is_number and "," not in cell)
        for cell, is_number in zip(row, numeric, strict=True)
    )  # fmt: skip
