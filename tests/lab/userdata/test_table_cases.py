"""Tables as people have them: each is read as it was meant, or the question is asked."""

import pytest

from lab.userdata import messages
from lab.userdata.table.delimiter_detection import NOTHING
from lab.userdata.table.interpretation import as_read, interpret
from lab.userdata.table.text_decoding import UnreadableFile
from tests.lab.userdata import export_cases, table_cases

CASES = [*table_cases.CASES, *export_cases.CASES]


def reading(u, rows):
    """Names and the first rows, as the cases write them."""
    return [list(u.table.names), *as_read(u)[:rows]]


def test_there_are_many_and_each_has_a_name():
    assert len(CASES) >= 250 and len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_table_is_read_as_it_was_meant(case):
    if not case.read:
        with pytest.raises(UnreadableFile, match=case.say):
            interpret(case.source)
        return
    u = interpret(case.source)
    expected = [
        [cell.strip(" ") for cell in f" {row} ".split(" | ")] for row in case.read.split(" / ")
    ]
    assert reading(u, len(expected) - 1) == expected
    asked = [f"{a.field}={a.likelier}".replace(NOTHING, "nothing") for a in u.ambiguities]
    assert asked == case.ask.split()
    assert case.say in " ".join([messages.understood(u), *messages.remarks(u)])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pasted_and_uploaded_are_the_same(case):
    """A browser's text field turns all line ends into one; a file has bytes, with a mark or not."""
    if not case.read or isinstance(case.source, bytes):
        return
    expected = reading(interpret(case.source), None)
    files = [case.source.encode(encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16")]
    for source in (*files, case.source.replace("\n", "\r\n").encode()):
        assert reading(interpret(source), None) == expected
