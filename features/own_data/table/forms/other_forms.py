"""Detection of texts that are not tables of separated cells, with advice on how to convert them.

This module does not read tables: formats that can be read are handled earlier. The criteria are
general, such as a bracket that opens in one cell and closes in another. Names of programs are used
only for the advice.
"""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.missing_values import is_ellipsis
from features.own_data.table.delimiter_detection import NO_DELIMITER
from features.own_data.table.text_decoding import UnreadableFile

Row = Sequence[str]

_MAX_LINES, _MAX_LINE_LENGTH = 400, 2000  # lines that are checked, and characters of each
_SAVE_AS_CSV = "Save it as CSV in the program that it comes from, then upload the CSV file."

_PAGE = re.compile(
    r"\s*<(?:!doctype|!--|html|\?xml|/?(?:table|thead|tbody|tr|td|th|div|body|head|style)\b)", re.I
)
_QUOTED_CELL = re.compile(r'"[^"]*"')
_TAG = re.compile(r"</\w+>|/>|\[/\w+\]")
_TABLE_TAG = re.compile(r"</t(?:able|r|d|h)>", re.I)
_OBJECT = re.compile(r"\s*<(?:[A-Za-z_]\w*[.:]\s?\w|class |\d+x\d+ |\w+ \w+ \w+ )")
_LATEX = re.compile(r"\\begin\{|\\\\(?:\[[^\]]*\])?\s*(?:\\hline|\\\w+rule)?\s*$|\\tabularnewline")
_WIKI = re.compile(r"\s*(?:\{\||\|\|)")
_FACTOR = re.compile(
    r"\s*(?:(?:1\.0e[+-]?\d+|1e[+-]?\d+|10\^\{?[+-]?\d+\}?)\s*[*×]"
    r"|[*×]\s*(?:1e[+-]?\d+|10(?:\^\{?[+-]?\d+\}?|[⁰¹²³⁴-⁹⁻]+)))\s*", re.I,
)  # fmt: skip
_BLOCK = re.compile(r"\s*Columns? \d+(?:\s+(?:through|and|to)\s+\d+)?:?\s*", re.I)
_ASSIGNMENT = re.compile(
    r"\s*(?:[A-Za-z]\w*(?:\([\d:, ]*\))?\s*=|(?:\d+×\d+|\d+-element) \w+\{.*\}:)\s*"
)
_PROMPT = re.compile(r"\s*(?:[a-z]{0,9}>{1,3}|\.) [A-Za-z].*")  # prompts of R, Python, Julia, Stata
_SOURCE = re.compile(
    r"\s*(?:end|(?:begin|end) data|datalines|cards|run|EOD|\$?\w+ << ?\w+|data list\b.*)"
    r"\s*[.;]?\s*",
    re.I,
)
_TEXT_LINE = re.compile(r"[^\d,;\t|]+")  # a line of a column of texts, such as labels
_R_LIST = re.compile(r"\s*\$ ?[A-Za-z.`_][\w.`]*\s*(?::|<|$)")
_R_VECTOR = re.compile(r"\s*\[(\d+)\](?:\s|$)")
_OMISSION = re.compile(
    r"[\s#ℹ….]*(?:with )?\d[\d,]* more (?:rows?|variables?|columns?|items?|lines?)\b.*"
    r"|\s*only showing (?:the )?(?:top|first) \d+.*|\s*\[ ?reached .*"
    r"|\s*\d[\d,]* (?:rows?|columns?)(?: and \d[\d,]* (?:rows?|columns?))? omitted\s*", re.I,
)  # fmt: skip
_DECLARED_SIZE = re.compile(
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
_NAME_IN_CELL = re.compile(r"([\w.][\w. ]{0,40}?) *[:=] *[+-]?\d[\d.,]*")
_CLOCK = re.compile(r"\s*\d{1,2}:\d\d")
_OPENING_BRACKET, _CLOSING_BRACKET = re.compile(r"[\[({⎡⎢⎣⎛⎜⎝]"), re.compile(r"[\])}⎤⎥⎦⎞⎟⎠]")
_LIST_NUMBER = re.compile(r"\s*(?:\w{1,3}\)|[:;=]-?[()\[\]])\s*")  # list numbers 1), emoticons :)
_GAPS = re.compile(r"\s{2,}")

# For texts with brackets: a pattern, the program that it suggests, and the command with which that
# program writes a CSV file.
_PROGRAMS = (
    (re.compile(r"\btensor\("), "as PyTorch prints them",
     'np.savetxt("table.csv", X.numpy(), delimiter=",")'),
    (re.compile(r"\b(?:c|structure|list|data\.frame|matrix)\((?!\[)"), "as in R code",
     'write.csv(d, "table.csv", row.names = FALSE)'),
    (re.compile(r"\binsert\s+into\b|\bvalues\b", re.I), "as in SQL",
     "your database’s CSV export"),
    (re.compile(r"\{\s*\{"), "as in Mathematica or C code",
     'Export["table.csv", data]'),
    (re.compile(
        r"(?<!\[)\[[^\]\[{(]{0,200};|^ {0,9}\w{1,40} ?= ?\[ ?[\d.-]{0,30} [^,\]]{0,200}$", re.M
    ),
     "as in MATLAB, Octave or Julia code", 'writematrix(A, "table.csv")'),
    (re.compile(r"\b(?:np|pd|array|Array|matrix|dtype|DataFrame|dict|Tensor)\b|\[\["),
     "as in Python code or output", 'np.savetxt("table.csv", X, delimiter=",")'),
    (re.compile(""), "as in a program’s source or output",
     'np.savetxt("table.csv", X, delimiter=",") in Python'),
)  # fmt: skip


def refuse_other_forms(text: str) -> None:
    """Raise UnreadableFile if a text's lines show that it is not a table of separated cells."""
    lines = _lines(text)
    if not lines:
        return
    first_line = lines[0]
    unquoted_lines = [_QUOTED_CELL.sub("", line) for line in lines]  # a quoted cell may hold a tag
    if (
        _PAGE.match(first_line)
        or _is_majority(unquoted_lines, _TAG.search)
        or any(map(_TABLE_TAG.search, unquoted_lines))
    ):
        raise UnreadableFile(
            "This is a web page or XML, not a table as text. Copy only the table, or save it as "
            "CSV, then paste or upload it."
        )
    if _OBJECT.match(first_line):
        raise UnreadableFile(
            "This is how a program describes an object, not a table. Write the table to a file, "
            'for example with df.to_csv("table.csv") in Python, then upload that file.'
        )
    if text.lstrip().startswith("%%MatrixMarket"):
        raise UnreadableFile(
            "This is a Matrix Market file, which lists entries by row and column. Write the whole "
            "matrix as CSV, then upload that file."
        )
    _refuse_omissions(lines)
    _refuse_matlab(lines)
    if any(map(_LATEX.search, lines)) and (
        _is_majority(lines, _LATEX.search) or "\\begin{" in text or "&" in text
    ):
        raise UnreadableFile(
            "This LaTeX text can’t be read: each row needs the same number of cells, without "
            "commands or formulas. Change this, or save the table as CSV, then paste or upload it."
        )
    if any(map(_WIKI.match, lines)):
        raise UnreadableFile(
            "This is a table in wiki markup, with a line that begins with {| or ||. "
            f"{_SAVE_AS_CSV}"
        )
    if _has_long_cells(lines):
        raise UnreadableFile(
            "In this table with a border of +---+ and |, a cell continues on the next line. "
            f"{_SAVE_AS_CSV}"
        )
    if (
        (line := next(filter(_SOURCE.fullmatch, lines), ""))
        and len(lines) > 2
        and not _is_majority(lines, _TEXT_LINE.fullmatch)
    ):
        raise UnreadableFile(
            f"The line “{line.strip()[:40]}” belongs to a program, such as one for SAS, SPSS or "
            "Stata. Paste only the rows, with the column names above them."
        )
    if sum(bool(_R_LIST.match(line)) for line in lines) >= max(2, len(lines) / 4) or (
        _is_vector(lines)
    ):
        raise UnreadableFile(
            "This is how R prints a vector, a list or the structure of a data frame, not a table. "
            'Write it with write.csv(d, "table.csv", row.names = FALSE), then upload that file.'
        )
    _refuse_lists(lines)


def _lines(text: str) -> list[str]:
    """Return the non-empty lines; of more than _MAX_LINES only the first and the last ones."""
    lines = [line[:_MAX_LINE_LENGTH] for line in text.split("\n") if line.strip()]
    half_count = _MAX_LINES // 2
    return lines if len(lines) <= _MAX_LINES else [*lines[:half_count], *lines[-half_count:]]


def _is_majority(lines: Sequence[str], matches) -> bool:
    return 2 * sum(bool(matches(line)) for line in lines) > len(lines)


def omission_error(example: str) -> UnreadableFile:
    """Create the error for a print-out with omitted parts; `example` is the text that shows it."""
    return UnreadableFile(
        f"This printout is incomplete: “{' '.join(example.split())[:40]}” shows that parts were "
        "left out. Write the whole table to a file, for example with to_csv in Python or write.csv "
        "in R, then upload that file. To use only what was printed, remove that text, and brackets "
        "around the rows."
    )


def _refuse_omissions(lines: Sequence[str]) -> None:
    for i, line in enumerate(lines):
        # R's data.table separates its first and last rows by a rule.
        is_rule = line.strip() == "---" and i > 1 and re.match(r"\s*\d+:", lines[i - 1])
        if is_rule or _OMISSION.fullmatch(line):
            raise omission_error(line)


def _refuse_matlab(lines: Sequence[str]) -> None:
    """Raise UnreadableFile for print-outs of MATLAB, Octave or Julia that are not one matrix."""
    if factor := next(filter(_FACTOR.fullmatch, lines), None):
        raise UnreadableFile(
            f"The numbers were printed with a common factor, {factor.strip()}, which "
            'drops digits. Write them with writematrix(A, "table.csv"), then upload that file.'
        )
    if any(map(_BLOCK.fullmatch, lines)) or (
        _ASSIGNMENT.fullmatch(lines[0]) and len(lines) > 1 and not _are_numbers(lines[1:])
    ):
        raise UnreadableFile(
            "This is output of MATLAB, Octave or Julia with blocks of columns, or with other text "
            "between the rows of numbers. Write the data to a CSV file, for example with "
            'writematrix(A, "table.csv") or writetable(T, "table.csv"), then upload that file.'
        )


def remove_assignment(text: str) -> tuple[str, str]:
    """Remove a first line such as A = above rows of numbers, or a typed command.

    Return the rest of the text, and the removed line or "".
    """
    first_line, _, body = text.lstrip("\n").partition("\n")
    if _PROMPT.fullmatch(first_line[:_MAX_LINE_LENGTH]) and "\n" in body.strip():
        return body, first_line.strip()
    first_line, _, body = text.lstrip().partition("\n")
    if _ASSIGNMENT.fullmatch(first_line[:_MAX_LINE_LENGTH]) and _are_numbers(_lines(body)):
        return body, first_line.strip()
    return text, ""


def _are_numbers(lines: Sequence[str]) -> bool:
    """Return whether these lines are equally long rows of numbers with spaces between them."""
    rows = [line.split() for line in lines]
    return len({*map(len, rows)}) == 1 and all(
        number_parsing.is_number(cell) or cell.lower() in ("nan", "inf", "-inf")
        for cell in chain(*rows)
    )


def _has_long_cells(lines: Sequence[str]) -> bool:
    """Return whether rules separate all rows, and some row has several lines."""
    rules = [i for i, line in enumerate(lines) if _GRID.fullmatch(line)]
    has_rules = any("=" in lines[i] for i in rules) and len(rules) > 3
    return has_rules and any(b - a > 2 for a, b in pairwise(rules))


def _is_vector(lines: Sequence[str]) -> bool:
    """Return whether lines begin with indices of values, [1] then [5], as R prints a vector.

    Lines that begin with [1], [2], [3] are rows with row numbers instead.
    """
    matches = [_R_VECTOR.match(line) for line in lines if not line.startswith("Levels")]
    places = [int(place[1]) for place in matches if place]
    if not places or len(places) < len(matches) or places[0] != 1:
        return False
    steps = {b - a for a, b in pairwise(places)}
    return len(lines) == 1 or len(matches) < len(lines) or steps != {1}


def _refuse_lists(lines: Sequence[str]) -> None:
    """Raise UnreadableFile for lists and for texts with a line for each value, as in YAML."""
    keys = [_KEY.match(line) for line in lines]
    value_lines = [line for line in lines if not _SECTION.fullmatch(line)]
    entry_count = sum(bool(_ENTRY.match(line)) or line.strip() == "-" for line in value_lines)
    names = [key[2] for key in keys if key]
    is_list = all(k or _ENTRY.match(line) or line.strip() == "-" or _SECTION.fullmatch(line)
                  for k, line in zip(keys, lines, strict=True))  # fmt: skip
    name_count = len({*names})
    is_cyclic = 1 < name_count <= len(names) / 2 and all(
        name == names[i % name_count] for i, name in enumerate(names)
    )
    is_nested = any(
        key and (not key[3] or key[3][:1] in "[{") and "=" not in line[: key.start(3)]
        for key, line in zip(keys, lines, strict=True)
    )
    has_sections = len(value_lines) < len(lines) and names
    if any(map(_RECORD.match, lines)) or (
        is_list and names and (entry_count or is_cyclic or is_nested or has_sections)
    ):
        raise UnreadableFile(
            "This text has a line for each value or list entry, as in YAML or a settings file, not "
            "a line for each row. Save it as CSV or JSON, then upload that file."
        )
    if (
        len(value_lines) > 1
        and entry_count >= len(value_lines) - (entry_count > 1)
        and not _are_labels(value_lines)
    ):
        raise UnreadableFile(
            f"The lines begin with “{value_lines[-1].strip()[0]}”, as in a list. Remove these "
            f"signs so that each line is a row, then paste the rows."
        )


def _are_labels(lines: Sequence[str]) -> bool:
    """Return whether lines begin with different characters, which may be labels or minus signs."""
    signs = {line.strip()[0] for line in lines}
    return len(signs) > 1 and not all(_ENTRY.match(line) for line in lines[1:])


# ---- checks of cells ----


def refuse_other_cells(records: Sequence[Row], delimiter: str) -> None:
    """Raise UnreadableFile if the cells show another format or omitted parts: brackets, a name
    before each value, several columns in one cell, or an ellipsis."""
    rows = [row for row in records[:_MAX_LINES] if any(cell.strip() for cell in row)]
    if not rows or delimiter == NO_DELIMITER:
        rows = [row for row in rows if delimiter == NO_DELIMITER]
    _refuse_brackets(rows)
    if delimiter == NO_DELIMITER or not rows:
        return
    for row in rows:
        filled_cells = [cell for cell in row if cell.strip()]
        is_single = len(filled_cells) == 1 and len(rows) > 1 and len(rows[0]) > 1
        if (delimiter == " " and _is_cut_short(row, rows)) or (
            is_single and is_ellipsis(filled_cells[0])
        ):
            raise omission_error(" ".join(row))
    width = max(map(len, rows))
    columns = [[row[i].strip() for row in rows if i < len(row)] for i in range(width)]
    has_names = sum(map(_have_names, columns)) > (width > 1)
    row_names = [_row_name(row) for row in rows[1:]]
    if len(row_names) > 1 and all(row_names):
        raise UnreadableFile(
            f"Each cell repeats the name of its row (“{columns[-1][1][:20]}”), as in a summary "
            f"printed by R. Write the data themselves to a file, for example with write.csv, "
            f"then upload that file."
        )
    if len(rows) > 1 and (has_names or any(all(map(_PAIRS.fullmatch, cells)) for cells in columns)):
        raise UnreadableFile(
            f"Each value has a name before it (“{columns[-1][0][:20]}”). Write the names once, in "
            f"the first row, and only the values below them."
        )
    if delimiter == "|" and len(rows) > 1 and any(map(_hold_columns, columns)):
        raise UnreadableFile(
            "Inside the frame only spaces separate the columns, as Stata and Julia print them, "
            "so the cells cannot be told apart. Write the table to a file, for example with export "
            "delimited in Stata or CSV.write in Julia, then upload that file."
        )


def _refuse_brackets(rows: Sequence[Row]) -> None:
    is_loose = [any(map(_is_loose, row)) for row in rows]
    are_enclosed = len(rows) > 1 and is_loose[0] and is_loose[-1]
    are_enclosed = are_enclosed and bool(
        _OPENING_BRACKET.search("".join(rows[0])) and _CLOSING_BRACKET.search("".join(rows[-1]))
    )
    if not is_loose or not (are_enclosed or 2 * sum(is_loose) >= len(is_loose)):
        return
    text = "\n".join(" ".join(row) for row in rows)[:_MAX_LINE_LENGTH]
    if re.search(r"(?:^|[\s,\[])(?:\.{3}|…)(?:[\s,\]]|$)", text):
        raise omission_error("...")
    description, export = next(
        (description, export) for mark, description, export in _PROGRAMS if mark.search(text)
    )
    raise UnreadableFile(
        f"The rows are in brackets, {description}, so this is not a table of separated cells. "
        f"Write the data to a CSV file, for example with {export}, then upload that file."
    )


def _is_loose(cell: str) -> bool:
    """Return whether a cell has an unmatched bracket."""
    text = cell.strip()
    opens, closes = bool(_OPENING_BRACKET.search(text)), bool(_CLOSING_BRACKET.search(text))
    if opens == closes:
        return opens and len(_OPENING_BRACKET.findall(text)) != len(_CLOSING_BRACKET.findall(text))
    is_interval = len(text) > 1 and text[0] in "[]()" and text[-1] in "[]()"  # ]0, 1], an interval
    return not (is_interval or _LIST_NUMBER.fullmatch(text))


def _is_cut_short(row: Row, rows: Sequence[Row]) -> bool:
    """Return whether an ellipsis in a row stands for omitted columns: the row has more cells than
    another row."""
    width = min(map(len, rows))
    return any(map(is_ellipsis, row)) and len(row) > width and len(rows) > 1


def _have_names(cells: Sequence[str]) -> bool:
    """Return whether all cells are pairs such as x=1.5, with the same name."""
    matches = [_NAMED_VALUE.match(cell) for cell in cells if not _CLOCK.match(cell)]
    if len(matches) < len(cells) or not all(matches):
        return False
    names = {match[1] for match in matches if match}
    return len(names) == 1 and not names & {"http", "https", "ftp"}


def _row_name(row: Sequence[str]) -> str:
    """Return the common name before the values of a row, as in Mean :2.5, or ""."""
    matches = [_NAME_IN_CELL.fullmatch(cell.strip()) for cell in row if cell.strip()]
    names = {match[1].strip() for match in matches if match}
    return names.pop() if len(matches) > 1 and all(matches) and len(names) == 1 else ""


def _hold_columns(cells: Sequence[str]) -> bool:
    """Return whether all cells contain the same number of columns, at least two. Wide gaps separate
    the columns, as in 1.5   2   a, or spaces if each cell below the first contains a number."""
    parts = {len(_GAPS.split(cell)) for cell in cells if cell}
    if len(parts) == 1 and parts.pop() > 1:
        return True
    words = [cell.split() for cell in cells if cell] or [[]]
    return (
        len({*map(len, words)}) == 1 < min(len(words), len(words[0]))
        and all(any(map(number_parsing.is_number, row)) for row in words[1:])
        and not number_parsing.is_numeric(cells[1:])
    )


# ---- checks of the table ----


def refuse_omitted_parts(names: Row, rows: Sequence[Row], text: str) -> None:
    """Raise UnreadableFile if a print-out has ellipses for rows or columns, or states a larger
    size than it has."""
    if ellipsis := next((name for name in names if is_ellipsis(name)), ""):
        raise omission_error(ellipsis)
    for row in rows:
        filled_cells = [cell for cell in row if cell]
        if len(row) > 1 and filled_cells and all(map(is_ellipsis, filled_cells)):
            raise omission_error(" ".join(filled_cells))
    lines = _lines(text)
    for line in [*lines[:3], *lines[-3:]]:
        if match := _DECLARED_SIZE.fullmatch(line):
            sizes = [int(re.sub("[,_]", "", size)) for size in match.groups() if size]
            if sizes[0] > len(rows) or (len(sizes) > 1 and sizes[1] > len(names)):
                raise omission_error(line)
