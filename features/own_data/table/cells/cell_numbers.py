"""The cells of one column as numbers: what their signs, units and gaps say, and what it means."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions, likelier_first
from features.own_data.table.cells import number_parsing, units
from features.own_data.table.cells.decimal_sign import OTHER, DecimalSign, SignEvidence, evidence
from features.own_data.table.cells.missing_values import is_marker, is_missing
from features.own_data.table.delimiter_detection import DATE

_NA = "NA"  # R's word for a gap, and the code of Namibia and North America
_FEW = 12  # different words, if they are labels
_OFTEN = 0.1  # the share of cells that a word must have to be a label beside two others
_SENTINELS = (-9, -99, -999, -9999, -99999, 999, 9999, 99999)
_SPACES = re.compile(r"[^\S\n]+")
_TOO_LONG = 16  # digits from which two numbers may be one to a computer
_LONG_SHOWN = 40  # characters of such a number
# What begins like a number, and has few letters: <0.01, 5.1±0.2, 1_000, 1.5D+03, 3 1/2, (0, 1).
_NEARLY = re.compile(
    r"[^\w\n]{0,4}(?:[A-Za-z]{1,2}[^\w\n]{1,3})?[0-9¼½¾⅓⅔]\w{0,2}(?:[^A-Za-z\n]|[A-Za-z]{1,3}(?![A-Za-z])){0,50}$"
)
_COUNTS = re.compile(r"[\[(]?[0-9]{1,9}[,.:)\]]{1,2}")  # what numbers a row: 1. or 1) or [1,]
_SHOWN = 20  # characters of a cell in a sentence


class CellNumbers:
    """The cells of a column: which are there, and the numbers in them."""

    def __init__(self, name: str, cells: Sequence[str]) -> None:
        self.name, self.cells = name, tuple(cells)
        self._counts = Counter(self.cells)

    @cached_property
    def _there(self) -> dict[str, int]:
        """How often each cell comes that holds something, whatever the column is."""
        found = self._counts.items()
        return {cell: n for cell, n in found if not (is_missing(cell) or is_marker(cell))}

    @cached_property
    def _quantities(self) -> dict[str, number_parsing.Quantity]:
        """The number and the unit of each cell that is one."""
        read = ((cell, number_parsing.quantity(cell)) for cell in self._there)
        return {cell: quantity for cell, quantity in read if quantity.is_number}

    @cached_property
    def evidence(self) -> SignEvidence:
        return evidence(self._quantities.values() if self.is_numbers else ())

    @cached_property
    def is_numbers(self) -> bool:
        return (
            number_parsing.is_numeric_by_counts(self._there, self._quantities.keys())
            and len(self._units) <= 1
            and not self._alike
        )

    @cached_property
    def _alike(self) -> tuple[str, ...]:
        """Two cells with more digits than tell their numbers apart, which are the same number."""
        first: dict[float, tuple[str, str]] = {}
        for cell, quantity in self._quantities.items():
            digits = re.sub(r"[^0-9]", "", quantity.text).lstrip("0")
            if len(digits) < _TOO_LONG or "e" in quantity.text.lower():
                continue
            digits = digits.rstrip("0") if "." in quantity.text or "," in quantity.text else digits
            other, before = first.setdefault(quantity.by("."), (cell, digits))
            if before != digits:
                return other, cell
        return ()

    @cached_property
    def _units(self) -> Counter[str]:
        """The units of at least a tenth of the numbers: several, where a column mixes them."""
        units: Counter[str] = Counter()
        for cell, quantity in self._quantities.items():
            if quantity.unit:
                units[quantity.unit] += self._there[cell]
        return Counter({u: n for u, n in units.items() if n * 10 >= units.total()})

    # ---- values ----

    def values(self, sign: str, percent: str) -> tuple[np.ndarray, list[str], list[Ambiguity]]:
        """The numbers (n,), NaN where there is none; what was done; and what could be otherwise."""
        sign = self.evidence.certain or sign
        unit = self._units.most_common(1)[0][0] if self._units else ""
        read = {c: q.by(sign) for c, q in self._quantities.items() if q.unit in ("", unit)}
        if len(self._units) > 1:
            named = ", ".join(list(self._units)[:4])
            remark = (
                f"“{self.name}” mixes units ({named}), so it was not read as numbers. Convert them "
                "to one unit to have it on an axis."
            )
            return np.full(len(self.cells), np.nan), [remark], []
        remarks, questions = [], []
        if self.is_numbers and unit:
            bare = [cell for cell, quantity in self._quantities.items() if not quantity.unit]
            if unit == "%" and bare:
                questions = self._percent(read, bare, sign, percent)
            else:
                without = sum(self._there[cell] for cell in bare)
                remarks.append(_unit_remark(self.name, unit, without, self._units[unit]))
        values = np.array([read.get(cell, np.nan) for cell in self.cells])
        if self.is_numbers:
            remarks += self._left_out(read) + self._sentinel(values)
        elif self._alike:
            one, two = (f"“{cell[:_LONG_SHOWN]}”" for cell in self._alike)
            remarks.append(
                f"“{self.name}” has numbers with more digits than an axis can tell apart, such as "
                f"{one} and {two}, so they were read as text."
            )
        elif self._are_dates():
            remarks.append(
                f"“{self.name}” holds dates or times, which are not read as numbers. The row "
                "number can stand on an axis instead."
            )
        else:
            remarks += self._nearly_numbers()
        return values, remarks, questions

    def _percent(
        self, read: dict[str, float], bare: list[str], sign: str, chosen: str
    ) -> list[Ambiguity]:
        """Makes one unit of 12 % and 0.12, as chosen or as is likelier."""
        fractions = all(abs(read[cell]) <= 1 for cell in bare)
        likelier = "fraction" if fractions else "percent"
        if (chosen or likelier) == "fraction":
            for cell, quantity in self._quantities.items():
                if quantity.unit == "%":
                    read[cell] = float(f"{read[cell] / 100:.15g}")
        one = next(cell for cell, quantity in self._quantities.items() if quantity.unit == "%")
        other, hundredth = bare[0], number_parsing.as_text(self._quantities[one].by(sign) / 100)
        titles = {
            "fraction": f"{other} is a fraction, so {one} is {hundredth}",
            "percent": f"{other} is meant as {other} %",
        }
        why = "because those without % lie between −1 and 1" if fractions else (
            "because those without % are larger than 1"
        )  # fmt: skip
        question = f"“{self.name}” has {one} and {other}. What are the numbers without %?"
        return [] if chosen else [likelier_first("percent", question, likelier, titles, why)]

    def _left_out(self, read: dict[str, float]) -> list[str]:
        """What is no number among numbers, so that it counts as missing."""
        words = {cell: n for cell, n in self._there.items() if cell not in read}
        if not words:
            return []
        n, shown = sum(words.values()), ", ".join(f"“{cell[:_SHOWN]}”" for cell in list(words)[:3])
        cells, more = ("1 cell is", "") if n == 1 else (f"{n:,} cells are", "s")
        ends = ", …" if len(words) > 3 else ""
        return [f"In “{self.name}” {cells} no number{more} and taken as missing: {shown}{ends}."]

    def _nearly_numbers(self) -> list[str]:
        """A remark on a column of text that is mostly numbers, or what begins like them."""
        words = {cell: n for cell, n in self._there.items() if cell not in self._quantities}
        near = sum(
            n for cell, n in words.items()
            if _NEARLY.match(units.plain_digits(cell)) and not _COUNTS.fullmatch(cell)
        )  # fmt: skip
        total = sum(self._there.values())
        numbers = total - sum(words.values())
        if not words or 2 * (numbers + near) < total or not (numbers or near):
            return []
        shown = ", ".join(f"“{cell[:_SHOWN]}”" for cell in list(words)[:3])
        n, ends = sum(words.values()), ", …" if len(words) > 3 else ""
        which = "1 of its cells is" if n == 1 else f"{n:,} of its cells are"
        kind = "no plain number" if n == 1 else "no plain numbers"
        return [
            f"“{self.name}” was read as text, because {which} {kind}: {shown}{ends}. Write numbers "
            "alone there, such as 0.5 or 1.5e3, to have the column on an axis."
        ]

    def _sentinel(self, values: np.ndarray) -> list[str]:
        """A remark on −999 far away from all others, which may mean that a value is missing."""
        finite = values[np.isfinite(values)]
        for code in _SENTINELS:
            others = np.abs(finite[finite != code])
            if (finite == code).any() and len(others) and abs(code) > 5 * others.max() > 0:
                n = int((finite == code).sum())
                often = f"{n:,} time{'s' * (n != 1)}"
                return [
                    f"In “{self.name}” the number {code} comes {often}, far from the others. "
                    "If it means that a value is missing, leave these cells empty."
                ]
        return []

    def _are_dates(self) -> bool:
        there = sum(self._there.values())
        dates = sum(n for cell, n in self._there.items() if DATE.fullmatch(cell))
        return there > 0 and dates >= number_parsing.MOSTLY * there

    # ---- gaps ----

    def presence(self, chosen: str) -> tuple[np.ndarray, list[Ambiguity]]:
        """Which cells hold anything (n,): - and None among numbers don't, among words they may."""
        markers = {cell: n for cell, n in self._counts.items() if is_marker(cell)}
        questions: list[Ambiguity] = []
        as_class = False
        if not (markers or self.is_numbers) and _NA in self._counts and self._may_be_codes():
            markers = {_NA: self._counts[_NA]}
        if markers and not self.is_numbers and 1 <= len(self._there) < _FEW:
            likelier, why, is_open = self._marker(markers)
            as_class = (chosen if is_open and chosen else likelier) == "class"
            if is_open and not chosen:
                questions = [self._ask(next(iter(markers)), likelier, why)]
        gap = {cell for cell in self._counts if is_missing(cell)}
        gap = gap - {*markers} if as_class else gap | {*markers}
        return np.array([cell not in gap for cell in self.cells]), questions

    def _may_be_codes(self) -> bool:
        """Whether NA may be a label, too: beside one other, or beside codes of two letters."""
        return len(self._there) == 1 or all(len(c) == 2 and c.isupper() for c in self._there)

    def ignores_capitals(self, chosen: str, there: np.ndarray) -> tuple[bool, list[Ambiguity]]:
        """Whether labels that differ in capitals alone are one label, and the question whether."""
        counts = Counter(" ".join(c.split()) for c, t in zip(self.cells, there, strict=True) if t)
        alike: dict[str, list[str]] = {}
        for label in counts:
            alike.setdefault(label.casefold(), []).append(label)
        pairs = [labels for labels in alike.values() if len(labels) > 1]
        if self.is_numbers or not pairs or len(alike) > _FEW:
            return False, []
        first, second = pairs[0][:2]
        words = len(first) > 1 and len(alike) > 1
        likelier = "same" if words else "different"
        titles = {
            "same": f"One label: “{first}” and “{second}” mean the same",
            "different": f"Labels of their own: “{first}” is not “{second}”",
        }
        why = "because words mean the same with capitals and without"
        if not words:
            why = "because single letters may mean two things" if len(alike) > 1 else (
                "because without it the column would never change"
            )  # fmt: skip
        question = f"Are “{first}” and “{second}” one label in “{self.name}”?"
        asked = [] if chosen else [likelier_first("capitals", question, likelier, titles, why)]
        return (chosen or likelier) == "same", asked

    def _marker(self, markers: dict[str, int]) -> tuple[str, str, bool]:
        """Whether a word such as None is a class, why, and whether that is open."""
        (first, n), words = next(iter(markers.items())), len(self._there)
        share = n / max(1, sum(self._there.values()) + n)
        if set(self._there) == {"+"}:
            return "class", "", False
        if words == 1:
            return "class", "because without it the column would never change", True
        if (share < _OFTEN or n < 2) and first != _NA:
            return "gap", "", False
        if first == _NA:
            return "gap", "because R writes NA where a value is missing", True
        if first.strip().lower().isalpha():
            return "class", f"because it is in {share:.0%} of the rows", True
        return "gap", f"because it stands beside {words} other labels", True

    def _ask(self, marker: str, likelier: str, why: str) -> Ambiguity:
        titles = {"class": f"“{marker}” is a class of its own", "gap": "The label is missing there"}
        return likelier_first(
            "marker", f"What does “{marker}” mean in “{self.name}”?", likelier, titles, why
        )


