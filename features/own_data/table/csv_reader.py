"""Reading bytes or text as a table of text cells: encoding, separator, header.

The size of a source is checked before it is read, and nothing in it is executed: cells stay text.
For any source `read` returns a Table or raises UnreadableFile with a sentence on what to do.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions, make_ambiguity
from features.own_data.table.cells import number_parsing
from features.own_data.table.cells.unquoted_thousands import SEVERAL_CELLS, unquoted_thousands
from features.own_data.table.csv_records import (
    SAMPLE,
    Row,
    join_cell_lines,
    quote_of,
    records_of,
    remove_rules,
    sample_rows,
    unwrap_lines,
)
from features.own_data.table.delimiter_detection import (
    DELIMITERS,
    NO_DELIMITER,
    Delimiter,
    delimiter_of,
)
from features.own_data.table.forms.arff_table import arff_rows
from features.own_data.table.forms.json_table import json_rows
from features.own_data.table.forms.libsvm_table import libsvm_rows
from features.own_data.table.forms.other_forms import (
    refuse_omitted_parts,
    refuse_other_cells,
    refuse_other_forms,
    remove_assignment,
)
from features.own_data.table.forms.printed_table import (
    are_types,
    convert_latex,
    join_blocks,
    remove_counts,
    remove_frames,
    replace_comma_spaces,
)
from features.own_data.table.forms.python_table import python_rows
from features.own_data.table.header_detection import header_of, is_second_header
from features.own_data.table.split_cells import (
    ALIGNED_COLUMNS,
    SEPARATOR_COMMA,
    WORDS,
    ask_spaces,
    has_mixed_cells,
    join_decimals,
    join_words,
    split_at_names,
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
_MAX_RECORDS = MAX_ROWS + 2  # also a header and a row of units
MAX_COLUMNS = 200
MAX_CELL = 200  # characters of a cell; further characters are cut off
_MAX_NAME = 40  # characters of a column's name
_SEP = re.compile(r"sep=(.)[^\S\n]*\r?\n", re.IGNORECASE)  # a first line for Excel: sep=;
_FORMS = {"Python": python_rows, "JSON": json_rows, "ARFF": arff_rows, "LIBSVM": libsvm_rows}
_EXCEL_TEXT = re.compile(r'^="([^"]*)"$')  # Excel's notation for text with leading zeros, ="00123"


@dataclass(frozen=True)
class Table:
    """A table of text; each row has a cell for each of `names`. `notes` say how it was read.

    `header` says whether the first row gave the names. `delimiter` is one of DELIMITERS; `form` is
    "JSON", "ARFF" and so on for formats without a delimiter. `separator_name` describes the
    separator if it is not a delimiter, such as "& signs". `ambiguities` are open questions. `part`
    is a sentence on the part that was read, "" if the whole source was read.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    header: bool
    notes: tuple[str, ...] = ()
    form: str = ""
    separator_name: str = ""
    ambiguities: tuple[Ambiguity, ...] = ()
    part: str = ""

    def cells(self, column: int) -> list[str]:
        return [row[column] for row in self.rows]


@dataclass
class _ReadingState:
    """The text of a source, and what has been read from it so far."""

    text: str = ""
    records: list[Row] = field(default_factory=list)
    is_cut: bool = False  # whether the source has more records
    delimiter: str = ","
    form: str = ""
    # The name of the separator that each inserted delimiter replaces, by delimiter.
    separator_name: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ambiguities: list[Ambiguity] = field(default_factory=list)
    part: list[str] = field(default_factory=list)


