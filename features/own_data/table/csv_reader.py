"""From bytes or text to a table of text cells: how it is encoded, separated, and headed.

Everything a visitor sends is bounded before it is looked at, and nothing of it is run: cells stay
text. Whatever arrives, `read` returns a Table or raises UnreadableFile with a sentence and a way
on.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions, likelier_first
from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.unquoted_thousands import CUT, unquoted_thousands
from features.own_data.table.csv_records import (
    SAMPLE,
    Row,
    on_one_line,
    quote_of,
    records_of,
    sample_rows,
    unwrap_lines,
    without_rules,
)
from features.own_data.table.delimiter_detection import DELIMITERS, NOTHING, Delimiter, delimiter_of
from features.own_data.table.forms.arff_table import arff_rows
from features.own_data.table.forms.json_table import json_rows
from features.own_data.table.forms.libsvm_table import libsvm_rows
from features.own_data.table.forms.other_forms import (
    refuse_left_out,
    refuse_other_cells,
    refuse_other_forms,
    without_assignment,
)
from features.own_data.table.forms.printed_table import (
    are_types,
    without_comma_spaces,
    without_counts,
    without_frames,
    without_latex,
    without_wraps,
)
from features.own_data.table.forms.python_table import python_rows
from features.own_data.table.header_detection import header_of, is_second_header
from features.own_data.table.split_cells import CUT as CUT_AT_COMMAS
from features.own_data.table.split_cells import (
    IN_LINE,
    WORDS,
    ask_spaces,
    by_names,
    by_words,
    has_mixed_cells,
    joined_decimals,
)
from features.own_data.table.text_decoding import UnreadableFile, text_of
from features.own_data.table.title_lines import (
    footer_length,
    is_comment,
    split_comments,
    title_length,
)
from lab.scene.fields import count

MAX_ROWS = 5000
MAX_COLUMNS = 200
MAX_CELL = 200  # characters of a cell that are kept
_NAME = 40
_SEP = re.compile(r"sep=(.)[^\S\n]*\r?\n", re.IGNORECASE)  # Excel's own first line
_FORMS = {"Python": python_rows, "JSON": json_rows, "ARFF": arff_rows, "LIBSVM": libsvm_rows}
_KEPT_TEXT = re.compile(r'^="([^"]*)"$')  # as Excel is told to leave the zeros of ="00123"


@dataclass(frozen=True)
class Table:
    """Text cells, every one of `rows` as wide as `names`; `notes` are sentences on what was done.

    `header` says whether the first row gave the names. `delimiter` is one of DELIMITERS, `form`
    "JSON", "ARFF" and the like for what has none; `parted` says in words what parts the cells as
    they were written, where that is another sign; `ambiguities` are the other ways to read it;
    `part` says which part of it was read, "" for all.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    header: bool
    notes: tuple[str, ...] = ()
    form: str = ""
    parted: str = ""
    ambiguities: tuple[Ambiguity, ...] = ()
    part: str = ""

    def cells(self, column: int) -> list[str]:
        return [row[column] for row in self.rows]


@dataclass
class _ReadingState:
    """What is known of a text while it becomes a table."""

    text: str = ""
    records: list[Row] = field(default_factory=list)
    delimiter: str = ","
    form: str = ""
    parted: dict[str, str] = field(default_factory=dict)  # what a delimiter was written as
    comments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ambiguities: list[Ambiguity] = field(default_factory=list)
    part: list[str] = field(default_factory=list)


def read(source: bytes | str, options: ReadingOptions | None = None) -> Table:
    """The table in `source`, read as `options` say and otherwise as is likeliest.

    Raises UnreadableFile.
    """
    options = options or ReadingOptions()
    reading = _records(source, options)
    _strip(reading)
    rows = _even(reading, options)
    header = _header(rows, reading, options)
    first: Row
    first, body = (rows[0], rows[1:]) if header else ((), rows)
    if header:
        first, body = _with_second_header(first, body, reading.notes)
    names = _names(first, len(rows[0]))
    if not reading.form:
        refuse_left_out(names, body, reading.text)
    body = _without_names(first, body, reading.notes)
    if not body:
        raise UnreadableFile(
            "There is one row, and it was taken for the header: no data come after it. Bring more "
            "rows, or say that there is no header."
        )
    body = _bounded(body, reading)
    return Table(
        names, tuple(body), reading.delimiter, header, tuple(reading.notes), reading.form,
        reading.parted.get(reading.delimiter, ""), tuple(reading.ambiguities),
        " ".join(reading.part),
    )  # fmt: skip


# ---- from a text to records ----