def spelled_alike(cells: Sequence[str], ignores_capitals: bool) -> tuple[str, ...]:
    """The cells as labels (n,): spaces are plain and single, and of spellings that differ in
    capitals alone the most frequent one stands for all, where these are ignored.
    """
    own = {cell: _SPACES.sub(" ", cell) for cell in set(cells)}
    if ignores_capitals:
        counts = Counter(own[cell] for cell in cells)
        usual: dict[str, str] = {}
        for label, _ in counts.most_common():
            usual.setdefault(label.casefold(), label)
        own = {cell: usual[label.casefold()] for cell, label in own.items()}
    return tuple(own[cell] for cell in cells)


def _unit_remark(name: str, unit: str, bare: int, n: int) -> str:
    if bare > n:
        return f"In “{name}” “{unit}” stands behind {n:,} of the numbers, and was left out."
    without = f"; {bare:,} without it are taken to be in {unit} as well" if bare else ""
    return f"“{name}” is in {unit}{without}."


def sign_remarks(
    found: DecimalSign, columns: Sequence[CellNumbers], options: ReadingOptions
) -> tuple[list[str], list[Ambiguity]]:
    """What is to be said, or asked, of cells such as 1.234."""
    notes = [
        f"“{column.name}” has decimal points and decimal commas, and both were read."
        for column in columns if len(column.evidence.needs) > 1
    ]  # fmt: skip
    if found.column < 0 or options.decimal or not found.why:
        return notes, []
    name, example = columns[found.column].name, found.example
    read = {
        sign: number_parsing.as_text(number_parsing.number(example, sign))
        for sign in number_parsing.SIGNS
    }
    mark = "," if "," in example else "."
    if not found.open:
        if "," in (mark, found.sign):
            notes.append(f"In “{name}” {example} was read as {read[found.sign]}, {found.why}.")
        return notes, []
    word = {".": "point", ",": "comma"}[mark]
    titles = {
        mark: f"{read[mark]}: the {word} is the decimal sign",
        OTHER[mark]: f"{read[OTHER[mark]]}: the {word} parts thousands",
    }
    question = f"Which number is {example} in “{name}”?"
    return notes, [likelier_first("decimal", question, found.sign, titles, found.why)]
