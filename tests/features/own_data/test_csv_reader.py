"""Reading a visitor's table: any input is read, or gets a sentence about what to do."""

import os
import random
import re
import string
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from features.own_data import messages
from features.own_data.points_from_table import ProjectionOptions, project
from features.own_data.table.ambiguity import ReadingOptions
from features.own_data.table.cells import number_parsing
from features.own_data.table.column_types import (
    ROW_NUMBER,
    UnsuitableTable,
    component_columns,
    infer_types,
    usual_features,
    usual_label,
)
from features.own_data.table.csv_reader import MAX_CELL, MAX_COLUMNS, MAX_ROWS, read
from features.own_data.table.delimiter_detection import DELIMITERS
from features.own_data.table.interpretation import PREVIEW_ROWS, apply_answers, interpret, previews
from features.own_data.table.text_decoding import MAX_BYTES, UnreadableFile
from lab.scene.own_points import MAX_CHARACTERS, MAX_CLASSES, MAX_POINTS, pack, unpack
from tests.examples import THOROUGH, with_examples

CSV = Path(__file__).parent / "csv"
SENTENCE = re.compile(r"[A-Z“0-9].*[.”…]$", re.DOTALL)

# For each file: (rows, columns, separator, has a header, decimal sign, label, a part of the
# description).
READ = {
    "plain.csv": (24, 3, ",", True, ".", "kind", "24 rows, 3 columns, separated by commas, names"),
    "windows_bom.csv": (24, 3, ",", True, ".", "kind", "2 columns hold numbers."),
    "old_mac.csv": (24, 3, ",", True, ".", "kind", ""),
    "no_header.csv": (24, 3, ",", False, ".", "column 3", "no names in the first row"),
    "decimal_commas.csv": (24, 3, ";", True, ",", "Art", "by semicolons, names"),
    "excel_sep.csv": (24, 3, ";", True, ",", "Art", "decimal commas"),
    "tabs.tsv": (24, 3, "\t", True, ".", "kind", "separated by tabs"),
    "bars.csv": (24, 3, "|", True, ".", "kind", "separated by bars"),
    "spaces.txt": (24, 3, " ", True, ".", "kind", "separated by spaces"),
    "latin1.csv": (24, 3, ";", True, ".", "Art", "Western European"),
    "utf16.csv": (24, 3, ";", True, ".", "Art", "read as UTF-16"),
    "utf16_be_no_mark.csv": (24, 3, ";", True, ".", "Art", "read as UTF-16"),
    "missing.csv": (24, 3, ",", True, ".", "kind", "12 rows"),
    "only_missing.csv": (3, 3, ",", True, ".", "kind", "row number"),
    "one_class.csv": (24, 3, ",", True, ".", "height", "“kind”"),
    "constant_column.csv": (24, 3, ",", True, ".", "kind", "on one line"),
    "all_constant.csv": (24, 3, ",", True, ".", "kind", "both columns"),
    "text_only.csv": (24, 3, ",", True, ".", "kind", "row number"),
    "many_labels.csv": (90, 3, ",", True, ".", "kind", "15 different labels"),
    "numbers_as_label.csv": (24, 3, ",", True, ".", "price", "27.25"),
    "codes_as_label.csv": (24, 3, ",", True, ".", "y", "Every column holds numbers."),
    "columns_200.csv": (12, 200, ",", True, ".", "kind", "199 columns"),
    "columns_201.csv": (5, 200, ",", True, ".", "kind", "200 of 201"),
    "one_column.csv": (24, 1, "\n", True, ".", "width", "There is only one column."),
    "two_rows.csv": (2, 3, ",", True, ".", "kind", ""),
    "eight_rows.csv": (8, 3, ",", True, ".", "kind", ""),
    "ragged.csv": (27, 3, ",", True, ".", "kind", "2 rows had fewer"),
    "open_quote.csv": (37, 3, ",", True, ".", "kind", "quotation mark"),
    "good_quotes.csv": (24, 3, ",", True, ".", "kind, of animal", ""),
    "nul_bytes.csv": (24, 3, ",", True, ".", "kind", "Characters"),
    "thousands.csv": (24, 3, ",", True, ".", "kind", ""),
    "thousands_german.csv": (24, 3, ";", True, ",", "kind", "decimal commas"),
    "infinities.csv": (24, 3, ",", True, ".", "kind", "12 rows"),
    "huge_and_tiny.csv": (24, 3, ",", True, ".", "kind", ""),
    "same_names.csv": (24, 3, ",", True, ".", "x (3)", ""),
    "formulas.csv": (25, 3, ",", True, ".", "kind", "Formulas"),
    "markup.csv": (24, 3, ",", True, ".", "<script>alert(1)</script>", ""),
    "numbers_as_names.csv": (24, 3, ",", True, ".", "kind", ""),
    "row_names.csv": (24, 4, ",", True, ".", "kind", ""),
    "percent.csv": (24, 3, ",", True, ".", "kind", ""),
    "duplicates.csv": (18, 3, ",", True, ".", "kind", ""),
    "flat.csv": (24, 3, ",", True, ".", "kind", ""),
    "years.csv": (24, 3, ",", True, ".", "kind", ""),
    "right_to_left.csv": (24, 3, ",", True, ".", "نوع", ""),
}  # fmt: skip
REFUSALS = {
    "empty.csv": "text is empty",
    "blank_lines.csv": "text is empty",
    "only_separators.csv": "only separators",
    "only_header.csv": "header",
    "binary.csv": "not text",
    "picture.csv": "a picture",
    "workbook.csv": "an Excel or OpenDocument file",
}
UNFIT = {"one_row.csv": "one row"}


