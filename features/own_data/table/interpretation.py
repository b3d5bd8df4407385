"""From a source to an understood table, with the questions that it leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions
from features.own_data.table.cells import number_parsing
from features.own_data.table.column_types import Column, InferredTable, understand
from features.own_data.table.csv_reader import read
from features.own_data.table.text_decoding import UnreadableFile

PREVIEW_ROWS = 3
Rows = list[list[str]]


def interpret(source: bytes | str, options: ReadingOptions | None = None) -> InferredTable:
    """The table in a source and what its columns are. Raises UnreadableFile."""
    table = read(source, options)
    u = understand(table, options)
    return replace(u, ambiguities=(*table.ambiguities, *u.ambiguities))


def apply_answers(
    source: bytes | str, options: ReadingOptions, answers: Mapping[str, str]
) -> tuple[InferredTable, list[Ambiguity], ReadingOptions]:
    """The table as the answers to its open questions read it; the questions that stay on view; and
    the options that come of it. Answers to questions that this table does not leave open are not
    heard. Raises UnreadableFile.
    """
    asked: dict[str, Ambiguity] = {}
    while True:
        u = interpret(source, options)
        fresh = [a for a in u.ambiguities if a.field not in asked]
        asked |= {a.field: a for a in fresh}
        heard = {
            a.field: answers[a.field] for a in fresh
            if answers.get(a.field) in dict(a.options) and answers[a.field] != a.likelier
        }  # fmt: skip
        if not heard:
            open_now = {a.field for a in u.ambiguities}
            shown = [a for name, a in asked.items() if name in open_now or getattr(options, name)]
            return u, shown, options
        options = replace(options, **heard)


def is_same_table(one: bytes | str, other: bytes | str) -> bool:
    """Whether two sources are one table, before and after editing: they share half the lines."""
    before, after = (
        {*map(str.strip, _text(source).splitlines())} - {""} for source in (one, other)
    )
    return 2 * len(before & after) >= max(1, min(len(before), len(after)))


def _text(source: bytes | str) -> str:
    return source if isinstance(source, str) else source.decode("latin-1")


@dataclass(frozen=True)
class Preview:
    """The first rows of one reading: names and cells, as they are read."""

    names: tuple[str, ...]
    rows: Rows
    places: tuple[int, ...]


def previews(
    source: bytes | str, options: ReadingOptions, asked: Ambiguity
) -> tuple[Preview, Preview]:
    """What both answers make of the first three rows, of the first three that differ, or of the
    last ones where one answer leaves some out."""
    tables: list[InferredTable | None] = []
    for value, _ in asked.options:
        try:
            tables.append(interpret(source, replace(options, **{asked.field: value})))
        except UnreadableFile:
            tables.append(None)
    texts = [as_read(u) if u else [] for u in tables]
    places = _places(*texts)
    one, two = (
        Preview(u.table.names if u else (), [text[i] for i in places if i < len(text)], places)
        for u, text in zip(tables, texts, strict=True)
    )
    return one, two


def _places(one: Rows, two: Rows) -> tuple[int, ...]:
    first = tuple(range(PREVIEW_ROWS))
    if one[:PREVIEW_ROWS] != two[:PREVIEW_ROWS]:
        return first
    differ = [i for i, pair in enumerate(zip_longest(one, two)) if pair[0] != pair[1]]
    if differ and 0 < min(len(one), len(two)) <= differ[0]:  # rows at the end of one alone
        return tuple(range(max(differ[0] + 1 - PREVIEW_ROWS, 0), differ[0] + 1))
    return tuple(differ[:PREVIEW_ROWS]) or first


def as_read(u: InferredTable, rows: int | None = None) -> Rows:
    """The cells of a table as they are read: numbers in plain digits, gaps empty."""
    columns = [_as_read(column, rows) for column in u.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _as_read(column: Column, rows: int | None) -> list[str]:
    part = slice(rows)
    if column.is_numbers:
        return [number_parsing.as_text(v) if np.isfinite(v) else "" for v in column.values[part]]
    return [
        label if there else ""
        for label, there in zip(column.labels[part], column.there[part], strict=True)
    ]
