"""The cells of one column as numbers: decimal signs, units, missing values."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions, make_ambiguity
from features.own_data.table.cells import number_parsing, units
from features.own_data.table.cells.decimal_sign import (
    OTHER_SIGN,
    DecimalSign,
    SignEvidence,
    evidence,
)
from features.own_data.table.cells.missing_values import is_marker, is_missing
from features.own_data.table.delimiter_detection import DATE
from lab.scene.fields import count

_NA = "NA"  # R's missing value, and the code of Namibia and North America
_MAX_LABELS = 12  # largest number of labels of a column for which questions are asked
_MIN_LABEL_SHARE = 0.1  # a marker such as None in a smaller share of cells means a missing value
_SENTINELS = (-9, -99, -999, -9999, -99999, 999, 9999, 99999)
_SPACES = re.compile(r"[^\S\n]+")
_AMBIGUOUS_DIGITS = 16  # number of digits from which different numbers may be equal as floats
_MAX_LONG_NUMBER = 40  # characters of a long number in a message
# Cells that begin like a number and have few letters: <0.01, 5.1±0.2, 1_000, 3 1/2, (0, 1).
_NEARLY_NUMBER = re.compile(
    r"[^\w\n]{0,4}(?:[A-Za-z]{1,2}[^\w\n]{1,3})?[0-9¼½¾⅓⅔]\w{0,2}(?:[^A-Za-z\n]|[A-Za-z]{1,3}(?![A-Za-z])){0,50}$"
)
_ROW_NUMBER = re.compile(r"[\[(]?[0-9]{1,9}[,.:)\]]{1,2}")  # row numbers: 1. or 1) or [1,]
_MAX_EXAMPLE = 20  # characters of a cell in a message


class CellNumbers:
    """The cells of a column, which of them are filled, and their numbers."""

    def __init__(self, name: str, cells: Sequence[str]) -> None:
        self.name, self.cells = name, tuple(cells)
        self._counts = Counter(self.cells)

    @cached_property
    def _filled_counts(self) -> dict[str, int]:
        """How often each cell occurs, without missing values and markers such as None."""
        counts = self._counts.items()
        return {cell: n for cell, n in counts if not (is_missing(cell) or is_marker(cell))}

    @cached_property
    def _quantities(self) -> dict[str, number_parsing.Quantity]:
        """The number and unit of each numeric cell."""
        quantities = ((cell, number_parsing.quantity(cell)) for cell in self._filled_counts)
        return {cell: quantity for cell, quantity in quantities if quantity.is_number}

    @cached_property
    def evidence(self) -> SignEvidence:
        return evidence(self._quantities.values() if self.is_numbers else ())

    @cached_property
    def is_numbers(self) -> bool:
        return (
            number_parsing.is_numeric_by_counts(self._filled_counts, self._quantities.keys())
            and len(self._units) <= 1
            and not self._equal_numbers
        )

    @cached_property
    def _equal_numbers(self) -> tuple[str, ...]:
        """Two different long numbers that are the same floating-point number, or ()."""
        first_cells: dict[float, tuple[str, str]] = {}
        for cell, quantity in self._quantities.items():
            digits = re.sub(r"[^0-9]", "", quantity.text).lstrip("0")
            if len(digits) < _AMBIGUOUS_DIGITS or "e" in quantity.text.lower():
                continue
            digits = digits.rstrip("0") if "." in quantity.text or "," in quantity.text else digits
            first_cell, first_digits = first_cells.setdefault(quantity.by("."), (cell, digits))
            if first_digits != digits:
                return first_cell, cell
        return ()

    @cached_property
    def _units(self) -> Counter[str]:
        """The units, each with its count, of at least a tenth of the numbers that have a unit."""
        units: Counter[str] = Counter()
        for cell, quantity in self._quantities.items():
            if quantity.unit:
                units[quantity.unit] += self._filled_counts[cell]
        return Counter({u: n for u, n in units.items() if n * 10 >= units.total()})

    # ---- numbers ----

    def values(self, sign: str, percent: str) -> tuple[np.ndarray, list[str], list[Ambiguity]]:
        """Return the cells' numbers (n,), remarks and questions. NaN stands for a cell without a
        number, and for all cells if the column mixes units.

        `sign` is the decimal sign of the table, used unless this column needs the other one;
        `percent` is the visitor's choice, see ReadingOptions.
        """
        sign = self.evidence.needed_sign or sign
        unit = self._units.most_common(1)[0][0] if self._units else ""
        numbers = {c: q.by(sign) for c, q in self._quantities.items() if q.unit in ("", unit)}
        if len(self._units) > 1:
            unit_names = ", ".join(list(self._units)[:4])
            remark = (
                f"“{self.name}” mixes units ({unit_names}), so it was not read as numbers. "
                f"Convert the numbers to one unit to use the column as an axis."
            )
            return np.full(len(self.cells), np.nan), [remark], []
        remarks, questions = [], []
        if self.is_numbers and unit:
            unitless_cells = [
                cell for cell, quantity in self._quantities.items() if not quantity.unit
            ]
            if unit == "%" and unitless_cells:
                questions = self._convert_percent(numbers, unitless_cells, sign, percent)
            else:
                unitless_count = sum(self._filled_counts[cell] for cell in unitless_cells)
                remarks.append(_unit_remark(self.name, unit, unitless_count, self._units[unit]))
        values = np.array([numbers.get(cell, np.nan) for cell in self.cells])
        if self.is_numbers:
            remarks += self._left_out_remarks(numbers) + self._sentinel_remarks(values)
        elif self._equal_numbers:
            first_cell, second_cell = (
                f"“{cell[:_MAX_LONG_NUMBER]}”" for cell in self._equal_numbers
            )
            remarks.append(
                f"“{self.name}” has numbers with more digits than the app distinguishes, such as "
                f"{first_cell} and {second_cell}, so they were read as text."
            )
        elif self._are_dates():
            remarks.append(
                f"“{self.name}” holds dates or times, which are not read as numbers. Use the row "
                f"number as an axis instead."
            )
        else:
            remarks += self._nearly_numeric_remarks()
        return values, remarks, questions

    def _convert_percent(
        self, numbers: dict[str, float], unitless_cells: list[str], sign: str, choice: str
    ) -> list[Ambiguity]:
        """Convert `numbers` such as 12 % and 0.12 in place to one unit: to `choice` or, without a
        choice, to the more likely unit. Without a choice, return a question about it."""
        are_fractions = all(abs(numbers[cell]) <= 1 for cell in unitless_cells)
        default = "fraction" if are_fractions else "percent"
        if (choice or default) == "fraction":
            for cell, quantity in self._quantities.items():
                if quantity.unit == "%":
                    numbers[cell] = float(f"{numbers[cell] / 100:.15g}")
        percent_cell = next(
            cell for cell, quantity in self._quantities.items() if quantity.unit == "%"
        )
        plain_cell, fraction = (
            unitless_cells[0],
            number_parsing.format_number(self._quantities[percent_cell].by(sign) / 100),
        )
        titles = {
            "fraction": f"{plain_cell} is a fraction, so {percent_cell} is {fraction}",
            "percent": f"{plain_cell} means {plain_cell} %",
        }
        why = (
            "because all numbers without % lie between −1 and 1"
            if are_fractions
            else "because not all numbers without % lie between −1 and 1"
        )
        question = (
            f"“{self.name}” has {percent_cell} and {plain_cell}. What do the numbers without % "
            f"mean?"
        )
        return [] if choice else [make_ambiguity("percent", question, default, titles, why)]

    def _left_out_remarks(self, numbers: dict[str, float]) -> list[str]:
        """Describe cells of a numeric column that count as missing, since they are not numbers or
        have a rare unit."""
        words = {cell: n for cell, n in self._filled_counts.items() if cell not in numbers}
        if not words:
            return []
        n = sum(words.values())
        examples = ", ".join(f"“{cell[:_MAX_EXAMPLE]}”" for cell in list(words)[:3])
        cells = f"{n:,} cells can’t be used as numbers"
        if n == 1:
            cells = "1 cell can’t be used as a number"
        ellipsis = ", …" if len(words) > 3 else ""
        examples += ellipsis
        verb = "counts" if n == 1 else "count"
        return [f"In “{self.name}” {cells} and {verb} as missing: {examples}."]

    def _nearly_numeric_remarks(self) -> list[str]:
        """Describe a text column if at least half of its cells are, or look like, numbers."""
        words = {cell: n for cell, n in self._filled_counts.items() if cell not in self._quantities}
        near_count = sum(
            n
            for cell, n in words.items()
            if _NEARLY_NUMBER.match(units.plain_digits(cell)) and not _ROW_NUMBER.fullmatch(cell)
        )
        total = sum(self._filled_counts.values())
        number_count = total - sum(words.values())
        if not words or 2 * (number_count + near_count) < total or not (number_count or near_count):
            return []
        examples = ", ".join(f"“{cell[:_MAX_EXAMPLE]}”" for cell in list(words)[:3])
        n, ellipsis = sum(words.values()), ", …" if len(words) > 3 else ""
        subject = "1 of its cells is" if n == 1 else f"{n:,} of its cells are"
        kind = "not a plain number" if n == 1 else "not plain numbers"
        return [
            f"“{self.name}” was read as text, because {subject} {kind}: {examples}{ellipsis}. "
            "Write only numbers there, such as 0.5 or 1.5e3, to use the column as an axis."
        ]

    def _sentinel_remarks(self, values: np.ndarray) -> list[str]:
        """Describe a value such as −999 far from all others, which may mean a missing value."""
        finite_values = values[np.isfinite(values)]
        for code in _SENTINELS:
            other_sizes = np.abs(finite_values[finite_values != code])
            if (
                (finite_values == code).any()
                and len(other_sizes)
                and abs(code) > 5 * other_sizes.max() > 0
            ):
                n, number = int((finite_values == code).sum()), f"{code}".replace("-", "−")
                times = "once" if n == 1 else f"{n:,} times"
                return [
                    f"In “{self.name}” the number {number} occurs {times}, far from the others. "
                    "If it means that a value is missing, leave these cells empty."
                ]
        return []

    def _are_dates(self) -> bool:
        filled_count = sum(self._filled_counts.values())
        date_count = sum(n for cell, n in self._filled_counts.items() if DATE.fullmatch(cell))
        return filled_count > 0 and date_count >= number_parsing.MIN_NUMERIC_SHARE * filled_count

    # ---- missing values ----

    def presence(self, choice: str) -> tuple[np.ndarray, list[Ambiguity]]:
        """Return which cells are filled (n,), and a question if that is uncertain. Markers such as
        None mean missing values among numbers, but may be labels among words."""
        markers = {cell: n for cell, n in self._counts.items() if is_marker(cell)}
        questions: list[Ambiguity] = []
        as_class = False
        if not (markers or self.is_numbers) and _NA in self._counts and self._may_be_codes():
            markers = {_NA: self._counts[_NA]}
        if markers and not self.is_numbers and 1 <= len(self._filled_counts) < _MAX_LABELS:
            default, why, is_open = self._judge_marker(markers)
            as_class = (choice if is_open and choice else default) == "class"
            if is_open and not choice:
                questions = [self._ask(next(iter(markers)), default, why)]
        gaps = {cell for cell in self._counts if is_missing(cell)}
        gaps = gaps - {*markers} if as_class else gaps | {*markers}
        return np.array([cell not in gaps for cell in self.cells]), questions

    def _may_be_codes(self) -> bool:
        """Return whether NA may be a label: there is only one other label, or all others consist of
        two capitals."""
        return len(self._filled_counts) == 1 or all(
            len(c) == 2 and c.isupper() for c in self._filled_counts
        )

    def ignores_capitals(self, choice: str, is_filled: np.ndarray) -> tuple[bool, list[Ambiguity]]:
        """Return whether labels that differ only in capitals are equal, and a question if that is
        uncertain."""
        counts = Counter(
            " ".join(c.split()) for c, t in zip(self.cells, is_filled, strict=True) if t
        )
        spellings: dict[str, list[str]] = {}
        for label in counts:
            spellings.setdefault(label.casefold(), []).append(label)
        pairs = [labels for labels in spellings.values() if len(labels) > 1]
        if self.is_numbers or not pairs or len(spellings) > _MAX_LABELS:
            return False, []
        first_label, second_label = pairs[0][:2]
        are_words = len(first_label) > 1 and len(spellings) > 1
        default = "same" if are_words else "different"
        titles = {
            "same": f"The same label: “{first_label}” and “{second_label}” mean the same",
            "different": f"Different labels: “{first_label}” is not “{second_label}”",
        }
        why = "because capital letters do not change the meaning of a word"
        if not are_words:
            why = (
                "because an upper-case and a lower-case letter may mean different things"
                if len(spellings) > 1
                else "because otherwise the column would be constant"
            )
        question = f"Are “{first_label}” and “{second_label}” the same label in “{self.name}”?"
        questions = [] if choice else [make_ambiguity("capitals", question, default, titles, why)]
        return (choice or default) == "same", questions

    def _judge_marker(self, markers: dict[str, int]) -> tuple[str, str, bool]:
        """Decide whether a marker such as None is a "class" or a "gap". Return the decision, its
        reason, and whether to ask the visitor."""
        (marker, n), label_count = next(iter(markers.items())), len(self._filled_counts)
        share = n / max(1, sum(self._filled_counts.values()) + n)
        if set(self._filled_counts) == {"+"}:
            return "class", "", False
        if label_count == 1:
            return "class", "because without it the column would be constant", True
        if (share < _MIN_LABEL_SHARE or n < 2) and marker != _NA:
            return "gap", "", False
        if marker == _NA:
            return "gap", "because R writes NA where a value is missing", True
        if marker.strip().lower().isalpha():
            return (
                "class",
                f"because it is frequent: {100 * share:.0f}\N{NO-BREAK SPACE}% of the cells",
                True,
            )
        return "gap", f"because it occurs among {label_count} other labels", True

    def _ask(self, marker: str, default: str, why: str) -> Ambiguity:
        titles = {
            "class": f"“{marker}” is a class of its own",
            "gap": f"“{marker}” means that the label is missing",
        }
        return make_ambiguity(
            "marker", f"What does “{marker}” mean in “{self.name}”?", default, titles, why
        )


def normalise_labels(cells: Sequence[str], ignores_capitals: bool) -> tuple[str, ...]:
    """Return the labels (n,) of cells: each run of spaces becomes one plain space and, if capitals
    are ignored, all spellings of a word become the most frequent one."""
    labels = {cell: _SPACES.sub(" ", cell) for cell in set(cells)}
    if ignores_capitals:
        counts = Counter(labels[cell] for cell in cells)
        frequent_spellings: dict[str, str] = {}
        for label, _ in counts.most_common():
            frequent_spellings.setdefault(label.casefold(), label)
        labels = {cell: frequent_spellings[label.casefold()] for cell, label in labels.items()}
    return tuple(labels[cell] for cell in cells)


def _unit_remark(name: str, unit: str, unitless_count: int, n: int) -> str:
    if unitless_count > n:
        are = "number is" if n == 1 else "numbers are"
        return f"In “{name}”, {n:,} {are} followed by “{unit}”, which was left out."
    verb = "is" if unitless_count == 1 else "are"
    remark = (
        f"; {count(unitless_count, 'number')} without a unit {verb} read as {unit} as well"
        if unitless_count
        else ""
    )
    return f"“{name}” is in {unit}{remark}."


def sign_remarks(
    decimal: DecimalSign, columns: Sequence[CellNumbers], options: ReadingOptions
) -> tuple[list[str], list[Ambiguity]]:
    """Return remarks on mixed decimal signs, and remarks or a question on cells such as 1.234."""
    notes = [
        f"“{column.name}” has decimal points and decimal commas; both were read as decimal signs."
        for column in columns if len(column.evidence.sign_counts) > 1
    ]  # fmt: skip
    if decimal.column < 0 or options.decimal or not decimal.why:
        return notes, []
    name, example = columns[decimal.column].name, decimal.example
    readings = {
        sign: number_parsing.format_number(number_parsing.number(example, sign))
        for sign in number_parsing.SIGNS
    }
    mark = "," if "," in example else "."
    if not decimal.is_open:
        if "," in (mark, decimal.sign):
            notes.append(
                f"In “{name}” {example} was read as {readings[decimal.sign]}, {decimal.why}."
            )
        return notes, []
    word = {".": "point", ",": "comma"}[mark]
    titles = {
        mark: f"{readings[mark]}: the {word} is the decimal sign",
        OTHER_SIGN[mark]: f"{readings[OTHER_SIGN[mark]]}: the {word} separates thousands",
    }
    question = f"Which number is {example} in “{name}”?"
    return notes, [make_ambiguity("decimal", question, decimal.sign, titles, decimal.why)]