def read(source: bytes | str, options: ReadingOptions | None = None) -> Table:
    """Read the table in `source` as chosen in `options`, else in the most likely way.

    Raises UnreadableFile if the source contains no table that can be read.
    """
    options = options or ReadingOptions()
    reading = _records(source, options)
    _remove_surroundings(reading)
    rows = _make_even(reading, options)
    header = _header(rows, reading, options)
    header_row: Row
    header_row, body = (rows[0], rows[1:]) if header else ((), rows)
    if header:
        header_row, body = _merge_second_header(header_row, body, reading.notes)
    names = _names(header_row, len(rows[0]))
    if not reading.form:
        refuse_omitted_parts(names, body, reading.text)
    body = _remove_repeated_headers(header_row, body, reading.notes)
    if not body:
        raise UnreadableFile(
            "There are no rows of data below the header. Add rows, or choose “no” for “Names in "
            "the first row”."
        )
    body = _bound_rows(body, reading)
    return Table(
        names, tuple(body), reading.delimiter, header, tuple(reading.notes), reading.form,
        reading.separator_name.get(reading.delimiter, ""), tuple(reading.ambiguities),
        " ".join(reading.part),
    )  # fmt: skip


# ---- from a text to records ----


def _records(source: bytes | str, options: ReadingOptions) -> _ReadingState:
    """Read a source of any format as rows of cells."""
    reading = _ReadingState()
    text, reading.notes = text_of(source)
    for form, rows_of in _FORMS.items():
        if (rows := rows_of(text)) is not None:
            reading.form = form
            _keep_records(reading, rows)
            return reading
    if sep_line := _SEP.match(text):
        text = text[sep_line.end() :]
    text = reading.text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _rewrite(remove_frames(text), convert_latex, reading, "\t", "& signs")
    text, assignment = remove_assignment(text)
    if assignment:
        reading.notes.append(f"“{_shorten(assignment)}” above the table was left out.")
    refuse_other_forms(text)
    text, footer = remove_counts(text)
    reading.notes += [f"“{_shorten(line)}” below the table was left out." for line in footer]
    text, reading.comments = split_comments(unwrap_lines(remove_rules(text)))
    text = _rewrite(text, join_blocks, reading, "\t", "spaces")
    text = _rewrite(text, replace_comma_spaces, reading, ";", "commas with a space")
    if ";" in reading.separator_name:
        reading.notes.append(
            "A comma with a space after it separates cells; one without is a decimal comma."
        )
    delimiter = options.delimiter or (sep_line[1] if sep_line else "")
    reading.delimiter = delimiter if delimiter in DELIMITERS else _guess_delimiter(text, reading)
    if reading.delimiter == ",":
        text = _join_thousands(text, reading, options)
    _keep_records(reading, records_of(text, reading.delimiter, _MAX_RECORDS + 1, reading.notes))
    if not options.delimiter:
        refuse_other_cells(reading.records, reading.delimiter)
    if reading.delimiter == " " and '"' not in text:
        _join_words(text, reading, options)
    if reading.delimiter == ",":
        _join_decimals(reading, options)
    return reading


def _keep_records(reading: _ReadingState, records: Sequence[Row]) -> None:
    """Keep at most _MAX_RECORDS records, and remember whether there are more."""
    reading.records = list(records[:_MAX_RECORDS])
    reading.is_cut = len(records) > _MAX_RECORDS


def _join_words(text: str, reading: _ReadingState, options: ReadingOptions) -> None:
    """Join words such as Bob van D into one cell, unless aligned columns are chosen or more likely.
    Without a choice, add the question."""
    lines = [line for line in text.split("\n") if line.strip()]
    lines = lines[:_MAX_RECORDS]
    words = join_words([line.split() for line in lines])
    aligned_rows = (
        split_at_names(lines)
        if words is None and len({len(line.split()) for line in lines}) > 1
        else None
    )
    words = words or aligned_rows
    if words is None or words == [[*row] for row in reading.records]:
        return
    records = reading.records
    is_even = {*map(len, records)} == {len(words[0])}
    default = (
        ALIGNED_COLUMNS if is_even and not (aligned_rows or has_mixed_cells(records)) else WORDS
    )
    if default == ALIGNED_COLUMNS and lines[0].startswith(" ") and not lines[1].startswith(" "):
        return  # the names are indented, as in a print-out with row names
    if not options.spaces:
        reading.ambiguities.append(ask_spaces(words, records, default))
    if (options.spaces or default) == WORDS:
        reading.records = list[Row](words)