def _records(source: bytes | str, options: ReadingOptions) -> _ReadingState:
    """The rows of cells in a source, of whatever form it is."""
    reading = _ReadingState()
    text, reading.notes = text_of(source)
    for form, rows_of in _FORMS.items():
        if (rows := rows_of(text)) is not None:
            reading.records, reading.form = list(rows[: MAX_ROWS + 2]), form
            return reading
    if named := _SEP.match(text):
        text = text[named.end() :]
    text = reading.text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _rewritten(without_frames(text), without_latex, reading, "\t", "& signs")
    text, assigned = without_assignment(text)
    if assigned:
        reading.notes.append(f"“{_short(assigned)}” above the table was left out.")
    refuse_other_forms(text)
    text, below = without_counts(text)
    reading.notes += [f"“{_short(line)}” below the table was left out." for line in below]
    text, reading.comments = split_comments(unwrap_lines(without_rules(text)))
    text = _rewritten(text, without_wraps, reading, "\t", "spaces")
    text = _rewritten(text, without_comma_spaces, reading, ";", "commas with a space")
    if ";" in reading.parted:
        reading.notes.append("A comma with a space ends a cell, and one without is decimal.")
    given = options.delimiter or (named[1] if named else "")
    reading.delimiter = given if given in DELIMITERS else _guessed(text, reading)
    if reading.delimiter == ",":
        text = _with_whole_thousands(text, reading, options)
    # One more for a header, and one that tells of more.
    reading.records = records_of(text, reading.delimiter, MAX_ROWS + 2, reading.notes)
    if not options.delimiter:
        refuse_other_cells(reading.records, reading.delimiter)
    if reading.delimiter == " " and '"' not in text:
        _join_words(text, reading, options)
    if reading.delimiter == ",":
        _join_decimals(reading, options)
    return reading


def _join_words(text: str, reading: _ReadingState, options: ReadingOptions) -> None:
    """Makes one cell of words such as Bob van D, unless the visitor says that columns decide."""
    lines = [line for line in text.split("\n") if line.strip()]
    lines = lines[: MAX_ROWS + 2]
    words = by_words([line.split() for line in lines])
    named = (
        by_names(lines)
        if words is None and len({len(line.split()) for line in lines}) > 1
        else None
    )
    words = words or named
    if words is None or words == [[*row] for row in reading.records]:
        return
    line = reading.records
    even = {*map(len, line)} == {len(words[0])}
    likelier = IN_LINE if even and not (named or has_mixed_cells(line)) else WORDS
    if likelier == IN_LINE and lines[0].startswith(" ") and not lines[1].startswith(" "):
        return  # the names begin further in than the rows: printed with names of rows
    if not options.spaces:
        reading.ambiguities.append(ask_spaces(words, line, likelier))
    if (options.spaces or likelier) == WORDS:
        reading.records = list[Row](words)


def _join_decimals(reading: _ReadingState, options: ReadingOptions) -> None:
    """Makes one cell of 1,5 where a row has a cell too many, unless the visitor says otherwise."""
    start = next((i for i, row in enumerate(reading.records) if len(row) > 1), 0)
    found = joined_decimals(reading.records[start:])
    if found is None:
        return
    joined, question = found
    if not options.commas:
        reading.ambiguities.append(question)
    if options.commas != CUT_AT_COMMAS:
        reading.records[start:] = joined


def _rewritten(
    text: str, change: Callable[[str], str], reading: _ReadingState, sign: str, was: str
) -> str:
    """The text after a change that puts `sign` where cells were parted by something else."""
    changed = change(text)
    if changed.count(sign) > text.count(sign):
        reading.parted[sign] = was
    return changed


def _guessed(text: str, reading: _ReadingState) -> str:
    quote = quote_of(text)
    sample = on_one_line(text[:SAMPLE])
    found = delimiter_of(lambda sign: sample_rows(sample, sign, quote))
    if found.other:
        reading.ambiguities.append(_either_delimiter(found))
    return found.sign


def _with_whole_thousands(text: str, reading: _ReadingState, options: ReadingOptions) -> str:
    """The text with $1,000 in one cell, unless the visitor says that it is two."""
    quote = quote_of(text)
    found = unquoted_thousands(
        text, lambda text: sample_rows(on_one_line(text[:SAMPLE]), reading.delimiter, quote)
    )
    if not found:
        return text
    joined, question = found
    if not options.thousands:
        reading.ambiguities.append(question)
    return text if options.thousands == CUT else joined


