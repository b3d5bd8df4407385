"""Where commas part the cells and thousands as well: $1,000,5,a without quotation marks."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from features.own_data.table.ambiguity import Ambiguity, likelier_first
from features.own_data.table.cells.units import CURRENCY, MINUS

JOINED, CUT = "joined", "cut"  # the two readings
_QUOTED = r'"[^"]*(?:""[^"]*)*"'
_EVERY, _FIRST = r"(?:,[0-9]{3}){1,4}", r",[0-9]{3}"  # groups after the first digits

_WHY_EVEN = "because more rows then have as many cells as the others"
_WHY_MONEY = "because an amount of money is written so"
_WHY_ZEROS = "because 000 is no number of its own"

Rows = Sequence[Sequence[str]]


def unquoted_thousands(text: str, rows_of: Callable[[str], Rows]) -> tuple[str, Ambiguity] | None:
    """A text whose cells commas part, with each number that commas part as well in one cell, and
    the question whether it is one; None where there is no such number. One is likelier.

    Amounts of money are asked about unless that makes the rows less even. Numbers without a
    currency are where it makes them more even and a group begins with a zero, which no number of
    its own does, or where a group is 000.
    """
    as_cut = _evenness(rows_of(text))
    for money in (True, False):
        ways = [way for pattern in _patterns(money) if (way := _joined(text, pattern))]
        if not ways:
            continue
        worth = [_evenness(rows_of(way.text)) for way in ways]
        joined, way = max(zip(worth, ways, strict=True), key=lambda pair: pair[0])
        if joined > as_cut and (money or way.has(",0")):
            return way.text, _ask(way.example, _WHY_EVEN)
        if joined == as_cut and (money or way.has(",000")):
            return way.text, _ask(way.example, _WHY_MONEY if money else _WHY_ZEROS)
    return None


@dataclass(frozen=True)
class _Joined:
    text: str
    numbers: list[str]  # as they were written

    @property
    def example(self) -> str:
        return self.numbers[0]

    def has(self, part: str) -> bool:
        return any(part in number for number in self.numbers)


def _patterns(money: bool) -> Iterator[re.Pattern[str]]:
    """What such a number may be, with all groups that follow it, and with one alone."""
    for groups in (_EVERY, _FIRST):
        number = rf"[1-9][0-9]{{0,2}}{groups}(?![0-9])(?:\.[0-9]+)?"
        if money:
            number = rf"(?:{CURRENCY} ?[{MINUS}]?{number}|{number} ?{CURRENCY})"
        cell = rf"(?P<before>(?:^|,) *)(?P<number>(?:[{MINUS}]|\()?{number}\)?)(?= *(?:,|$))"
        yield re.compile(rf"{_QUOTED}|{cell}", re.MULTILINE)


def _joined(text: str, pattern: re.Pattern[str]) -> _Joined | None:
    numbers: list[str] = []

    def join(found: re.Match[str]) -> str:
        if found["number"] is None:  # a cell in quotation marks
            return found[0]
        numbers.append(found["number"])
        return found["before"] + found["number"].replace(",", "")

    changed = pattern.sub(join, text)
    return _Joined(changed, numbers) if numbers else None


def _ask(example: str, why: str) -> Ambiguity:
    cells = example.split(",")
    question = f"Is {example} one number, or does a cell end at a comma?"
    titles = {
        JOINED: f"One number: {example.replace(',', '')}",
        CUT: f"{len(cells)} cells: {', '.join(cells[:-1])} and {cells[-1]}",
    }
    return likelier_first("thousands", question, JOINED, titles, why)


def _evenness(rows: Rows) -> float:
    """The share of rows that have as many cells as most have."""
    widths = Counter(map(len, rows))
    return max(widths.values()) / widths.total() if widths else 0.0
