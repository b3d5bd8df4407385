"""Measure the time to read a visitor's table: five thousand rows, and half a megabyte of text on
which regular expressions could backtrack."""

import contextlib

from benchmarks.tables import Aim, seconds, show
from benchmarks.timing import at_work
from features.own_data.table.interpretation import interpret
from features.own_data.table.text_decoding import MAX_BYTES, UnreadableFile
from tests.features.own_data.test_csv_reader import REPEATED_TEXTS
from tests.features.own_data.test_table_dialects import table

PREFIXES = ("", "['", "1 1:")
REPEATS, WORST = 3, 5


def run() -> list[Aim]:
    _, text = table(("shares", "incomes", "prices", "signs"), "German", " €", n=5000)
    ((plain, _),) = at_work(REPEATS, lambda: read(text))
    sources = {
        (before, part): (before + part * MAX_BYTES)[: MAX_BYTES // 2]
        for before in PREFIXES
        for part in REPEATED_TEXTS
    }
    times = {
        name: at_work(1, lambda source=source: read(source))[0][0]
        for name, source in sources.items()
    }
    slowest = sorted(times, key=times.__getitem__, reverse=True)[:WORST]
    show(
        "Own data: processor time of reading a table",
        ("what", "time"),
        [
            ("5,000 rows of four columns", seconds(plain)),
            *(
                (f"half a megabyte of {part!r} after {before!r}", seconds(times[before, part]))
                for before, part in slowest
            ),
        ],
    )
    return [
        Aim("own data: 5,000 rows", plain, "s", most=0.5),
        Aim("own data: half a megabyte of a repeated text", times[slowest[0]], "s", most=3.0),
    ]


def read(source: str) -> None:
    """Read a source, which may be refused."""
    with contextlib.suppress(UnreadableFile):
        interpret(source)