def _join_decimals(reading: _ReadingState, options: ReadingOptions) -> None:
    """In rows with too many cells, join cells that were split at a decimal comma, unless the
    visitor chose otherwise. Without a choice, add the question."""
    start = next((i for i, row in enumerate(reading.records) if len(row) > 1), 0)
    join_result = join_decimals(reading.records[start:])
    if join_result is None:
        return
    records, question = join_result
    if not options.commas:
        reading.ambiguities.append(question)
    if options.commas != SEPARATOR_COMMA:
        reading.records[start:] = records


def _rewrite(
    text: str,
    change: Callable[[str], str],
    reading: _ReadingState,
    sign: str,
    former_separator: str,
) -> str:
    """Return the text after `change`. Note the former separator if `change` inserted the delimiter
    `sign`."""
    new_text = change(text)
    if new_text.count(sign) > text.count(sign):
        reading.separator_name[sign] = former_separator
    return new_text


def _guess_delimiter(text: str, reading: _ReadingState) -> str:
    quote = quote_of(text)
    sample = join_cell_lines(text[:SAMPLE])
    delimiter = delimiter_of(lambda sign: sample_rows(sample, sign, quote))
    if delimiter.alternative:
        reading.ambiguities.append(_ask_delimiter(delimiter))
    return delimiter.sign


def _join_thousands(text: str, reading: _ReadingState, options: ReadingOptions) -> str:
    """Join numbers such as $1,000 into one cell, unless the visitor chose several cells. Without a
    choice, add the question."""
    quote = quote_of(text)
    join_result = unquoted_thousands(
        text, lambda text: sample_rows(join_cell_lines(text[:SAMPLE]), reading.delimiter, quote)
    )
    if not join_result:
        return text
    joined_text, question = join_result
    if not options.thousands:
        reading.ambiguities.append(question)
    return text if options.thousands == SEVERAL_CELLS else joined_text


def _ask_delimiter(delimiter: Delimiter) -> Ambiguity:
    titles = {
        sign: "One column" if sign == NO_DELIMITER else f"Cells are separated by {DELIMITERS[sign]}"
        for sign in (delimiter.sign, delimiter.alternative)
    }
    why = "because then most lines have the same number of cells"
    if delimiter.sign == NO_DELIMITER:
        why = "because one number in each line is the simpler reading"
    return make_ambiguity("delimiter", "What separates the cells?", delimiter.sign, titles, why)


def _remove_surroundings(reading: _ReadingState) -> None:
    """Remove titles, comments and remarks around the table. If the last comment names the columns,
    it becomes the header."""
    records = reading.records
    if not records:
        raise UnreadableFile(
            "There are only separators and no values. Paste or upload rows with numbers."
        )
    if reading.form:
        return
    width = _width(records)
    filled_width = _filled_column_count(records, width)
    title_count, footer_count = (
        title_length(records, filled_width),
        footer_length(records, filled_width),
    )
    titles = [" ".join(" ".join(row).split()) for row in records[:title_count]]
    end = len(records) - footer_count
    table_rows = [row for row in records[title_count:end] if not is_comment(row, width)]
    if not table_rows:
        return
    skipped_count = len(records) - len(table_rows) - title_count
    reading.records = [*_comment_header(reading, table_rows, width), *table_rows]
    if titles := [*reading.comments, *titles]:
        lines = "line above the table was" if len(titles) == 1 else "lines above the table were"
        reading.notes.append(f"{len(titles):,} {lines} read as a title: “{_shorten(titles[0])}”.")
    if skipped_count:
        reading.notes.append(f"Left out: {count(skipped_count, 'comment line')}.")


def _comment_header(reading: _ReadingState, rows: list[Row], width: int) -> list[Row]:
    """Return a list with the last comment as a row if it names the columns, as in files of NumPy's
    savetxt; else an empty list."""
    if not reading.comments or width < 2:
        return []
    (names, *_) = sample_rows(reading.comments[-1], reading.delimiter, '"') or [[]]
    if len(names) != width:
        return []
    sample = [_widen(row, width) for row in rows[:60]]
    if header_of(sample).is_header or not header_of([_widen(names, width), *sample]).is_header:
        return []
    reading.comments.pop()
    return [["#", *names[1:]] if not names[0] else names]


# ---- from records to rows ----