def _either_delimiter(found: Delimiter) -> Ambiguity:
    titles = {
        sign: "One column" if sign == NOTHING else f"Cells end at {DELIMITERS[sign]}"
        for sign in (found.sign, found.other)
    }
    why = "because every line then has as many cells"
    if found.sign == NOTHING:
        why = "because a number in each line is simpler"
    return likelier_first("delimiter", "Where does a cell end?", found.sign, titles, why)


def _strip(reading: _ReadingState) -> None:
    """Takes away what stands above and below the table; the last comment may name its columns."""
    records = reading.records
    if not records:
        raise UnreadableFile("There are no cells in it, only separators. Bring rows with numbers.")
    if reading.form:
        return
    width = _width(records)
    full = _often_filled(records, width)
    above, below = title_length(records, full), footer_length(records, full)
    titles = [" ".join(" ".join(row).split()) for row in records[:above]]
    end = len(records) - below
    kept = [row for row in records[above:end] if not is_comment(row, width)]
    if not kept:
        return
    skipped = len(records) - len(kept) - above
    reading.records = [*_comment_header(reading, kept, width), *kept]
    if titles := [*reading.comments, *titles]:
        lines = "line above the table was" if len(titles) == 1 else "lines above the table were"
        reading.notes.append(f"{len(titles):,} {lines} taken for a title: “{_short(titles[0])}”.")
    if skipped:
        reading.notes.append(f"{count(skipped, 'line')} with a remark left out.")


def _comment_header(reading: _ReadingState, rows: list[Row], width: int) -> list[Row]:
    """The last comment as a row, if it names the columns: # a b k, as NumPy's savetxt writes it."""
    if not reading.comments or width < 2:
        return []
    (names, *_) = sample_rows(reading.comments[-1], reading.delimiter, '"') or [[]]
    if len(names) != width:
        return []
    sample = [_wide(row, width) for row in rows[:60]]
    if header_of(sample).there or not header_of([_wide(names, width), *sample]).there:
        return []
    reading.comments.pop()
    return [["#", *names[1:]] if not names[0] else names]


# ---- from records to rows ----


def _width(records: Sequence[Row]) -> int:
    """How many cells most rows have; titles have one."""
    often: dict[int, int] = Counter(map(len, records))
    many = {w: n for w, n in often.items() if w > 1}
    if 4 * sum(many.values()) > len(records):
        often = many
    return max(often, key=lambda w: (often[w], w))


def _often_filled(records: Sequence[Row], width: int) -> int:
    """How many cells of a row are there in most rows of this width."""
    rows = [row for row in records[:200] if len(row) == width]
    return sum(2 * sum(map(bool, column)) >= len(rows) for column in zip(*rows, strict=True))


def _even(reading: _ReadingState, options: ReadingOptions) -> list[tuple[str, ...]]:
    """All rows as wide as most of them are, at most MAX_COLUMNS, and cells cut to MAX_CELL."""
    records, notes = reading.records, reading.notes
    width = _width(records)
    if len(records) > 1 and len(records[0]) == width - 1 > 0 and not _numbers_in(records[0]):
        records[0] = _complete(records, width, reading, options)
    notes += _uneven(records, width)
    if width > MAX_COLUMNS:
        reading.part.append(f"Only the first {MAX_COLUMNS} of {width:,} columns were read.")
        width = MAX_COLUMNS
    return _without_empty_columns([_wide(row, width) for row in records])


def _uneven(records: list[Row], width: int) -> list[str]:
    """What is said of rows with fewer cells than most, or more. Separators at the ends of lines,
    with nothing behind any of them, make no cells."""
    used = max(_filled_up_to(row[:width]) for row in records)
    short = sum(len(row) < used for row in records)
    long = sum(any(row[width:]) for row in records)
    told = []
    if short:
        told.append(f"{count(short, 'row')} had fewer, taken as values that are missing")
    if long:
        told.append(f"{count(long, 'row')} had more, which were left out")
    most = 2 * (short + long) < len(records)
    lead = f"Most rows have {count(used, 'cell')}" if most else f"{count(used, 'cell')} make a row"
    return [f"{lead}. {'; '.join(told)}."] if told else []


def _filled_up_to(row: Row) -> int:
    """How many cells a row has, without empty ones at its end."""
    return max((i for i, cell in enumerate(row, 1) if cell.strip()), default=0)


