"""Texts that are no table of separated cells: what marks them, and how to bring what they hold.

Nothing here reads: a text that one of the readers takes exactly never comes this far. The marks are
few and general, such as a bracket that opens in one cell and closes in another; the names of
programs serve the advice alone.
"""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_ellipsis
from features.own_data.table.delimiter_detection import NOTHING
from features.own_data.table.text_decoding import UnreadableFile

Row = Sequence[str]

_MOST_LINES, _LONGEST = 400, 2000  # lines that are looked at, and characters of each
_CSV = "Save it as CSV in the program it comes from, and bring that."

_PAGE = re.compile(
    r"\s*<(?:!doctype|!--|html|\?xml|/?(?:table|thead|tbody|tr|td|th|div|body|head|style)\b)", re.I
)
_QUOTED = re.compile(r'"[^"]*"')
_TAG = re.compile(r"</\w+>|/>|\[/\w+\]")
_OF_TABLE = re.compile(r"</t(?:able|r|d|h)>", re.I)
_OBJECT = re.compile(r"\s*<(?:[A-Za-z_]\w*[.:]\s?\w|class |\d+x\d+ |\w+ \w+ \w+ )")
_LATEX = re.compile(r"\\begin\{|\\\\(?:\[[^\]]*\])?\s*(?:\\hline|\\\w+rule)?\s*$|\\tabularnewline")
_WIKI = re.compile(r"\s*(?:\{\||\|\|)")
_FACTOR = re.compile(
    r"\s*(?:(?:1\.0e[+-]?\d+|1e[+-]?\d+|10\^\{?[+-]?\d+\}?)\s*[*×]"
    r"|[*×]\s*(?:1e[+-]?\d+|10(?:\^\{?[+-]?\d+\}?|[⁰¹²³⁴-⁹⁻]+)))\s*", re.I,
)  # fmt: skip
_BLOCK = re.compile(r"\s*Columns? \d+(?:\s+(?:through|and|to)\s+\d+)?:?\s*", re.I)
_ASSIGNED = re.compile(
    r"\s*(?:[A-Za-z]\w*(?:\([\d:, ]*\))?\s*=|(?:\d+×\d+|\d+-element) \w+\{.*\}:)\s*"
)
_PROMPT = re.compile(r"\s*(?:[a-z]{0,9}>{1,3}|\.) [A-Za-z].*")  # of R, Python, julia>, Stata
_SOURCE = re.compile(
    r"\s*(?:end|(?:begin|end) data|datalines|cards|run|EOD|\$?\w+ << ?\w+|data list\b.*)"
    r"\s*[.;]?\s*",
    re.I,
)
_OF_LIST = re.compile(r"\s*\$ ?[A-Za-z.`_][\w.`]*\s*(?::|<|$)")
_OF_VECTOR = re.compile(r"\s*\[(\d+)\](?:\s|$)")
_IN_PART = re.compile(
    r"[\s#ℹ….]*(?:with )?\d[\d,]* more (?:rows?|variables?|columns?|items?|lines?)\b.*"
    r"|\s*only showing (?:the )?(?:top|first) \d+.*|\s*\[ ?reached .*"
    r"|\s*\d[\d,]* (?:rows?|columns?)(?: and \d[\d,]* (?:rows?|columns?))? omitted\s*", re.I,
)  # fmt: skip
_DECLARED = re.compile(
    r"\s*(?:# A tibble: (\d[\d,]*) [x×] (\d[\d,]*).*|shape: \((\d[\d,_]*), (\d[\d,_]*)\)\s*"
    r"|\[(\d+) rows x (\d+) columns\]\s*|(\d+)×(\d+) (?:DataFrame|Matrix|Array).*"
    r"|.*\bLength: (\d+), dtype: .*)"
)
_RECORD = re.compile(r"\s*(?:-\[ RECORD \d+ \].*|\*{5,} *\d+\. row \*{5,}\s*)")
_KEY = re.compile(r"""\s*((?:- +)*)["']?([A-Za-z_][\w .-]{0,40}?)["']?\s*[:=](?:\s+(.*)|)$""")
_ENTRY = re.compile(r"\s*[-*•]\s")
_GRID = re.compile(r"\s*\+[-=+]{2,}\+\s*")
_PAIRS = re.compile(r"\s*(?:[\w.-]{1,40}[:=]\S+\s+)+[\w.-]{1,40}[:=]\S+\s*")
_SECTION = re.compile(r"\s*(?:\[{1,2}[\w. -]+\]{1,2}|-{3}|\.{3})\s*")
_NAMED_VALUE = re.compile(r"""\s*["']?([A-Za-z_0-9][\w.-]{0,40})["']?\s*[:=]\s*\S""")
_NAME_WITHIN = re.compile(r"([\w.][\w. ]{0,40}?) *[:=] *[+-]?\d[\d.,]*")
_CLOCK = re.compile(r"\s*\d{1,2}:\d\d")
_OPEN, _CLOSED = re.compile(r"[\[({⎡⎢⎣⎛⎜⎝]"), re.compile(r"[\])}⎤⎥⎦⎞⎟⎠]")
_NUMBERED = re.compile(r"\s*(?:\w{1,3}\)|[:;=]-?[()\[\]])\s*")  # 1) and a smiley
_GAPS = re.compile(r"\s{2,}")