def _width(records: Sequence[Row]) -> int:
    """Return the most frequent number of cells of a row, the largest if several are equally
    frequent. Ignore rows of one cell if more than a quarter of the rows have several cells."""
    width_counts: dict[int, int] = Counter(map(len, records))
    multiple_cell_counts = {w: n for w, n in width_counts.items() if w > 1}
    if 4 * sum(multiple_cell_counts.values()) > len(records):
        width_counts = multiple_cell_counts
    return max(width_counts, key=lambda w: (width_counts[w], w))


def _filled_column_count(records: Sequence[Row], width: int) -> int:
    """Return the number of columns that are filled in at least half of the rows of this width,
    among the first 200 rows."""
    rows = [row for row in records[:200] if len(row) == width]
    return sum(2 * sum(map(bool, column)) >= len(rows) for column in zip(*rows, strict=True))


def _make_even(reading: _ReadingState, options: ReadingOptions) -> list[tuple[str, ...]]:
    """Complete the header, make all rows equally wide, with at most MAX_COLUMNS cells of at most
    MAX_CELL characters, and remove empty columns."""
    records, notes = reading.records, reading.notes
    width = _width(records)
    if len(records) > 1 and len(records[0]) == width - 1 > 0 and not _numbers_in(records[0]):
        records[0] = _complete_header(records, width, reading, options)
    notes += _uneven_note(records, width)
    if width > MAX_COLUMNS:
        reading.part.append(f"Only the first {MAX_COLUMNS} of {width:,} columns were read.")
        width = MAX_COLUMNS
    return _remove_empty_columns([_widen(row, width) for row in records])


def _uneven_note(records: list[Row], width: int) -> list[str]:
    """Describe rows with fewer or more cells than most rows have. Separators at the ends of all
    lines do not count."""
    used_width = max(_filled_width(row[:width]) for row in records)
    short_count = sum(len(row) < used_width for row in records)
    long_count = sum(any(row[width:]) for row in records)
    remarks = []
    if short_count:
        remarks.append(f"{count(short_count, 'row')} had fewer cells, so values are missing there")
    if long_count:
        remarks.append(
            f"{count(long_count, 'row')} had more cells, and the extra ones were left out"
        )
    is_most = 2 * (short_count + long_count) < len(records)
    start = (
        f"Most rows have {count(used_width, 'cell')}"
        if is_most
        else f"The table has {count(used_width, 'column')}"
    )
    return [f"{start}. {'; '.join(remarks)}."] if remarks else []


def _filled_width(row: Row) -> int:
    """Return the number of cells of a row, not counting empty cells at its end."""
    return max((i for i, cell in enumerate(row, 1) if cell.strip()), default=0)


def _complete_header(
    records: list[Row], width: int, reading: _ReadingState, options: ReadingOptions
) -> list[str]:
    """Complete a header that lacks the name of the first column, as in R, or of the last column."""
    names, body = list(records[0]), [_widen(row, width) for row in records[1:]]
    if not any(row[-1] for row in body):
        return [*names, ""]  # all rows end with a separator
    first_cells = [row[0] for row in body]
    are_counts = first_cells in ([str(i) for i in range(k, k + len(first_cells))] for k in (0, 1))
    are_names = (
        len(first_cells) > 1
        and len(set(first_cells)) == len(first_cells)
        and not _numbers_in(first_cells)
    )
    default = "first" if are_counts or are_names else "last"
    if not (are_counts or are_names or options.unnamed):
        titles = {"last": "The last column has no name", "first": "The first column has no name"}
        why = "because the first column does not seem to name the rows"
        question = "The first row has one name too few. Which column has no name?"
        reading.ambiguities.append(make_ambiguity("unnamed", question, default, titles, why))
    return ["", *names] if (options.unnamed or default) == "first" else [*names, ""]


