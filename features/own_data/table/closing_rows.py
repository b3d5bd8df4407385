"""Detection of rows at the end of a table with the sum or the mean of the other rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, make_ambiguity
from lab.scene.fields import count

TOTAL, ROW = "total", "row"
_MAX_ROWS = 2  # largest number of summary rows: a sum and a mean
_WORDS = re.compile(
    r"(?:grand |sub-?)?totale?n?s?|sums?|sigma|means?|averages?|avg\.?|mittel(?:wert)?|schnitt"
    r"|durchschnitt|gesamt(?:summe|ergebnis|wert)?|insgesamt|summe|summa|totalt|medel(?:värde)?"
    r"|genomsnitt|sommes?|moyennes?|ensemble|suma|promedio|media|[Σ∑Øø]", re.I,
)  # fmt: skip
_DECIMALS = re.compile(r"[.,](\d+)\D*$")
_MIN_BODY_ROWS = 4  # with fewer rows above, one column is not enough to detect a summary row


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers: its cells and their values (n,), NaN if missing."""

    cells: Sequence[str]
    values: np.ndarray


@dataclass(frozen=True)
class _Kind:
    """How a row summarises others. `name` is "sum", "mean", or "" if unknown. `word` is the row's
    word for this, such as Total. `is_likely`: whether the row is likely to be a summary."""

    name: str
    word: str = ""
    is_likely: bool = True


def closing_rows(
    rows: Sequence[Sequence[str]], columns: Sequence[NumberColumn]
) -> tuple[int, Ambiguity] | None:
    """Return the number of summary rows at the end and the question about them, or None."""
    for n in range(_MAX_ROWS, 0, -1):
        body = len(rows) - n
        kinds = [_kind(rows, columns, body, body + k) for k in range(n)]
        if body >= 2 and all(kinds):
            return n, _ask(n, [kind for kind in kinds if kind])
    return None


def _kind(
    rows: Sequence[Sequence[str]], columns: Sequence[NumberColumn], body: int, place: int
) -> _Kind | None:
    """Return how the row at `place` summarises the first `body` rows, None if it does not."""
    if body < 2:
        return None
    word = next((c for c in rows[place] if _WORDS.fullmatch(c.strip(" :*"))), "")
    if word and any(word in row for row in rows[:body]):
        word = ""  # the word is also a label of other rows
    columns_with_values = [
        c for c in columns if np.isfinite(c.values[place]) and _is_data(c.values[:body])
    ]
    if not word and all(np.nanmin(c.values) == np.nanmax(c.values) for c in columns_with_values):
        return None
    has_gap = any(
        not rows[place][i] and all(row[i] for row in rows[:body]) for i in range(len(rows[place]))
    )
    for name, summarise in (("sum", np.nansum), ("mean", np.nanmean)):
        matches = [
            _is_near(
                column, body, place, float(summarise(column.values[:body])), bool(word) or has_gap
            )
            for column in columns_with_values
        ]
        min_matches = (
            1
            if word or has_gap
            else (2 if body < _MIN_BODY_ROWS or len(columns_with_values) > 1 else 1)
        )
        if (word and any(matches)) or (sum(matches) >= min_matches and all(matches)):
            return _Kind(
                name,
                word,
                bool(word) or has_gap or _is_unlikely_value(columns_with_values, body, place, name),
            )
    return _Kind("", word) if word and columns_with_values else None


def _is_unlikely_value(columns: Sequence[NumberColumn], body: int, place: int, name: str) -> bool:
    """Return whether a data row is unlikely to have these values by chance.

    This holds for a sum other than 0, and for a mean with more decimals than the values above. Any
    other mean may be data: the centre point of an experiment may be the mean of its corners.
    """
    if name == "sum":
        return any(column.values[place] != 0 for column in columns)
    return any(
        _decimals(column.cells[place]) > max(map(_decimals, column.cells[:body]))
        for column in columns
    )


def _is_data(values: np.ndarray) -> bool:
    """Return whether the values are data: at least two, neither row numbers nor all 0."""
    finite_values = values[np.isfinite(values)]
    numbers_rows = values[0] in (0, 1) and bool((np.diff(values) == 1).all())
    return len(finite_values) > 1 and bool(finite_values.any()) and not numbers_rows


def _is_near(column: NumberColumn, body: int, place: int, target: float, rounded: bool) -> bool:
    """Return whether the cell at `place` equals `target`, up to the rounding of the cell.

    Without a word or a gap in the row (`rounded` is False), a rounded value counts only if it has
    more decimals than the values above.
    """
    value, cell = float(column.values[place]), column.cells[place]
    if abs(value - target) <= 1e-9 * max(
        abs(target), float(np.nanmax(np.abs(column.values[:body])))
    ):
        return True
    decimals = _decimals(cell)
    body_decimals = max(map(_decimals, column.cells[:body]))
    return (rounded or decimals > body_decimals) and abs(value - target) <= 0.5001 * 10.0**-decimals


def _decimals(cell: str) -> int:
    match = _DECIMALS.search(cell)
    return len(match[1]) if match else 0


def _ask(n: int, kinds: Sequence[_Kind]) -> Ambiguity:
    names = {kind.name for kind in kinds} - {""}
    summary = " or ".join(f"the {name}" for name in sorted(names, reverse=True)) or "a summary"
    question_start = "Is the last row" if n == 1 else f"Are the last {count(n, 'row')}"
    word = next((kind.word for kind in kinds if kind.word), "")
    subject, owner, has = (
        ("it", "its", "it has") if n == 1 else ("one of them", "their", "they have")
    )
    why = (
        f"because {subject} says “{word}”"
        if word
        else f"because {owner} numbers agree with those of the other rows"
    )
    titles = {
        TOTAL: "Yes: leave it out" if n == 1 else "Yes: leave them out",
        ROW: "No: a row like the others" if n == 1 else "No: rows like the others",
    }
    if word and names:
        why += f", and {has} {summary} of the numbers above"
    elif names:
        why = f"because {has} {summary} of the numbers above"
    default = TOTAL if all(kind.is_likely for kind in kinds) else ROW
    if default == ROW:
        why = "because an ordinary row may have these numbers too"
    return make_ambiguity(
        "closing", f"{question_start} {summary} of the others?", default, titles, why
    )