# What a text in brackets says of its program, and how this writes a CSV file.
_PROGRAMS = (
    (re.compile(r"\btensor\("), "as PyTorch prints it",
     'np.savetxt("table.csv", X.numpy(), delimiter=",")'),
    (re.compile(r"\b(?:c|structure|list|data\.frame|matrix)\((?!\[)"), "as R has it in a program",
     'write.csv(d, "table.csv", row.names = FALSE)'),
    (re.compile(r"\binsert\s+into\b|\bvalues\b", re.I), "as SQL has it in a program",
     "the export of a query as CSV"),
    (re.compile(r"\{\s*\{"), "as Mathematica or C has it in a program",
     'Export["table.csv", data]'),
    (re.compile(
        r"(?<!\[)\[[^\]\[{(]{0,200};|^ {0,9}\w{1,40} ?= ?\[ ?[\d.-]{0,30} [^,\]]{0,200}$", re.M
    ),
     "as MATLAB, Octave or Julia has it in a program", 'writematrix(A, "table.csv")'),
    (re.compile(r"\b(?:np|pd|array|Array|matrix|dtype|DataFrame|dict|Tensor)\b|\[\["),
     "as Python has it in a program or prints it", 'np.savetxt("table.csv", X, delimiter=",")'),
    (re.compile(""), "as in the source or the print-out of a program",
     'np.savetxt("table.csv", X, delimiter=",") in Python'),
)  # fmt: skip


def refuse_other_forms(text: str) -> None:
    """Raise UnreadableFile for a text that is known by its lines to be no table of separated
    cells."""
    lines = _lines(text)
    if not lines:
        return
    first = lines[0]
    unquoted = [_QUOTED.sub("", line) for line in lines]  # a quoted cell may hold a tag
    if _PAGE.match(first) or _mostly(unquoted, _TAG.search) or any(map(_OF_TABLE.search, unquoted)):
        raise UnreadableFile(
            "This is a web page or XML, and not a table of text. Copy the table alone, or save it "
            "as CSV, and bring that."
        )
    if _OBJECT.match(first):
        raise UnreadableFile(
            "This is how a program describes an object, and not a table. Write it to a file, such "
            'as with df.to_csv("table.csv") in Python, and bring that.'
        )
    if text.lstrip().startswith("%%MatrixMarket"):
        raise UnreadableFile(
            "This is a Matrix Market file, which lists entries by row and column. Write the whole "
            "matrix as CSV, and bring that."
        )
    _refuse_parts(lines)
    _refuse_matlab(lines)
    if any(map(_LATEX.search, lines)) and (
        _mostly(lines, _LATEX.search) or "\\begin{" in text or "&" in text
    ):
        raise UnreadableFile(
            "This is LaTeX with more in it than rows of plain cells. Take out its commands, or "
            "save the table as CSV, and bring that."
        )
    if any(map(_WIKI.match, lines)):
        raise UnreadableFile(f"This is a table in the language of a wiki. {_CSV}")
    if _has_long_cells(lines):
        raise UnreadableFile(
            f"In this frame of +---+ and | a cell goes on in the next line. {_CSV}"
        )
    if any(map(_SOURCE.fullmatch, lines)) and len(lines) > 2:
        raise UnreadableFile(
            "This is a program with data in it, as SAS, SPSS and Stata have them. Bring the rows "
            "alone, with their names above them."
        )
    if sum(bool(_OF_LIST.match(line)) for line in lines) >= max(2, len(lines) / 4) or (
        _is_vector(lines)
    ):
        raise UnreadableFile(
            "This is how R prints a vector, a list, or what a data frame is made of, and not a "
            'table. Write it with write.csv(d, "table.csv", row.names = FALSE), and bring that.'
        )
    _refuse_lists(lines)