def _remove_empty_columns(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Remove columns that are empty or contain only a separator such as a bar; at least one column
    stays."""
    used_columns = [
        i for i, column in enumerate(zip(*rows, strict=True))
        if any(column) and not (len(rows) > 1 and {*column} in ({"|"}, {"||"}, {"&"}))
    ]  # fmt: skip
    if len(used_columns) == len(rows[0]):
        return rows
    return [tuple(row[i] for i in used_columns or [0]) for row in rows]


def _widen(row: Row, width: int) -> tuple[str, ...]:
    cells = (_EXCEL_TEXT.sub(r"\1", cell.strip())[:MAX_CELL] for cell in row[:width])
    return (*cells, *[""] * (width - len(row)))


def _bound_rows(rows: list[tuple[str, ...]], reading: _ReadingState) -> list[tuple[str, ...]]:
    if len(rows) > MAX_ROWS or reading.is_cut:
        rows = rows[:MAX_ROWS]
        reading.part.append(f"Only the first {len(rows):,} rows were read.")
    if formulas := sum(cell[:1] == "=" and len(cell) > 1 for row in rows for cell in row):
        reading.notes.append(
            f"Formulas in cells are not evaluated: {count(formulas, 'cell')} "
            f"{'begins' if formulas == 1 else 'begin'} with =. Save the table with values instead "
            "of formulas."
        )
    return rows


def _numbers_in(row: Row) -> int:
    return sum(map(number_parsing.is_number, row))


# ---- names of columns ----


def _header(rows: list[tuple[str, ...]], reading: _ReadingState, options: ReadingOptions) -> bool:
    """Decide whether the first row names the columns. If that is uncertain, add the question."""
    if options.header:
        return options.header == "yes"
    if reading.form == "ARFF":
        return True
    header = header_of(rows)
    if header.is_open:
        titles = {"yes": "Names of the columns", "no": "Values, like the other rows"}
        default = "yes" if header.is_header else "no"
        reading.ambiguities.append(
            make_ambiguity("header", "What is in the first row?", default, titles, header.why)
        )
    return header.is_header


def _merge_second_header(
    header_row: Row, body: list[tuple[str, ...]], notes: list[str]
) -> tuple[Row, list[tuple[str, ...]]]:
    """Merge a second row of index names or units into the header; leave out a second row of types.

    Return the header and the rows below it. Raises UnreadableFile if the row names seem to occupy
    several columns.
    """
    if len(body) > 1 and are_types(body[0]):
        notes.append("The second row, with the columns’ types, was left out.")
        return header_row, body[1:]
    if len(body) > 1 and not header_row[0] and body[0][0] and not any(body[0][1:]):
        if len({len(row[0].split()) for row in body}) > 1:
            raise UnreadableFile(
                "The row names seem to occupy several columns, with repeated names left out, as "
                'pandas prints them. Write the table with df.reset_index().to_csv("table.csv"), '
                "then upload that file."
            )
        return [body[0][0], *header_row[1:]], body[1:]  # pandas prints the index name in this row
    if len(body) > 3 and is_second_header(body[0], body[1:]):
        notes.append("The second row was read as units and added to the column names.")
        return _join_units(header_row, body[0]), body[1:]
    return header_row, body


def _remove_repeated_headers(
    header_row: Row, body: list[tuple[str, ...]], notes: list[str]
) -> list[tuple[str, ...]]:
    """Return the rows without repetitions of a header of several columns. Add a remark on the
    repetitions to `notes`."""
    other_rows = [row for row in body if row != tuple(header_row)] if len(header_row) > 1 else body
    if len(other_rows) < len(body):
        repetitions = count(len(body) - len(other_rows), "repetition")
        notes.append(f"Left out: {repetitions} of the header.")
    return other_rows


def _join_units(names: Sequence[str], units: Sequence[str]) -> list[str]:
    return [
        f"{name} ({unit.strip('[]()')})" if name and unit else name or unit
        for name, unit in zip(names, units, strict=True)
    ]


def _names(header_row: Row, width: int) -> tuple[str, ...]:
    """Return unique, short and printable names of the columns."""
    names: list[str] = []
    for i in range(width):
        given_name = _shorten(header_row[i] if i < len(header_row) else "") or f"column {i + 1}"
        name, k = given_name, 2
        while name in names:
            name, k = f"{given_name} ({k})", k + 1
        names.append(name)
    return tuple(names)


def _shorten(text: str) -> str:
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[
        :_MAX_NAME
    ].strip()
