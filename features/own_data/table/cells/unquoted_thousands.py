"""Thousands separators in comma-separated cells without quotation marks: $1,000,5,a."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from features.own_data.table.ambiguity import Ambiguity, make_ambiguity
from features.own_data.table.cells.units import CURRENCY, MINUS

ONE_NUMBER, SEVERAL_CELLS = "joined", "cut"  # values of the option `thousands`
_QUOTED_CELL = r'"[^"]*(?:""[^"]*)*"'
_ALL_GROUPS, _ONE_GROUP = r"(?:,[0-9]{3}){1,4}", r",[0-9]{3}"  # groups of thousands

_WHY_EVEN = "because then more rows have the same number of cells"
_WHY_MONEY = "because amounts of money are written like this"
_WHY_ZEROS = "because 000 is not a number by itself"

Rows = Sequence[Sequence[str]]


def unquoted_thousands(text: str, rows_of: Callable[[str], Rows]) -> tuple[str, Ambiguity] | None:
    """Join numbers with thousands separators in a comma-separated text.

    Return the new text and the question whether this is right; None if no numbers are joined. Rows
    are more even if more of them have the most frequent number of cells. Amounts of money are
    joined unless the rows become less even. If none are joined, numbers without a currency are
    joined if the rows become more even and a group begins with zero, or if the rows stay as even
    and a group is 000.
    """
    cut_evenness = _evenness(rows_of(text))
    for is_money in (True, False):
        joined_texts = [
            joined_text
            for pattern in _patterns(is_money)
            if (joined_text := _join_numbers(text, pattern))
        ]
        if not joined_texts:
            continue
        evenness = [_evenness(rows_of(joined_text.text)) for joined_text in joined_texts]
        best_evenness, joined_text = max(
            zip(evenness, joined_texts, strict=True), key=lambda pair: pair[0]
        )
        if best_evenness > cut_evenness and (is_money or joined_text.has(",0")):
            return joined_text.text, _ask(joined_text.example, _WHY_EVEN)
        if best_evenness == cut_evenness and (is_money or joined_text.has(",000")):
            return joined_text.text, _ask(
                joined_text.example, _WHY_MONEY if is_money else _WHY_ZEROS
            )
    return None


@dataclass(frozen=True)
class _JoinedText:
    text: str
    numbers: list[str]  # as written in the source

    @property
    def example(self) -> str:
        return self.numbers[0]

    def has(self, part: str) -> bool:
        return any(part in number for number in self.numbers)


def _patterns(is_money: bool) -> Iterator[re.Pattern[str]]:
    """Generate patterns of numbers with thousands separators: one to four groups, or only one."""
    for groups in (_ALL_GROUPS, _ONE_GROUP):
        number = rf"[1-9][0-9]{{0,2}}{groups}(?![0-9])(?:\.[0-9]+)?"
        if is_money:
            number = rf"(?:{CURRENCY} ?[{MINUS}]?{number}|{number} ?{CURRENCY})"
        cell = rf"(?P<before>(?:^|,) *)(?P<number>(?:[{MINUS}]|\()?{number}\)?)(?= *(?:,|$))"
        yield re.compile(rf"{_QUOTED_CELL}|{cell}", re.MULTILINE)


def _join_numbers(text: str, pattern: re.Pattern[str]) -> _JoinedText | None:
    numbers: list[str] = []

    def join(match: re.Match[str]) -> str:
        if match["number"] is None:  # a quoted cell
            return match[0]
        numbers.append(match["number"])
        return match["before"] + match["number"].replace(",", "")

    new_text = pattern.sub(join, text)
    return _JoinedText(new_text, numbers) if numbers else None


def _ask(example: str, why: str) -> Ambiguity:
    cells = example.split(",")
    question = f"Is {example} one number, or does the comma separate cells?"
    titles = {
        ONE_NUMBER: f"One number: {example.replace(',', '')}",
        SEVERAL_CELLS: f"{len(cells)} cells: {', '.join(cells[:-1])} and {cells[-1]}",
    }
    return make_ambiguity("thousands", question, ONE_NUMBER, titles, why)


def _evenness(rows: Rows) -> float:
    """Return the share of rows with the most frequent number of cells."""
    widths = Counter(map(len, rows))
    return max(widths.values()) / widths.total() if widths else 0.0
