"""Read a source as a table with types of its columns and with open questions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from features.own_data.table.ambiguity import Ambiguity, ReadingOptions
from features.own_data.table.cells import number_parsing
from features.own_data.table.column_types import Column, InferredTable, infer_types
from features.own_data.table.csv_reader import read
from features.own_data.table.text_decoding import UnreadableFile

PREVIEW_ROWS = 3
Rows = list[list[str]]


def interpret(source: bytes | str, options: ReadingOptions | None = None) -> InferredTable:
    """Read the table in a source, and infer the types of its columns. Raises UnreadableFile."""
    table = read(source, options)
    inference = infer_types(table, options)
    return replace(inference, ambiguities=(*table.ambiguities, *inference.ambiguities))


def apply_answers(
    source: bytes | str, options: ReadingOptions, answers: Mapping[str, str]
) -> tuple[InferredTable, list[Ambiguity], ReadingOptions]:
    """Read a table with answers to questions. Return the table, the questions to show, and the
    options including the answers.

    Answers to questions that this table does not have are ignored. Raises UnreadableFile.
    """
    questions: dict[str, Ambiguity] = {}
    while True:
        inference = interpret(source, options)
        new_questions = [a for a in inference.ambiguities if a.field not in questions]
        questions |= {a.field: a for a in new_questions}
        new_answers = {
            a.field: answers[a.field]
            for a in new_questions
            if answers.get(a.field) in dict(a.options) and answers[a.field] != a.default
        }
        if not new_answers:
            open_fields = {a.field for a in inference.ambiguities}
            visible_questions = [
                a for name, a in questions.items() if name in open_fields or getattr(options, name)
            ]
            return inference, visible_questions, options
        options = replace(options, **new_answers)


def is_same_table(first_source: bytes | str, second_source: bytes | str) -> bool:
    """Return whether two sources are versions of one table: at least half of the lines of the
    shorter source are in both."""
    first_lines, second_lines = (
        {*map(str.strip, _text(source).splitlines())} - {""}
        for source in (first_source, second_source)
    )
    return 2 * len(first_lines & second_lines) >= max(1, min(len(first_lines), len(second_lines)))


def _text(source: bytes | str) -> str:
    return source if isinstance(source, str) else source.decode("latin-1")


@dataclass(frozen=True)
class Preview:
    """The names of a table's columns, and some of its rows with their indices."""

    names: tuple[str, ...]
    rows: Rows
    indices: tuple[int, ...]


def previews(
    source: bytes | str, options: ReadingOptions, question: Ambiguity
) -> tuple[Preview, Preview]:
    """Preview the table with both answers to a question.

    Each preview has at most three rows: the first ones or, if these are equal for both answers, the
    first that differ. If one answer leaves out rows at the end, both show the rows around that end.
    The preview of a table that can't be read is empty.
    """
    tables: list[InferredTable | None] = []
    for value, _ in question.options:
        try:
            tables.append(interpret(source, replace(options, **{question.field: value})))
        except UnreadableFile:
            tables.append(None)
    texts = [plain_cells(inference) if inference else [] for inference in tables]
    indices = _preview_rows(*texts)
    first_preview, second_preview = (
        Preview(
            inference.table.names if inference else (),
            [text[i] for i in indices if i < len(text)],
            indices,
        )
        for inference, text in zip(tables, texts, strict=True)
    )
    return first_preview, second_preview


def _preview_rows(first_rows: Rows, second_rows: Rows) -> tuple[int, ...]:
    first_indices = tuple(range(PREVIEW_ROWS))
    if first_rows[:PREVIEW_ROWS] != second_rows[:PREVIEW_ROWS]:
        return first_indices
    differing_indices = [
        i for i, pair in enumerate(zip_longest(first_rows, second_rows)) if pair[0] != pair[1]
    ]
    # If only one reading has the last rows, preview these rows.
    if differing_indices and 0 < min(len(first_rows), len(second_rows)) <= differing_indices[0]:
        return tuple(
            range(max(differing_indices[0] + 1 - PREVIEW_ROWS, 0), differing_indices[0] + 1)
        )
    return tuple(differing_indices[:PREVIEW_ROWS]) or first_indices


def plain_cells(inference: InferredTable, rows: int | None = None) -> Rows:
    """Return the cells of a table: numbers with a decimal point and without units, missing values
    empty. `rows`: the number of first rows, None for all."""
    columns = [_plain_cells(column, rows) for column in inference.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _plain_cells(column: Column, rows: int | None) -> list[str]:
    rows_part = slice(rows)
    if column.is_numbers:
        return [
            number_parsing.format_number(v) if np.isfinite(v) else ""
            for v in column.values[rows_part]
        ]
    return [
        label if is_filled else ""
        for label, is_filled in zip(
            column.labels[rows_part], column.is_filled[rows_part], strict=True
        )
    ]