def _lines(text: str) -> list[str]:
    """The lines that hold anything, from both ends where there are many."""
    every = [line[:_LONGEST] for line in text.split("\n") if line.strip()]
    half = _MOST_LINES // 2
    return every if len(every) <= _MOST_LINES else [*every[:half], *every[-half:]]


def _mostly(lines: Sequence[str], found) -> bool:
    return 2 * sum(bool(found(line)) for line in lines) > len(lines)


def in_part(example: str) -> UnreadableFile:
    """What is said of a print-out that leaves something out."""
    return UnreadableFile(
        f"This was printed in part: “{' '.join(example.split())[:40]}” stands for what was left "
        "out. Write the whole table to a file, such as with to_csv in Python or write.csv in R, "
        "and bring that. To show what was printed alone, take that out."
    )


def _refuse_parts(lines: Sequence[str]) -> None:
    for i, line in enumerate(lines):
        # R's data.table parts first and last rows by a rule, where others rule off a header.
        parted = line.strip() == "---" and i > 1 and re.match(r"\s*\d+:", lines[i - 1])
        if parted or _IN_PART.fullmatch(line):
            raise in_part(line)


def _refuse_matlab(lines: Sequence[str]) -> None:
    """Raise for what MATLAB and Octave print, but for a matrix alone: see `without_assignment`."""
    if factor := next(filter(_FACTOR.fullmatch, lines), None):
        raise UnreadableFile(
            f"The numbers were printed with a factor before them, {factor.strip()}, which cuts "
            'their digits. Write them with writematrix(A, "table.csv"), and bring that.'
        )
    if any(map(_BLOCK.fullmatch, lines)) or (
        _ASSIGNED.fullmatch(lines[0]) and len(lines) > 1 and not _are_numbers(lines[1:])
    ):
        raise UnreadableFile(
            "This is what MATLAB, Octave or Julia prints, in blocks or with more than rows of "
            'numbers. Write it to a CSV file, such as with writematrix(A, "table.csv") or '
            'writetable(T, "table.csv"), and bring that.'
        )


def without_assignment(text: str) -> tuple[str, str]:
    """The text without a first line such as A =, where rows of numbers alone follow, or such as
    was typed to have the table printed; and that line, or ""."""
    first, _, rest = text.lstrip("\n").partition("\n")
    if _PROMPT.fullmatch(first[:_LONGEST]) and "\n" in rest.strip():
        return rest, first.strip()
    first, _, rest = text.lstrip().partition("\n")
    if _ASSIGNED.fullmatch(first[:_LONGEST]) and _are_numbers(_lines(rest)):
        return rest, first.strip()
    return text, ""


def _are_numbers(lines: Sequence[str]) -> bool:
    """Whether these lines are rows of as many numbers each, with spaces between."""
    rows = [line.split() for line in lines]
    return len({*map(len, rows)}) == 1 and all(
        number_parsing.is_number(cell) or cell.lower() in ("nan", "inf", "-inf")
        for cell in chain(*rows)
    )


def _has_long_cells(lines: Sequence[str]) -> bool:
    """Whether a rule stands between all rows, +===+ below the names, and not after each line."""
    rules = [i for i, line in enumerate(lines) if _GRID.fullmatch(line)]
    between = any("=" in lines[i] for i in rules) and len(rules) > 3
    return between and any(b - a > 2 for a, b in pairwise(rules))