def read_all(source, standardise=True):
    """Read a table with the default choices. Return all messages about it, its projection to
    points, and its inferred types."""
    inference = infer_types(read(source))
    label = usual_label(inference)
    features = (
        None
        if len(component_columns(inference, label)) > 2
        else tuple(usual_features(inference, label))
    )
    projection = project(inference, ProjectionOptions(label, features, standardise))
    return (
        [messages.describe(inference), *messages.remarks(inference), *projection.notes],
        projection,
        inference,
    )


def test_every_file_is_in_the_tables():
    assert {file.name for file in CSV.iterdir()} == {*READ, *REFUSALS, *UNFIT}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", READ)
def test_readable_files_are_read_and_described(name):
    rows, columns, delimiter, header, decimal, label, piece = READ[name]
    sentences, projection, inference = read_all((CSV / name).read_bytes())
    assert (len(inference.table.rows), len(inference.columns)) == (rows, columns)
    assert (inference.table.delimiter, inference.table.header, inference.decimal) == (
        delimiter,
        header,
        decimal,
    )
    assert inference.columns[usual_label(inference)].name == label
    assert piece in " ".join(sentences)
    assert all(SENTENCE.match(sentence) and "\n" not in sentence for sentence in sentences)
    assert len(pack(projection.points)) <= MAX_CHARACTERS


@pytest.mark.parametrize("name", REFUSALS)
def test_unreadable_files_are_refused_with_advice(name):
    with pytest.raises(UnreadableFile, match=re.escape(REFUSALS[name])) as error:
        read((CSV / name).read_bytes())
    message = str(error.value)
    assert SENTENCE.match(message) and message.count(".") >= 1
    assert re.search("upload|Paste|Add|Save", message), "it says what to do"


@pytest.mark.parametrize("text", ["[{}]", "[{},{}]", "{}\n{}", '{"rows": [{}]}', "[[],[]]"])
def test_json_without_a_cell_is_refused(text):
    with pytest.raises(UnreadableFile, match="This is JSON, but not a table"):
        read(text)


def test_one_row_is_read_but_makes_no_picture():
    inference = infer_types(read((CSV / "one_row.csv").read_bytes()))
    with pytest.raises(UnsuitableTable, match=re.escape(UNFIT["one_row.csv"])):
        project(inference, ProjectionOptions(2, (0, 1)))


def test_a_table_is_the_same_in_every_notation():
    plain = read_all((CSV / "plain.csv").read_bytes())[1].points
    for name in ("windows_bom.csv", "old_mac.csv", "tabs.tsv", "bars.csv", "spaces.txt",
                 "row_names.csv", "nul_bytes.csv", "markup.csv", "same_names.csv",
                 "no_header.csv", "percent.csv", "decimal_commas.csv", "utf16.csv",
                 "huge_and_tiny.csv"):  # fmt: skip
        np.testing.assert_allclose(
            read_all((CSV / name).read_bytes())[1].points.X, plain.X, atol=1e-9
        )


