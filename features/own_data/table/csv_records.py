"""From text to rows of cells, with quotation marks as people and programs leave them."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from features.own_data.table.aligned_columns import in_columns
from features.own_data.table.delimiter_detection import NOTHING
from features.own_data.table.text_decoding import UnreadableFile

Row = Sequence[str]

_LINES = 60  # lines from which the quotation mark and the separator are guessed
_LINE = 2000  # characters of such a line
SAMPLE = 2 * _LINES * _LINE  # characters of a text in which they are looked for
_TOKEN = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')  # where spaces part the cells
_QUOTED = re.compile(r'(?<![^\s,;|])"[^"]*(?:""[^"]*)*"(?![^\s,;|])')  # a cell in quotation marks
_WHOLE = re.compile(r'"((?:[^"]|"")*)"[,;\t]*')  # a line that is one quoted cell
_SINGLE = re.compile(r"(?:^|[,;\t|])\s*'[^'\n]*'\s*(?=[,;\t|]|$)")
_RULE = re.compile(
    r"[\s|+:=-]*(?:-{3}|={3}|-:|:-)[\s|+:=-]*|[\s_]*_{3}[\s_]*"
)  # under a header: |---|---|
_UNDERLINED = re.compile(r" *-+(?: +-+)+ *")


def first_lines(text: str) -> list[str]:
    """The first lines of a text that hold anything."""
    lines = (line[:_LINE] for line in text[:SAMPLE].splitlines() if line.strip())
    return list(islice(lines, _LINES))


def without_rules(text: str) -> str:
    """The text without lines that only rule off a header."""
    if not any(sign in text for sign in ("--", "==", "-:", "__", "- -")):
        return text
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line[:_LINE])]
    if len(lines) > 2 and _UNDERLINED.fullmatch(lines[1][:_LINE]):  # short names, as of PowerShell
        words = lines[1].split()
        if len(words) == len(lines[0].split()) > 1:
            del lines[1]
    return "\n".join(lines)


def unwrap_lines(text: str) -> str:
    """The text without quotation marks around whole lines, as some programs save a CSV twice."""
    lines = first_lines(text)
    first = _WHOLE.fullmatch(lines[0].strip()) if len(lines) > 1 else None
    if first and '""' in first[1] and not _WHOLE.fullmatch(lines[1].strip()):
        return text.replace(lines[0].strip(), _inner(lines[0]), 1)  # of the names alone
    whole = [found[1] for line in lines if (found := _WHOLE.fullmatch(line.strip()))]
    if len(whole) < max(1, len(lines) - 1):
        return text
    counts = {tuple(inner.count(sign) for sign in ",;\t") for inner in whole}
    if (len(counts) > 1 and len({c[1] for c in counts}) > 1) or not any(map(sum, counts)):
        return text
    return "\n".join(_inner(line) for line in text.splitlines())


def _inner(line: str) -> str:
    found = _WHOLE.fullmatch(line.strip())
    return found[1].replace('""', '"') if found else line


def on_one_line(text: str) -> str:
    """The text with each quoted cell on one line, so that what a note says in several is no row."""
    return _QUOTED.sub(lambda cell: cell[0].replace("\n", " "), text) if '"' in text else text


def quote_of(text: str) -> str:
    """The quotation mark of a text: ' where it stands around cells of most lines, else "."""
    lines = first_lines(text)
    single = sum(bool(_SINGLE.search(line)) for line in lines)
    return "'" if '"' not in text[:20_000] and single > len(lines) / 2 else '"'


def sample_rows(text: str, delimiter: str, quote: str) -> list[Row]:
    """The first rows as `delimiter` parts them, whatever their quotation marks."""
    sample = "\n".join(first_lines(text))
    try:
        return list(_parsed(sample, delimiter, quote, strict=False))
    except csv.Error:
        return list(_parsed(sample, delimiter, "", strict=False))


def records_of(text: str, delimiter: str, most: int, notes: list[str]) -> list[Row]:
    """At most `most` rows that hold anything; `notes` get what went wrong. Raises
    UnreadableFile."""
    quote = quote_of(text)
    for strict in (True, False):  # leniently: "10" ,"51,4" with a space after the mark
        try:
            rows = list(islice(_parsed(text, delimiter, quote, strict=strict), most))
        except csv.Error:
            continue
        if not _swallowed(rows, delimiter):
            return rows
    try:
        rows = list(islice(_parsed(text, delimiter, "", strict=False), most))
    except csv.Error:
        raise UnreadableFile(
            f"One cell has more than {csv.field_size_limit():,} characters. Look for a missing "
            "line break, or another separator."
        ) from None
    notes.append(
        "A quotation mark is not closed, so all of them were read as plain characters. Check the "
        "rows below."
    )
    return rows


def _swallowed(rows: Sequence[Row], delimiter: str) -> bool:
    """Whether a cell holds lines that are rows themselves, because a mark was not closed."""
    long = [cell for row in rows for cell in row if "\n" in cell]
    if not long or not rows:
        return False
    width = Counter(map(len, rows)).most_common(1)[0][0]

    def holds_rows(cell: str) -> bool:
        inner = cell.split("\n")[1:-1] or cell.split("\n")[1:]
        return 2 * sum(1 < line.count(delimiter) + 1 == width for line in inner) > len(inner)

    return any(map(holds_rows, long))


def _parsed(text: str, delimiter: str, quote: str, *, strict: bool) -> Iterator[Row]:
    """The rows of a text that hold anything; `quote` "" for none. Raises csv.Error."""
    if delimiter == NOTHING:
        rows: Iterable[Row] = ([line] for line in text.splitlines())
    elif delimiter == " ":
        rows = _spaced(text, quote)
    else:
        quoting = {"quotechar": quote} if quote else {"quoting": csv.QUOTE_NONE}
        escape = "\\" if delimiter == "|" and r"\|" in text else None  # as Markdown writes a bar
        # skipinitialspace would run over a separator that is a tab.
        rows = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, strict=strict and bool(quote),
            skipinitialspace=delimiter != "\t", escapechar=escape, **quoting,
        )  # fmt: skip
    return (row for row in rows if any(not cell.isspace() for cell in row if cell))


def _spaced(text: str, quote: str) -> Sequence[Row]:
    """Rows of cells that spaces part; where that is uneven, or the names begin further in than the
    rows, of columns that stand in line."""
    if quote == '"' and '"' in text:
        return [_by_spaces(line) for line in io.StringIO(on_one_line(text))]
    lines = [line for line in text.split("\n") if line.strip()]
    rows = [line.split() for line in lines]
    further_in = len(lines) > 1 and lines[0][:1] == " " != lines[1][:1]
    return ((further_in or len({*map(len, rows)}) > 1) and in_columns(lines)) or rows


def _by_spaces(line: str) -> list[str]:
    return [
        found[1].replace('""', '"') if found[1] is not None else found[2]
        for found in _TOKEN.finditer(line)
    ]
