"""Whether a table writes a half as 0.5 or as 0,5, and what speaks for it.

Most cells are numbers by one sign alone. A cell like 1.234 is one by both, and another number by
each: it follows its column, else its table, else what is usual; where that is a guess, it says so.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan

from features.own_data.table.cells import number_parsing

OTHER = {".": ",", ",": "."}
NAMES = {".": "point", ",": "comma"}


@dataclass(frozen=True, eq=False)
class SignEvidence:
    """What the cells of one column say of its decimal sign: how many need each; those that leave it
    open, how many thousands they'd make, and whole numbers beside them.
    """

    needs: Counter[str]
    unclear: tuple[str, ...]
    plain: tuple[str, ...]

    @cached_property
    def certain(self) -> str:
        """The sign that its cells need, "" where none does."""
        return max(self.needs, key=lambda sign: (self.needs[sign], sign)) if self.needs else ""

    @cached_property
    def mark(self) -> str:
        """What stands in the cells that leave it open: a point or a comma."""
        return "," if "," in self.unclear[0] else "."

    @cached_property
    def likelier(self) -> str:
        """What whole numbers beside the open cells speak for: 987 that the mark parts thousands,
        12345 that it does not.
        """
        if not self.unclear or not self.plain:
            return ""
        long = any(len(digits) > 3 for digits in self.plain)
        return self.mark if long else OTHER[self.mark]

    def example(self) -> str:
        return self.unclear[0]


def evidence(cells: Iterable[number_parsing.Quantity]) -> SignEvidence:
    """What these numbers say of the decimal sign."""
    needs: Counter[str] = Counter()
    unclear, plain = [], []
    for cell in cells:
        if cell.point == cell.comma:
            digits = cell.text.lstrip("+−-")
            if digits.isdecimal() and digits.strip("0"):
                plain.append(digits)
        elif isnan(cell.point):
            needs[","] += 1
        elif isnan(cell.comma):
            needs["."] += 1
        else:
            unclear.append(cell.text)
    return SignEvidence(+needs, tuple(unclear), tuple(plain))


@dataclass(frozen=True)
class DecimalSign:
    """A table's decimal sign, why, and whether the other one is possible too."""

    sign: str
    why: str = ""
    open: bool = False
    column: int = -1  # the first that leaves it open
    example: str = ""


def decimal_sign(columns: Sequence[SignEvidence], delimiter: str) -> DecimalSign:
    """The sign of a table whose columns say this, and whose cells `delimiter` parts."""
    votes = Counter(column.certain for column in columns if column.certain)
    waiting = [i for i, column in enumerate(columns) if column.unclear and not column.certain]
    usual = max(votes, key=lambda sign: (votes[sign], sign == ".")) if votes else ""
    if not waiting:
        return DecimalSign(usual or ".")
    first = columns[waiting[0]]
    hints = Counter(columns[i].likelier for i in waiting if columns[i].likelier)
    hint = hints.most_common(1)[0][0] if hints else ""
    found = (waiting[0], first.example())
    if usual:
        why = f"because other columns have decimal {NAMES[usual]}s"
        return DecimalSign(usual, why, hint not in ("", usual), *found)
    if delimiter == " " and first.mark == ".":
        return DecimalSign(".", "because programs print decimal points", True, *found)
    if delimiter == "," and first.mark == ".":
        return DecimalSign(".", "because commas part the cells", hint == ",", *found)
    if hint:
        return DecimalSign(hint, _why_hint(columns, waiting, hint), True, *found)
    if first.mark == "." and (whole := _three_digits(columns)):
        return DecimalSign(
            ",", f"because {whole} beside it is written without decimals", True, *found
        )
    if first.mark == ",":
        many = delimiter == ";"
        why = (
            "because tables with semicolons mostly have decimal commas" if many
            else "because commas mostly part thousands where something else parts the cells"
        )  # fmt: skip
        return DecimalSign("," if many else ".", why, True, *found)
    return DecimalSign(
        ".", "because all have three digits after it, as measurements may", True, *found
    )


def _three_digits(columns: Sequence[SignEvidence]) -> str:
    """A whole number just below a thousand in another column, "" where there is none."""
    every = (digits for column in columns if not column.unclear for digits in column.plain)
    return next((digits for digits in every if len(digits) == 3), "")


def _why_hint(columns: Sequence[SignEvidence], waiting: list[int], hint: str) -> str:
    column = next(columns[i] for i in waiting if columns[i].likelier == hint)
    if hint == column.mark:
        long = next(digits for digits in column.plain if len(digits) > 3)
        return f"because {long} beside it has nothing between thousands"
    return f"because {column.plain[0]} beside it is written without decimals"