def test_options_of_the_visitor_override_what_is_detected():
    text = "1,2;3\n4,5;6\n7,8;9\n"
    assert read(text).delimiter == ";" and infer_types(read(text)).decimal == ","
    inference = interpret(text, ReadingOptions(delimiter=",", header="yes"))
    assert inference.table.names == ("1", "2;3") and len(inference.table.rows) == 2
    for sign, value in ((".", 1234), (",", 1.234)):
        inference = interpret("a;b\n1,234;2\n", ReadingOptions(decimal=sign))
        assert inference.columns[0].values == [value] and not inference.ambiguities
    inference = interpret("$1,000,5,a\n$2,500,7,b\n", ReadingOptions(thousands="cut"))
    assert [list(c.values) for c in inference.columns[:2]] == [
        [1, 2],
        [0, 500],
    ] and not inference.ambiguities
    table = interpret((CSV / "plain.csv").read_text(), ReadingOptions(delimiter=";"))
    assert len(table.columns) == 1 and "separator" in messages.remarks(table)[0]


def test_names_are_plain_short_and_different():
    names = read((CSV / "markup.csv").read_bytes()).names
    assert names == ("<b>width</b>", "**height**", "<script>alert(1)</script>"), "text stays text"
    names = read("a,a,,x\ty\u202e\n1,2,3,z\n").names
    assert names == ("a", "a (2)", "column 3", "x y")
    assert len(read("a" * 500 + ",b\n1,2\n").names[0]) == 40


@pytest.mark.thorough
def test_names_differ_even_from_numbered_ones():
    assert read("a,a,a (2)\n1,2,3\n4,5,6\n").names == ("a", "a (2)", "a (2) (2)")


def test_libsvm_features_may_be_counted_from_0():
    table = read("1 0:5 1:2\n-1 0:3 2:1\n1 1:1\n")
    assert table.names == ("label", "x0", "x1", "x2")
    assert table.rows[:2] == (("1", "5", "2", "0"), ("-1", "3", "0", "1"))
    with pytest.raises(UnreadableFile, match="at most 198"):
        read("1 0:5 199:2\n-1 1:1\n")


@pytest.mark.parametrize("word", ["run", "end", "cards"])
def test_a_column_of_words_is_not_a_program(word):
    table = read(f"activity\n{word}\nwalk\n{word}\nstand\n")
    assert table.cells(0)[0] == word
    with pytest.raises(UnreadableFile, match="belongs to a program"):
        read(f"x y\n1 2\n3 4\n{word}\n")


@pytest.mark.parametrize("above", ["", "A title line\n\n", "# a comment\n"])
@pytest.mark.parametrize("below", ["", "kg,m\n"])
def test_rows_that_were_not_read_are_reported(above, below):
    table = read(f"{above}a,b\n{below}" + "1,2\n" * (MAX_ROWS + 9))
    assert table.part == f"Only the first {len(table.rows):,} rows were read."
    table = read(f"a,b\n{below}" + "1,2\n" * MAX_ROWS)
    assert len(table.rows) == MAX_ROWS and not table.part


def test_sizes_are_bounded():
    for source in (b"1," * MAX_BYTES, "1," * MAX_BYTES, "é" * MAX_BYTES):
        with pytest.raises(
            UnreadableFile, match=r"That is 2,000,000 bytes, but at most 1,000,000 are read\."
        ):
            read(source)
    with pytest.raises(UnreadableFile, match="That is 10,000,000 bytes"):
        read("x" * 10_000_000)
    with pytest.raises(UnreadableFile, match="One cell has more than 131,072 characters"):
        read("x" * 990_000)
    table = read("1,2,a\n" * 6000)
    assert len(table.rows) == MAX_ROWS and table.part == "Only the first 5,000 rows were read."
    assert not read("1,2,a\n" * 5000).notes and not read("x,y,z\n" + "1,2,a\n" * 5000).notes
    wide = read("1," * 500_000)
    assert len(wide.names) == MAX_COLUMNS and "of 500,001 columns" in wide.part
    spread = read("\n".join(["," * 300_000, *("1" * (1 + i % 9) for i in range(4000))]))
    assert sum(map(len, spread.rows)) <= MAX_ROWS * MAX_COLUMNS
    assert len(read("a,b\n" + "y" * 9000 + ",2\n").rows[0][0]) == MAX_CELL


