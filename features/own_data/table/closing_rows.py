"""Rows at the end of a table that are the sum or the mean of the others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, likelier_first
from lab.scene.fields import count

TOTAL, ROW = "total", "row"
_MOST = 2  # a sum and a mean
_WORDS = re.compile(
    r"(?:grand |sub-?)?totale?n?s?|sums?|sigma|means?|averages?|avg\.?|mittel(?:wert)?|schnitt"
    r"|durchschnitt|gesamt(?:summe|ergebnis|wert)?|insgesamt|summe|summa|totalt|medel(?:värde)?"
    r"|genomsnitt|sommes?|moyennes?|ensemble|suma|promedio|media|[Σ∑Øø]", re.I,
)  # fmt: skip
_DECIMALS = re.compile(r"[.,](\d+)\D*$")
_ALONE = 4  # rows above, where one column alone decides


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers: its cells, and their values (n,), NaN where there is none."""

    cells: Sequence[str]
    values: np.ndarray


@dataclass(frozen=True)
class _Kind:
    """What a row is of those above it; the word that says so, and whether it is likely."""

    name: str
    word: str = ""
    is_likely: bool = True


def closing_rows(
    rows: Sequence[Sequence[str]], columns: Sequence[NumberColumn]
) -> tuple[int, Ambiguity] | None:
    """How many rows at the end sum up the others, and the question whether; None where none do."""
    for n in range(_MOST, 0, -1):
        body = len(rows) - n
        kinds = [_kind(rows, columns, body, body + k) for k in range(n)]
        if body >= 2 and all(kinds):
            return n, _ask(n, [kind for kind in kinds if kind])
    return None


def _kind(
    rows: Sequence[Sequence[str]], columns: Sequence[NumberColumn], body: int, place: int
) -> _Kind | None:
    """What the row at `place` is of the first `body` rows, None where it is one like them."""
    if body < 2:
        return None
    word = next((c for c in rows[place] if _WORDS.fullmatch(c.strip(" :*"))), "")
    if word and any(word in row for row in rows[:body]):
        word = ""  # a label
    whole = [c for c in columns if np.isfinite(c.values[place]) and _is_told(c.values[:body])]
    if not word and all(np.nanmin(c.values) == np.nanmax(c.values) for c in whole):
        return None
    gap = any(not rows[place][i] and all(row[i] for row in rows[:body])
              for i in range(len(rows[place])))  # fmt: skip
    for name, way in (("sum", np.nansum), ("mean", np.nanmean)):
        alike = [_is_near(column, body, place, float(way(column.values[:body])), bool(word) or gap)
                 for column in whole]  # fmt: skip
        enough = 1 if word or gap else (2 if body < _ALONE or len(whole) > 1 else 1)
        if (word and any(alike)) or (sum(alike) >= enough and all(alike)):
            return _Kind(name, word, bool(word) or gap or _is_telling(whole, body, place, name))
    return _Kind("", word) if word and whole else None


def _is_telling(columns: Sequence[NumberColumn], body: int, place: int, name: str) -> bool:
    """Whether no value of its own is likely to be so: a sum other than 0, or a mean with more
    decimals than those above. The middle of an experiment is the mean of its corners."""
    if name == "sum":
        return any(column.values[place] != 0 for column in columns)
    return any(
        _decimals(column.cells[place]) > max(map(_decimals, column.cells[:body]))
        for column in columns
    )


def _is_told(values: np.ndarray) -> bool:
    """Whether there are values that don't number the rows, and are not all 0."""
    finite = values[np.isfinite(values)]
    counts = values[0] in (0, 1) and bool((np.diff(values) == 1).all())
    return len(finite) > 1 and bool(finite.any()) and not counts


def _is_near(column: NumberColumn, body: int, place: int, want: float, rounded: bool) -> bool:
    """Whether a cell is this number, as exactly as it is written. Where neither a word nor a gap
    beside it says so, a rounded one counts only if it has more decimals than those above: a mean,
    and no value like them."""
    value, cell = float(column.values[place]), column.cells[place]
    if abs(value - want) <= 1e-9 * max(abs(want), float(np.nanmax(np.abs(column.values[:body])))):
        return True
    decimals = _decimals(cell)
    above = max(map(_decimals, column.cells[:body]))
    return (rounded or decimals > above) and abs(value - want) <= 0.5001 * 10.0**-decimals


def _decimals(cell: str) -> int:
    found = _DECIMALS.search(cell)
    return len(found[1]) if found else 0


def _ask(n: int, kinds: Sequence[_Kind]) -> Ambiguity:
    names = {kind.name for kind in kinds} - {""}
    what = " or ".join(f"the {name}" for name in sorted(names, reverse=True)) or "a summary"
    last = "Is the last row" if n == 1 else f"Are the last {count(n, 'row')}"
    word = next((kind.word for kind in kinds if kind.word), "")
    why = f"because it says “{word}”" if word else "because its numbers are those of the others"
    titles = {
        TOTAL: "Yes: leave it out" if n == 1 else "Yes: leave them out",
        ROW: "No: a row like the others" if n == 1 else "No: rows like the others",
    }
    if word and names:
        why += f", and has {what} of the numbers above"
    elif names:
        why = f"because it has {what} of the numbers above in each column"
    likelier = TOTAL if all(kind.is_likely for kind in kinds) else ROW
    if likelier == ROW:
        why = "because a row of its own may have these numbers as well"
    return likelier_first("closing", f"{last} {what} of the others?", likelier, titles, why)
