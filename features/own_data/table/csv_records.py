"""Splitting text into rows of cells, with correct and incorrect quotation marks."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from features.own_data.table.aligned_columns import split_aligned_columns
from features.own_data.table.delimiter_detection import NO_DELIMITER
from features.own_data.table.text_decoding import UnreadableFile

Row = Sequence[str]

_SAMPLE_LINES = 60  # lines from which quotation mark and separator are detected
_MAX_LINE = 2000  # characters of a line that are examined
SAMPLE = 2 * _SAMPLE_LINES * _MAX_LINE  # characters of a text, from its start, with the sample
_TOKEN = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')  # a cell between spaces
_QUOTED_CELL = re.compile(r'(?<![^\s,;|])"[^"]*(?:""[^"]*)*"(?![^\s,;|])')
_QUOTED_LINE = re.compile(r'"((?:[^"]|"")*)"[,;\t]*')  # a line that is one quoted cell
_SINGLE_QUOTED_CELL = re.compile(r"(?:^|[,;\t|])\s*'[^'\n]*'\s*(?=[,;\t|]|$)")
# A rule, such as |---|---| under a header.
_RULE = re.compile(r"[\s|+:=-]*(?:-{3}|={3}|-:|:-)[\s|+:=-]*|[\s_]*_{3}[\s_]*")
_UNDERLINES = re.compile(r" *-+(?: +-+)+ *")


def first_lines(text: str) -> list[str]:
    """Return the non-empty lines in the first SAMPLE characters of a text, at most _SAMPLE_LINES,
    each cut to _MAX_LINE characters."""
    lines = (line[:_MAX_LINE] for line in text[:SAMPLE].splitlines() if line.strip())
    return list(islice(lines, _SAMPLE_LINES))


def remove_rules(text: str) -> str:
    """Remove lines that consist only of rules, such as |---|---|."""
    if not any(sign in text for sign in ("--", "==", "-:", "__", "- -")):
        return text
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line[:_MAX_LINE])]
    # Remove short rules below short names, as PowerShell prints them.
    if len(lines) > 2 and _UNDERLINES.fullmatch(lines[1][:_MAX_LINE]):
        words = lines[1].split()
        if len(words) == len(lines[0].split()) > 1:
            del lines[1]
    return "\n".join(lines)


def unwrap_lines(text: str) -> str:
    """Remove quotation marks around whole lines, which come from saving a CSV twice."""
    lines = first_lines(text)
    first_match = _QUOTED_LINE.fullmatch(lines[0].strip()) if len(lines) > 1 else None
    if first_match and '""' in first_match[1] and not _QUOTED_LINE.fullmatch(lines[1].strip()):
        return text.replace(lines[0].strip(), _unquote(lines[0]), 1)  # only the header is quoted
    contents = [match[1] for line in lines if (match := _QUOTED_LINE.fullmatch(line.strip()))]
    if len(contents) < max(1, len(lines) - 1):
        return text
    counts = {tuple(inner.count(sign) for sign in ",;\t") for inner in contents}
    if (len(counts) > 1 and len({c[1] for c in counts}) > 1) or not any(map(sum, counts)):
        return text
    return "\n".join(_unquote(line) for line in text.splitlines())


def _unquote(line: str) -> str:
    match = _QUOTED_LINE.fullmatch(line.strip())
    return match[1].replace('""', '"') if match else line


def join_cell_lines(text: str) -> str:
    """Replace line breaks inside quoted cells by spaces."""
    return (
        _QUOTED_CELL.sub(lambda match: match[0].replace("\n", " "), text) if '"' in text else text
    )


def quote_of(text: str) -> str:
    """Return the quotation mark of a text: the single one if it encloses a cell in most of the
    first lines and the start of the text has no double one, else the double one."""
    lines = first_lines(text)
    single_count = sum(bool(_SINGLE_QUOTED_CELL.search(line)) for line in lines)
    return "'" if '"' not in text[:20_000] and single_count > len(lines) / 2 else '"'


def sample_rows(text: str, delimiter: str, quote: str) -> list[Row]:
    """Split the first rows at `delimiter`, also with incorrect quotation marks."""
    sample = "\n".join(first_lines(text))
    try:
        return list(_parse(sample, delimiter, quote, strict=False))
    except csv.Error:
        return list(_parse(sample, delimiter, "", strict=False))


def records_of(text: str, delimiter: str, max_rows: int, notes: list[str]) -> list[Row]:
    """Split a text into at most `max_rows` non-empty rows.

    An unclosed quotation mark is reported in `notes`. Raises UnreadableFile if a cell is too long.
    """
    quote = quote_of(text)
    for strict in (True, False):  # strict reading fails for "10" ,"51,4"
        try:
            rows = list(islice(_parse(text, delimiter, quote, strict=strict), max_rows))
        except csv.Error:
            continue
        if not _contains_rows(rows, delimiter):
            return rows
    try:
        rows = list(islice(_parse(text, delimiter, "", strict=False), max_rows))
    except csv.Error:
        raise UnreadableFile(
            f"One cell has more than {csv.field_size_limit():,} characters. Check for a missing "
            f"line break, or choose another separator."
        ) from None
    notes.append(
        "A quotation mark is not closed, so all quotation marks were read as plain characters. "
        "Check the "
        "rows below."
    )
    return rows


def _contains_rows(rows: Sequence[Row], delimiter: str) -> bool:
    """Return whether a cell contains rows because a quotation mark was not closed."""
    long_cells = [cell for row in rows for cell in row if "\n" in cell]
    if not long_cells or not rows:
        return False
    width = Counter(map(len, rows)).most_common(1)[0][0]

    def holds_rows(cell: str) -> bool:
        inner_lines = cell.split("\n")[1:-1] or cell.split("\n")[1:]
        return 2 * sum(1 < line.count(delimiter) + 1 == width for line in inner_lines) > len(
            inner_lines
        )

    return any(map(holds_rows, long_cells))


def _parse(text: str, delimiter: str, quote: str, *, strict: bool) -> Iterator[Row]:
    """Split a text into its non-empty rows; `quote` is "" for none. Raises csv.Error."""
    if delimiter == NO_DELIMITER:
        rows: Iterable[Row] = ([line] for line in text.splitlines())
    elif delimiter == " ":
        rows = _split_spaces(text, quote)
    else:
        quoting = {"quotechar": quote} if quote else {"quoting": csv.QUOTE_NONE}
        # Markdown writes a bar inside a cell as \|.
        escape = "\\" if delimiter == "|" and r"\|" in text else None
        # skipinitialspace would skip separators that are tabs.
        rows = csv.reader(
            io.StringIO(text, newline=""),
            delimiter=delimiter,
            strict=strict and bool(quote),
            skipinitialspace=delimiter != "\t",
            escapechar=escape,
            **quoting,
        )
    return (row for row in rows if any(not cell.isspace() for cell in row if cell))


def _split_spaces(text: str, quote: str) -> Sequence[Row]:
    """Split rows at spaces or, if they are uneven or the header is indented, at aligned columns."""
    if quote == '"' and '"' in text:
        return [_split_quoted_line(line) for line in io.StringIO(join_cell_lines(text))]
    lines = [line for line in text.split("\n") if line.strip()]
    rows = [line.split() for line in lines]
    is_indented = len(lines) > 1 and lines[0][:1] == " " != lines[1][:1]
    return ((is_indented or len({*map(len, rows)}) > 1) and split_aligned_columns(lines)) or rows


def _split_quoted_line(line: str) -> list[str]:
    return [
        match[1].replace('""', '"') if match[1] is not None else match[2]
        for match in _TOKEN.finditer(line)
    ]
