"""Questions about tables that can be read in two ways."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadingOptions:
    """A visitor's choices of how to read a table; "" lets the program choose.

    `header` is "yes" or "no"; `unnamed` the column without a name, "first" or "last"; `thousands`
    whether $1,000 is one number, "joined", or two cells, "cut"; `percent` what cells without % are,
    "fraction" or "percent"; `marker` whether words like None are a "class" or a "gap"; `capitals`
    whether Yes and yes are the "same" label or "different" ones; `spaces` whether words with spaces
    between them are one cell, "words", or cells begin and end where the columns are aligned,
    "line"; `commas` whether 1,5 in a row of too many cells is one number, "decimal", or two cells,
    "cut"; `closing` whether the last row is a "total" or an ordinary "row".
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
    """A question about a field of ReadingOptions: two values, each with a title. The first value
    is more likely, for the reason `why`."""

    field: str
    question: str
    options: tuple[tuple[str, str], tuple[str, str]]
    why: str

    @property
    def default(self) -> str:
        return self.options[0][0]


def make_ambiguity(
    field: str, question: str, default: str, titles: dict[str, str], why: str
) -> Ambiguity:
    """Create an Ambiguity whose first value is `default`."""
    first_value, second_value = sorted(titles, key=lambda value: value != default)
    return Ambiguity(
        field,
        question,
        ((first_value, titles[first_value]), (second_value, titles[second_value])),
        why,
    )
