"""Tables as found in practice: each is read as intended, or a question is asked."""

import os
import re

import numpy as np
import pytest

from features.own_data import messages
from features.own_data.points_from_table import ProjectionOptions, project
from features.own_data.table.ambiguity import ReadingOptions
from features.own_data.table.column_types import UnsuitableTable
from features.own_data.table.csv_reader import MAX_ROWS
from features.own_data.table.delimiter_detection import NO_DELIMITER
from features.own_data.table.interpretation import interpret, plain_cells, previews
from features.own_data.table.text_decoding import UnreadableFile
from tests.examples import THOROUGH
from tests.features.own_data import export_cases, other_forms_cases, table_cases

CASES = [*table_cases.CASES, *export_cases.CASES, *other_forms_cases.CASES]
STRIDE = 1 if THOROUGH in os.environ else 6


def reading(u, rows):
    """Return the names and the first `rows` rows in the form of the cases."""
    return [list(u.table.names), *plain_cells(u)[:rows]]


def assert_names(message, sentence):
    """Check that the message has the quoted cells and the numbers of this sentence."""
    for part in re.findall(r"“[^”]+”|\d[\d.,]*\d|\d", sentence):
        assert part in message, (part, message)


def test_cases_have_unique_names():
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_table_is_read_as_intended(case):
    if not case.read:
        with pytest.raises(UnreadableFile) as error:
            interpret(case.source)
        assert_names(str(error.value), case.say)
        return
    u = interpret(case.source)
    expected = [
        [cell.strip(" ") for cell in f" {row} ".split(" | ")] for row in case.read.split(" / ")
    ]
    assert reading(u, len(expected) - 1) == expected
    questions = [f"{a.field}={a.default}".replace(NO_DELIMITER, "nothing") for a in u.ambiguities]
    assert questions == case.ask.split()
    assert_names(" ".join([messages.describe(u), *messages.remarks(u)]), case.say)


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("cell", other_forms_cases.NO_NUMBERS)
@pytest.mark.parametrize("share", [1 / 6, 1 / 2, 1])
def test_non_numeric_cells_are_named(cell, share):
    """The message names cells that are no numbers as missing values or, if they are many, as the
    cause of a text column."""
    n = round(6 * share)
    digit = next((ch for ch in cell if ch.isdecimal()), "")
    odd_cells = [cell, *(cell.replace(digit, str(k)) if digit else cell for k in range(2, n + 1))]
    cells = [*odd_cells, *(f"{k}.25" for k in range(n, 6))]
    u = interpret("x;y;k\n" + "".join(f"{c};{i}.5;{'ab'[i % 2]}\n" for i, c in enumerate(cells)))
    remarks = " ".join(messages.remarks(u))
    assert f"“{cell}”" in remarks and ("plain number" in remarks or "missing" in remarks)
    if u.columns[0].is_numbers:
        np.testing.assert_array_equal(
            np.isnan(u.columns[0].values), [c in odd_cells for c in cells]
        )


def test_partial_reading_is_reported_first():
    rows = "".join(f"{i % 7}.5,{i % 5},{'a' if i < MAX_ROWS else 'b'}\n" for i in range(6000))
    u = interpret("x,y,k\n" + rows)
    part = "Only the first 5,000 rows were read."
    assert messages.describe(u).startswith(part)
    assert "In these rows “k” is constant" in " ".join(messages.remarks(u))
    with pytest.raises(UnsuitableTable, match=f"^{part} All labels are “a”"):
        project(u, ProjectionOptions(2, (0, 1)))


@pytest.mark.parametrize(
    ("first", "second"),
    [("123456789012345", "123456789012346"), ("1.00000000000001", "1.00000000000002")],
)
def test_numbers_that_differ_in_their_fifteenth_digit_stay_different(first, second):
    u = interpret(f"x,y,k\n{first},1,a\n{second},2,b\n{first},3,a\n")
    assert "constant" not in " ".join(messages.remarks(u))
    projection = project(u, ProjectionOptions(2, (0, 1)))
    assert not projection.notes and len({*projection.points.X[:, 0]}) == 2


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("field", ["spaces", "commas", "closing"])
def test_the_other_answer_is_used(field):
    """After the other answer the table is read differently, and the question is not repeated."""
    asking_cases = [case for case in other_forms_cases.READ if f"{field}=" in case.ask]
    assert len(asking_cases) > 2
    for case in asking_cases:
        u = interpret(case.source)
        (question,) = (a for a in u.ambiguities if a.field == field)
        other_reading = interpret(case.source, ReadingOptions(**{field: question.options[1][0]}))
        assert plain_cells(other_reading) != plain_cells(u)
        sides = previews(case.source, ReadingOptions(), question)
        assert all(side.rows for side in sides) and sides[0].rows != sides[1].rows
        assert field not in {a.field for a in other_reading.ambiguities}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("case", CASES[::STRIDE], ids=lambda case: case.name)
def test_pasted_and_uploaded_are_the_same(case):
    """A browser's text field makes all line ends the same; a file has bytes, with or without a
    byte-order mark."""
    if not case.read or isinstance(case.source, bytes):
        return
    expected = reading(interpret(case.source), None)
    files = [case.source.encode(encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16")]
    for source in (*files, case.source.replace("\n", "\r\n").encode()):
        assert reading(interpret(source), None) == expected
