"""Questions about tables that can be read in two ways."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadingOptions:
    """A visitor's choices of how to read a table; "" lets the program choose.

    delimiter: one of DELIMITERS (`delimiter_detection`)
    header: "yes" or "no", whether the first row has the names of the columns
    unnamed: "first" or "last", which column has no name
    thousands: "joined" if $1,000 is one number, "cut" if it is several cells
    decimal: "." or ",", the decimal sign
    percent: "fraction" or "percent", what numbers without % mean
    marker: "class" if a word such as None is a label, "gap" if it means a missing value
    capitals: "same" if Yes and yes are the same label, else "different"
    spaces: "words" if words with spaces between them are one cell, "line" if cells begin and end
        where the columns are aligned
    commas: "decimal" if 1,5 in a row with too many cells is one number, "cut" if it is two cells
    closing: "total" if the last rows summarise the others, "row" if they are ordinary rows
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