def _is_vector(lines: Sequence[str]) -> bool:
    """Whether each line begins with the place of its first value, [1] and then [5], as R prints
    a vector; [1], [2], [3] number rows."""
    found = [_OF_VECTOR.match(line) for line in lines if not line.startswith("Levels")]
    places = [int(place[1]) for place in found if place]
    if not places or len(places) < len(found) or places[0] != 1:
        return False
    steps = {b - a for a, b in pairwise(places)}
    return len(lines) == 1 or len(found) < len(lines) or steps != {1}


def _refuse_lists(lines: Sequence[str]) -> None:
    """Raise for lists and for a line for each value, as YAML and settings have them."""
    keys = [_KEY.match(line) for line in lines]
    own = [line for line in lines if not _SECTION.fullmatch(line)]
    entries = sum(bool(_ENTRY.match(line)) or line.strip() == "-" for line in own)
    names = [key[2] for key in keys if key]
    is_list = all(k or _ENTRY.match(line) or line.strip() == "-" or _SECTION.fullmatch(line)
                  for k, line in zip(keys, lines, strict=True))  # fmt: skip
    cycle = len({*names})
    again = 1 < cycle <= len(names) / 2 and all(
        name == names[i % cycle] for i, name in enumerate(names)
    )
    nested = any(
        key and (not key[3] or key[3][:1] in "[{") and "=" not in line[: key.start(3)]
        for key, line in zip(keys, lines, strict=True)
    )
    sections = len(own) < len(lines) and names
    if any(map(_RECORD.match, lines)) or (
        is_list and names and (entries or again or nested or sections)
    ):
        raise UnreadableFile(
            "This has a line for each value or each entry of a list, as YAML and settings have, "
            "and not one line for each row. Save it as CSV or JSON, and bring that."
        )
    if len(own) > 1 and entries >= len(own) - (entries > 1) and not _are_labels(own):
        raise UnreadableFile(
            f"The lines begin with “{own[-1].strip()[0]}”, as entries of a list. Take these signs "
            "away, so that each line is a row, and bring that."
        )


def _are_labels(lines: Sequence[str]) -> bool:
    """Whether the sign before each line may be a class, or a minus: other lines have another."""
    signs = {line.strip()[0] for line in lines}
    return len(signs) > 1 and not all(_ENTRY.match(line) for line in lines[1:])


# ---- by the cells ----


def refuse_other_cells(records: Sequence[Row], delimiter: str) -> None:
    """Raise UnreadableFile where the cells of rows show that what was cut is no table: brackets,
    the columns' names before each value, or several columns in one cell."""
    rows = [row for row in records[:_MOST_LINES] if any(cell.strip() for cell in row)]
    if not rows or delimiter == NOTHING:
        rows = [row for row in rows if delimiter == NOTHING]
    _refuse_brackets(rows)
    if delimiter == NOTHING or not rows:
        return
    for row in rows:
        there = [cell for cell in row if cell.strip()]
        alone = len(there) == 1 and len(rows) > 1 and len(rows[0]) > 1
        if (delimiter == " " and _is_cut_short(row, rows)) or (alone and is_ellipsis(there[0])):
            raise in_part(" ".join(row))
    width = max(map(len, rows))
    columns = [[row[i].strip() for row in rows if i < len(row)] for i in range(width)]
    named = sum(map(_have_names, columns)) > (width > 1)
    inner = [_row_name(row) for row in rows[1:]]
    if len(inner) > 1 and all(inner):
        raise UnreadableFile(
            f"Each cell has the name of its row within (“{columns[-1][1][:20]}”), as R prints a "
            "summary. Write the data themselves to a file, such as with write.csv, and bring that."
        )
    if len(rows) > 1 and (named or any(all(map(_PAIRS.fullmatch, cells)) for cells in columns)):
        raise UnreadableFile(
            f"Each value has a name before it (“{columns[-1][0][:20]}”), so these are not the "
            "cells of columns. Bring the names once, in the first row, and below them the values "
            "alone."
        )
    if delimiter == "|" and len(rows) > 1 and any(map(_hold_columns, columns)):
        raise UnreadableFile(
            "Within the frame spaces part the columns, as Stata and Julia print them, and what "
            "stands in one cell is unsure. Write the table to a file, such as with export "
            "delimited in Stata or CSV.write in Julia, and bring that."
        )


