"""Detection of the decimal sign of a table, point or comma.

Most cells can be read in only one way. A cell such as 1.234 is one number with a decimal point and
another with a decimal comma. For such a cell the sign of its column decides, else the sign of its
table, else the delimiter, whole numbers and conventions. An uncertain reading is reported.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan

from features.own_data.table.cells import number_parsing

OTHER_SIGN = {".": ",", ",": "."}
NAMES = {".": "point", ",": "comma"}


@dataclass(frozen=True, eq=False)
class SignEvidence:
    """Evidence of one column for the decimal sign: the number of cells that need each sign, the
    ambiguous cells, and the whole numbers."""

    sign_counts: Counter[str]
    ambiguous_numbers: tuple[str, ...]
    whole_numbers: tuple[str, ...]

    @cached_property
    def needed_sign(self) -> str:
        """The decimal sign that most of the unambiguous cells need, the point for a tie; "" if no
        cell needs one."""
        return (
            max(self.sign_counts, key=lambda sign: (self.sign_counts[sign], sign))
            if self.sign_counts
            else ""
        )

    @cached_property
    def mark(self) -> str:
        """The sign in the ambiguous cells, point or comma."""
        return "," if "," in self.ambiguous_numbers[0] else "."

    @cached_property
    def suggested_sign(self) -> str:
        """The decimal sign that whole numbers of the column suggest; "" without such numbers.

        If a whole number such as 12345 has no thousands separator, the sign in 1.234 is decimal.
        Otherwise it separates thousands.
        """
        if not self.ambiguous_numbers or not self.whole_numbers:
            return ""
        has_long = any(len(digits) > 3 for digits in self.whole_numbers)
        return self.mark if has_long else OTHER_SIGN[self.mark]

    def example(self) -> str:
        return self.ambiguous_numbers[0]


def evidence(cells: Iterable[number_parsing.Quantity]) -> SignEvidence:
    """Collect the evidence of these numbers for the decimal sign."""
    sign_counts: Counter[str] = Counter()
    ambiguous_numbers, whole_numbers = [], []
    for cell in cells:
        if cell.point == cell.comma:
            digits = cell.text.lstrip("+−-")
            if digits.isdecimal() and digits.strip("0"):
                whole_numbers.append(digits)
        elif isnan(cell.point):
            sign_counts[","] += 1
        elif isnan(cell.comma):
            sign_counts["."] += 1
        else:
            ambiguous_numbers.append(cell.text)
    return SignEvidence(+sign_counts, tuple(ambiguous_numbers), tuple(whole_numbers))


@dataclass(frozen=True)
class DecimalSign:
    """A table's decimal sign, the reason, and whether the other sign is possible."""

    sign: str
    why: str = ""
    is_open: bool = False
    column: int = -1  # index of the first ambiguous column; −1: none
    example: str = ""


def decimal_sign(columns: Sequence[SignEvidence], delimiter: str) -> DecimalSign:
    """Decide the decimal sign of a table from the evidence of its columns and its delimiter."""
    votes = Counter(column.needed_sign for column in columns if column.needed_sign)
    undecided_columns = [
        i for i, column in enumerate(columns) if column.ambiguous_numbers and not column.needed_sign
    ]
    table_sign = max(votes, key=lambda sign: (votes[sign], sign == ".")) if votes else ""
    if not undecided_columns:
        return DecimalSign(table_sign or ".")
    column = columns[undecided_columns[0]]
    hints = Counter(
        columns[i].suggested_sign for i in undecided_columns if columns[i].suggested_sign
    )
    hint = hints.most_common(1)[0][0] if hints else ""
    example = (undecided_columns[0], column.example())
    if table_sign:
        why = f"because there are decimal {NAMES[table_sign]}s elsewhere in the table"
        return DecimalSign(table_sign, why, hint not in ("", table_sign), *example)
    if delimiter == " " and column.mark == ".":
        return DecimalSign(".", "because most programs print decimal points", True, *example)
    if delimiter == "," and column.mark == ".":
        return DecimalSign(".", "because commas separate the cells", hint == ",", *example)
    if hint:
        return DecimalSign(hint, _why_hint(columns, undecided_columns, hint), True, *example)
    if column.mark == "." and (whole_number := _three_digits(columns)):
        return DecimalSign(
            ",", f"because {whole_number} in another column has no decimals", True, *example
        )
    if column.mark == ",":
        has_semicolons = delimiter == ";"
        why = (
            "because tables with semicolons mostly have decimal commas"
            if has_semicolons
            else "because in tables like this a comma with three digits after it usually separates "
            "thousands"
        )
        return DecimalSign("," if has_semicolons else ".", why, True, *example)
    return DecimalSign(
        ".",
        "because all numbers of this column have three digits after the point, as many "
        "measurements do",
        True,
        *example,
    )


def _three_digits(columns: Sequence[SignEvidence]) -> str:
    """Return a whole number of three digits in a column without ambiguous cells, or ""."""
    numbers = (
        digits
        for column in columns
        if not column.ambiguous_numbers
        for digits in column.whole_numbers
    )
    return next((digits for digits in numbers if len(digits) == 3), "")


def _why_hint(columns: Sequence[SignEvidence], undecided_columns: list[int], hint: str) -> str:
    column = next(columns[i] for i in undecided_columns if columns[i].suggested_sign == hint)
    if hint == column.mark:
        long_number = next(digits for digits in column.whole_numbers if len(digits) > 3)
        return f"because {long_number} in the same column has no thousands separator"
    return f"because {column.whole_numbers[0]} in the same column has no decimals"