@pytest.mark.parametrize(
    ("cell", "point", "comma"),
    [
        ("1", 1, 1), ("-1.5", -1.5, None), ("-1,5", None, -1.5), ("1,234.5", 1234.5, None),
        ("1.234,5", None, 1234.5), ("1 234,5", None, 1234.5), ("1'234", 1234, 1234),
        ("1e-3", 0.001, 0.001), ("3.", 3, None),
        ("12 %", 12, 12), ("−3", -3, -3), (".5", 0.5, None), ("+7", 7, 7), (" 8 ", 8, 8),
        ("1,234", 1234, 1.234), ("1.234", 1.234, 1234),
        ("٣٫٥", 3.5, None), ("۱۲", 12, 12), ("१.५", 1.5, None), ("－１．５％", -1.5, None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(cell, point, comma):
    for sign, value in ((".", point), (",", comma)):
        np.testing.assert_equal(
            number_parsing.number(cell, sign), np.nan if value is None else value
        )


@pytest.mark.parametrize(
    "cell",
    ["", "-", ".", "nan", "inf", "1e999", "1e101", "0x10", "1_000", "1,2,3", "--5", "1-2",
     "=1+1", "1;2", "e5", "%", "1" * 100, "12:30", "2026-01-01", "NaN", "true"],
)  # fmt: skip
def test_non_numbers(cell):
    assert np.isnan(number_parsing.number(cell, ".")) and np.isnan(number_parsing.number(cell, ","))


CELLS = st.sampled_from(
    [
        "1",
        "2.5",
        "-3",
        "1,5",
        "",
        "NA",
        "a",
        "b",
        '"',
        '""',
        "=1+1",
        "x y",
        "é",
        "1e9",
        "<b>",
        "\0",
        "\u202e",
        "99999999999",
        "inf",
        "'",
        "#",
        "..",
        "│",
        "\\",
        "1:2",
        "[",
        "(1.",
        "])",
        "array(",
        "<dbl>",
        '="0"',
        "$ (1)",
        "- €",
        "1[a]",
        "A",
        "\u200b",
        "1,234,5",
        "&",
    ]
)
TABLES = st.builds(
    lambda rows, separator, end: end.join(separator.join(row) for row in rows),
    st.lists(st.lists(CELLS, min_size=1, max_size=7), max_size=12),
    st.sampled_from([*DELIMITERS, ", ", "  ", ""]),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
)
PLAIN = (CSV / "plain.csv").read_bytes()
OPTIONS = st.builds(
    ReadingOptions,
    st.sampled_from(["", *DELIMITERS, "?"]),
    st.sampled_from(["", "yes", "no"]),
    st.sampled_from(["", "first", "last"]),
    st.sampled_from(["", "joined", "cut"]),
    st.sampled_from(["", ".", ","]),
    st.sampled_from(["", "fraction", "percent"]),
    st.sampled_from(["", "class", "gap"]),
    st.sampled_from(["", "same", "different"]),
    st.sampled_from(["", "words", "line"]),
    st.sampled_from(["", "decimal", "cut"]),
    st.sampled_from(["", "total", "row"]),
)

# Repetitions of these texts may make a regular expression search from each character again.
REPEATED_TEXTS = [
    "\n", " \n", "\n \n", "[", "[[1 ", "\\'", "│ a │\n", "1 & 2 \\\\\n", "1:1 ", "1,5, 2,5\n",
    ".. ..\n", "a b \\\n1 2\n\n", "$ (1);\n", "Yes,yes\n", "a b\nc d e\n", '""a,', "a\u0308", "%\n",
    "@data\n ", "{a:", "1.", "- ", "' ", "1,100,", "$1,000,", '$1,000"', ",$ 1",
]  # fmt: skip
LONG_SIZE = MAX_BYTES // (32 if THOROUGH in os.environ else 64)


class CountingPattern:
    """A regular expression that counts the characters that it has to search."""

    def __init__(self, pattern, count):
        self._pattern, self._count = pattern, count

    def __getattr__(self, name):
        value = getattr(self._pattern, name)
        if not callable(value):
            return value

        def counting_call(*args, **options):
            self._count.append(len(args[name.startswith("sub")]))
            return value(*args, **options)

        return counting_call


@pytest.fixture
def characters(monkeypatch):
    """Record how many characters each call of a regular expression of the reader has to search."""
    count = []
    for name, module in [*sys.modules.items()]:
        for key, value in [*vars(module).items()] if name.startswith("features.own_data") else ():
            if isinstance(value, re.Pattern):
                monkeypatch.setattr(module, key, CountingPattern(value, count))
    return count


@pytest.mark.thorough(keep_every=20)
@pytest.mark.thorough("1 1:")
@pytest.mark.parametrize("part", REPEATED_TEXTS)
@pytest.mark.parametrize("before", ["", "['", "1 1:"])
def test_long_repetitions_are_read_in_linear_time(part, before, characters):
    """A regular expression holds Python's lock: while it runs, no other request is answered. The
    texts given to all regular expressions are together less than 25 times as long as the table;
    `python -m benchmarks own` measures the seconds."""
    source = (before + part * LONG_SIZE)[:LONG_SIZE]
    try:
        interpret(source)
    except UnreadableFile as error:
        assert SENTENCE.match(str(error))
    assert 0 < sum(characters) < 25 * len(source)


@st.composite
def mutated(draw) -> bytes:
    """Generate a valid table with some bytes changed, deleted, doubled or inserted."""
    data, rng = bytearray(PLAIN), random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(1, 30))):
        i = rng.randrange(len(data))
        j = min(len(data), i + rng.randrange(1, 40))
        match rng.randrange(4):
            case 0:
                data[i] = rng.randrange(256)
            case 1:
                del data[i : min(j, len(data) - 1)]
            case 2:
                data[i:i] = data[i:j]
            case _:
                data[i:i] = rng.choice(string.punctuation + '\n\r\t"\0').encode()
    return bytes(data)


@given(
    st.binary(max_size=400) | st.text(max_size=300) | TABLES | TABLES.map(str.encode) | mutated(),
    OPTIONS,
    st.data(),
)
@with_examples(80, deadline=None)
@example('"', ReadingOptions(), None)
@example("\ud800", ReadingOptions(), None)
@example(b"\xff\xfe\x00", ReadingOptions(), None)
@example("1 \n 2", ReadingOptions(" ", "yes"), None)
@example("\n".join(f"{k},very long label first kind {k}" for k in (1, 2)), ReadingOptions(), None)
@example("a b \\\n\n\\\n\n", ReadingOptions(), None)
def test_any_bytes_are_read_or_refused(source, options, data):
    try:
        inference = interpret(source, options)
    except UnreadableFile as error:
        assert SENTENCE.match(str(error))
        return
    table = inference.table
    assert 1 <= len(table.rows) <= MAX_ROWS and 1 <= len(table.names) <= MAX_COLUMNS
    assert len(set(table.names)) == len(table.names)
    assert all(len(row) == len(table.names) for row in table.rows)
    assert all(name.isprintable() and 0 < len(name) <= 50 for name in table.names)
    sentences = [messages.describe(inference), *messages.remarks(inference)]
    sentences += [
        f"{question.question[0].upper()}{question.question[1:]} {question.why}."
        for question in inference.ambiguities
    ]
    for question in inference.ambiguities:
        assert getattr(options, question.field) in ("", "?"), "what was decided is not asked again"
        for preview in previews(source, options, question):
            assert len(preview.rows) <= PREVIEW_ROWS
    chosen_options = {question.field: question.options[1][0] for question in inference.ambiguities}
    assert set(chosen_options) <= {
        question.field for question in shown_questions(source, options, chosen_options)
    }
    assert all(SENTENCE.match(sentence) for sentence in sentences)
    for column in inference.columns:
        assert column.values.shape == (len(table.rows),) and not np.isinf(column.values).any()
    choices = [
        ProjectionOptions(
            usual_label(inference), tuple(usual_features(inference, usual_label(inference)))
        )
    ]
    if data is not None:
        axes = st.sampled_from([*(c.index for c in inference.columns), ROW_NUMBER])
        choices.append(ProjectionOptions(data.draw(st.sampled_from(range(len(inference.columns)))),
                           data.draw(st.none() | st.tuples(axes, axes)),
                           data.draw(st.booleans())))  # fmt: skip
    for choice in choices:
        check_points_or_message(inference, choice)


def shown_questions(source, options, answers):
    """Return the questions that are shown after these answers, answered ones among them; or the
    table's first questions if it is unreadable with these answers."""
    try:
        return apply_answers(source, options, answers)[1]
    except UnreadableFile:
        return interpret(source, options).ambiguities


def check_points_or_message(inference, choice):
    """Check that a choice gives points that fit into a link, or a message with the reason."""
    try:
        projection = project(inference, choice)
    except UnsuitableTable as error:
        assert SENTENCE.match(str(error))
        return
    points = projection.points
    assert 2 <= len(points.y) <= MAX_POINTS and 2 <= len(points.classes) <= MAX_CLASSES
    text = pack(points)
    reread = unpack(text)
    assert len(text) <= MAX_CHARACTERS and pack(reread) == text
    np.testing.assert_array_equal(reread.y, points.y)
    step = np.ptp(points.X, axis=0) / 4095
    assert (np.abs(reread.X - points.X) <= step + 1e-6 * np.abs(points.X).max()).all()
