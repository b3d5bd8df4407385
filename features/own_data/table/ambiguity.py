"""Where a table can be read in two ways: a question, both answers, which was taken and why."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadingOptions:
    """What a visitor decided of how a table is read; "" is for the reader to decide.

    `header` is "yes" or "no"; `unnamed` the column without a name, "first" or "last"; `thousands`
    whether $1,000 is one number, "joined", or two cells, "cut"; `percent` what cells without % are,
    "fraction" or "percent"; `marker` whether words like None are a "class" or a "gap"; `capitals`
    whether Yes and yes are the "same" label or "different" ones; `spaces` whether words with spaces
    are one cell, "words", or columns stand in "line"; `commas` whether 1,5 in a row of too many
    cells is "decimal" or "cut"; `closing` whether the last row is a "total" or a "row".
    """

    delimiter: str = ""
    header: str = ""
    unnamed: str = ""
    thousands: str = ""
    decimal: str = ""
    percent: str = ""
    marker: str = ""
    capitals: str = ""
    spaces: str = ""
    commas: str = ""
    closing: str = ""


@dataclass(frozen=True)
class Ambiguity:
    """Two values of one field of ReadingOptions, each with a title; the first is the likelier one,
    for the reason `why`.
    """

    field: str
    question: str
    options: tuple[tuple[str, str], tuple[str, str]]
    why: str

    @property
    def likelier(self) -> str:
        return self.options[0][0]


def likelier_first(
    field: str, question: str, likelier: str, titles: dict[str, str], why: str
) -> Ambiguity:
    """An Ambiguity with the likelier of two values in front."""
    first, second = sorted(titles, key=lambda value: value != likelier)
    return Ambiguity(field, question, ((first, titles[first]), (second, titles[second])), why)