def _refuse_brackets(rows: Sequence[Row]) -> None:
    loose = [any(map(_is_loose, row)) for row in rows]
    around = len(rows) > 1 and loose[0] and loose[-1]
    around = around and bool(_OPEN.search("".join(rows[0])) and _CLOSED.search("".join(rows[-1])))
    if not loose or not (around or 2 * sum(loose) >= len(loose)):
        return
    text = "\n".join(" ".join(row) for row in rows)[:_LONGEST]
    if re.search(r"(?:^|[\s,\[])(?:\.{3}|…)(?:[\s,\]]|$)", text):
        raise in_part("...")
    what, way = next((what, way) for mark, what, way in _PROGRAMS if mark.search(text))
    raise UnreadableFile(
        f"Brackets stand around the rows, {what}, so this is no table of separated cells. Write it "
        f"to a CSV file there, such as with {way}, and bring that."
    )


def _is_loose(cell: str) -> bool:
    """Whether a bracket opens in this cell and does not close there, or the other way round."""
    text = cell.strip()
    opens, closes = bool(_OPEN.search(text)), bool(_CLOSED.search(text))
    if opens == closes:
        return opens and len(_OPEN.findall(text)) != len(_CLOSED.findall(text))
    whole = len(text) > 1 and text[0] in "[]()" and text[-1] in "[]()"  # ]0, 1], an interval
    return not (whole or _NUMBERED.fullmatch(text))


def _is_cut_short(row: Row, rows: Sequence[Row]) -> bool:
    """Whether an ellipsis in a row stands for columns: it is the cell that the others lack."""
    width = min(map(len, rows))
    return any(map(is_ellipsis, row)) and len(row) > width and len(rows) > 1


def _have_names(cells: Sequence[str]) -> bool:
    """Whether all cells are names and values, x=1.5, with a number among them or one name."""
    found = [_NAMED_VALUE.match(cell) for cell in cells if not _CLOCK.match(cell)]
    if len(found) < len(cells) or not all(found):
        return False
    names = {name[1] for name in found if name}
    return len(names) == 1 and not names & {"http", "https", "ftp"}


def _row_name(row: Sequence[str]) -> str:
    """The name before the value in all cells of a row, Mean :2.5, "" where there is none."""
    found = [_NAME_WITHIN.fullmatch(cell.strip()) for cell in row if cell.strip()]
    names = {name[1].strip() for name in found if name}
    return names.pop() if len(found) > 1 and all(found) and len(names) == 1 else ""


def _hold_columns(cells: Sequence[str]) -> bool:
    """Whether each cell is cut into as many by wide gaps, 1.5   2   a, or into as many words as
    there are above it, with a number among them."""
    parts = {len(_GAPS.split(cell)) for cell in cells if cell}
    if len(parts) == 1 and parts.pop() > 1:
        return True
    words = [cell.split() for cell in cells if cell] or [[]]
    return (
        len({*map(len, words)}) == 1 < min(len(words), len(words[0]))
        and all(any(map(number_parsing.is_number, row)) for row in words[1:])
        and not number_parsing.is_numeric(cells[1:])
    )


# ---- by what was read ----


def refuse_left_out(names: Row, rows: Sequence[Row], text: str) -> None:
    """Raise UnreadableFile where rows or columns of a print-out stand for others, or where it says
    that it has more than there are."""
    if shown := next((name for name in names if is_ellipsis(name)), ""):
        raise in_part(shown)
    for row in rows:
        there = [cell for cell in row if cell]
        if len(row) > 1 and there and all(map(is_ellipsis, there)):
            raise in_part(" ".join(there))
    lines = _lines(text)
    for line in [*lines[:3], *lines[-3:]]:
        if found := _DECLARED.fullmatch(line):
            sizes = [int(re.sub("[,_]", "", size)) for size in found.groups() if size]
            if sizes[0] > len(rows) or (len(sizes) > 1 and sizes[1] > len(names)):
                raise in_part(line)