def _complete(
    records: list[Row], width: int, reading: _ReadingState, options: ReadingOptions
) -> list[str]:
    """A first row with a name too few: the first column's, as R writes it, or the last one's."""
    names, body = list(records[0]), [_wide(row, width) for row in records[1:]]
    if not any(row[-1] for row in body):
        return [*names, ""]  # each row ends with a separator
    heads = [row[0] for row in body]
    counts = heads in ([str(i) for i in range(k, k + len(heads))] for k in (0, 1))
    words = len(heads) > 1 and len(set(heads)) == len(heads) and not _numbers_in(heads)
    likelier = "first" if counts or words else "last"
    if not (counts or words or options.unnamed):
        titles = {"last": "The last column has no name", "first": "The first column has no name"}
        why = "because the first column has no name for each row"
        question = "The first row has one name fewer than the others have cells. Which is missing?"
        reading.ambiguities.append(likelier_first("unnamed", question, likelier, titles, why))
    return ["", *names] if (options.unnamed or likelier) == "first" else [*names, ""]


def _without_empty_columns(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows without columns that have neither a name nor a cell, or one sign alone that parts
    others, such as a bar; one column stays."""
    full = [
        i for i, column in enumerate(zip(*rows, strict=True))
        if any(column) and not (len(rows) > 1 and {*column} in ({"|"}, {"||"}, {"&"}))
    ]  # fmt: skip
    if len(full) == len(rows[0]):
        return rows
    return [tuple(row[i] for i in full or [0]) for row in rows]


def _wide(row: Row, width: int) -> tuple[str, ...]:
    cells = (_KEPT_TEXT.sub(r"\1", cell.strip())[:MAX_CELL] for cell in row[:width])
    return (*cells, *[""] * (width - len(row)))


def _bounded(rows: list[tuple[str, ...]], reading: _ReadingState) -> list[tuple[str, ...]]:
    if len(rows) > MAX_ROWS:
        rows = rows[:MAX_ROWS]
        reading.part.append(f"Only the first {MAX_ROWS:,} rows were read.")
    if formulas := sum(cell[:1] == "=" and len(cell) > 1 for row in rows for cell in row):
        reading.notes.append(
            f"Formulas in cells are not worked out: {formulas:,} begin with =. Save the table with "
            "values instead."
        )
    return rows


def _numbers_in(row: Row) -> int:
    return sum(map(number_parsing.is_number, row))


# ---- names ----


def _header(rows: list[tuple[str, ...]], reading: _ReadingState, options: ReadingOptions) -> bool:
    """Whether the first row has the names."""
    if options.header:
        return options.header == "yes"
    if reading.form == "ARFF":
        return True
    found = header_of(rows)
    if found.open:
        titles = {"yes": "Names of the columns", "no": "Values, like the other rows"}
        likelier = "yes" if found.there else "no"
        reading.ambiguities.append(
            likelier_first("header", "What is in the first row?", likelier, titles, found.why)
        )
    return found.there


def _with_second_header(
    first: Row, body: list[tuple[str, ...]], notes: list[str]
) -> tuple[Row, list[tuple[str, ...]]]:
    """The names and the rows below them, where another row belongs to the names, too."""
    if len(body) > 1 and are_types(body[0]):
        notes.append("The second row, with the columns' types, was left out.")
        return first, body[1:]
    if len(body) > 1 and not first[0] and body[0][0] and not any(body[0][1:]):
        if len({len(row[0].split()) for row in body}) > 1:
            raise UnreadableFile(
                "The rows have names in several columns, and equal ones were left out, as pandas "
                'prints them. Write the table with df.reset_index().to_csv("table.csv"), and '
                "bring that."
            )
        return [body[0][0], *first[1:]], body[1:]  # pandas: the name of its index
    if len(body) > 3 and is_second_header(body[0], body[1:]):
        notes.append("The second row was taken for units, and joined to the names.")
        return _joined(first, body[0]), body[1:]
    return first, body


def _without_names(
    first: Row, body: list[tuple[str, ...]], notes: list[str]
) -> list[tuple[str, ...]]:
    """The rows without the names again."""
    own = [row for row in body if row != tuple(first)] if len(first) > 1 else body
    if len(own) < len(body):
        again = count(len(body) - len(own), "time")
        notes.append(f"The row of names comes again, {again}, and was left out there.")
    return own


def _joined(names: Sequence[str], units: Sequence[str]) -> list[str]:
    return [
        f"{name} ({unit.strip('[]()')})" if name and unit else name or unit
        for name, unit in zip(names, units, strict=True)
    ]


def _names(first: Row, width: int) -> tuple[str, ...]:
    """A different name for each column, printable and short."""
    seen: Counter[str] = Counter()
    names = []
    for i in range(width):
        name = _short(first[i] if i < len(first) else "") or f"column {i + 1}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)


def _short(text: str) -> str:
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[:_NAME].strip()
