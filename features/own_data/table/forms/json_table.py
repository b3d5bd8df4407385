"""Rows from JSON in the forms of pandas, R and the web. Numbers keep their digits, as in 1.50."""

import json
from collections.abc import Iterable
from typing import Any

from features.own_data.table.cells import number_parsing
from features.own_data.table.text_decoding import UnreadableFile

_MAX_ROWS, _MAX_COLUMNS = 5002, 201
_NO_TABLE = (
    'This is JSON, but not a table. A list of records can be read, such as [{"a": 1, "k": "x"}], '
    "or a list for each column."
)


def json_rows(text: str) -> list[list[str]] | None:
    """Read the header and rows of a JSON text. Return None if it is not JSON. Raises
    UnreadableFile."""
    start = text.lstrip()[:2000]
    if start[:1] not in ("[", "{"):
        return None
    try:
        value = _parse(text)
    except RecursionError:
        raise UnreadableFile(_NO_TABLE) from None
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            value = [_parse(line) for line in lines[:_MAX_ROWS]]
        except (ValueError, RecursionError):
            if '"' not in start or ":" not in start:
                return None
            raise UnreadableFile(
                "This begins like JSON but can’t be read as JSON: perhaps its end, a bracket, a "
                "quotation mark or a comma is missing. Paste the whole text, or save the table "
                "as CSV."
            ) from None
    return rows_of(value)


def _parse(text: str) -> Any:
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=lambda _: None)


def rows_of(value: Any) -> list[list[str]]:
    """Convert a JSON value to a header and rows. Raises UnreadableFile."""
    if isinstance(value, dict):
        value = _rows_of_dict(value)
    if not isinstance(value, list) or not any(value):  # no cell, as in [{}, {}]
        raise UnreadableFile(_NO_TABLE)
    value = value[:_MAX_ROWS]
    if all(isinstance(row, dict) for row in value):
        value = [_flatten(row) for row in value]
        names = list(dict.fromkeys(name for row in value for name in row))[:_MAX_COLUMNS]
        return [names, *([_text(row.get(name)) for name in names] for row in value)]
    if all(isinstance(row, list) for row in value):
        if all(isinstance(cell, list) for row in value for cell in row):
            raise UnreadableFile(_NO_TABLE)  # an array of three dimensions
        return [[_text(cell) for cell in row[:_MAX_COLUMNS]] for row in value]
    raise UnreadableFile(_NO_TABLE)


def _flatten(record: dict[str, Any], prefix: str = "", depth: int = 3) -> dict[str, Any]:
    """Flatten nested records, `depth` levels deep: {"p": {"a": 1}} becomes {"p.a": 1}."""
    fields: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict) and value and depth:
            fields |= _flatten(value, f"{prefix}{name}.", depth - 1)
        else:
            fields[f"{prefix}{name}"] = value
    return fields


def _rows_of_dict(value: dict[str, Any]) -> Any:
    """Convert an object to rows: pandas' orient “columns”, “index” or “split”, R's columns, or an
    object that contains one list of records. Return None for other objects."""
    if {"columns", "data"} <= value.keys() and isinstance(value["columns"], list):
        body = value["data"] if isinstance(value["data"], list) else []
        return [value["columns"], *body]
    if all(isinstance(column, dict) for column in value.values()):
        if _is_by_rows(value):
            return list(value.values())
        index = list(dict.fromkeys(k for column in value.values() for k in column))[:_MAX_ROWS]
        return [list(value), *([column.get(k) for column in value.values()] for k in index)]
    lists = {name: column for name, column in value.items() if isinstance(column, list)}
    tables = [rows for rows in lists.values() if rows and _all_of_kind(dict, rows)]
    if len(tables) == 1:
        return tables[0]
    if lists and not any(_all_of_kind((dict, list), rows) and rows for rows in lists.values()):
        length = min(max(map(len, lists.values())), _MAX_ROWS)
        columns = [[*rows[:length], *[None] * (length - len(rows))] for rows in lists.values()]
        return [list(lists), *map(list, zip(*columns, strict=True))]
    return None


def _is_by_rows(value: dict[str, dict[str, Any]]) -> bool:
    """Return whether the outer names of nested records name rows, not columns.

    If either only the outer or only the inner names are numbers, the numbers name rows. Otherwise
    choose the reading with fewer columns of mixed kinds or, in a tie, with more rows.
    """
    inner_names = list(dict.fromkeys(name for record in value.values() for name in record))
    are_numbers = [all(map(str.isdigit, names)) for names in (value, inner_names)]
    if any(are_numbers) and not all(are_numbers):
        return are_numbers[0]
    mixed_counts = [
        sum(len({_kind(cell) for cell in cells} - {""}) > 1 for cells in columns)
        for columns in (
            (record.values() for record in value.values()),
            ([record.get(name) for record in value.values()] for name in inner_names),
        )
    ]
    return mixed_counts[1] < mixed_counts[0] or (
        mixed_counts[0] == mixed_counts[1] and len(value) > len(inner_names)
    )


def _kind(cell: Any) -> str:
    if isinstance(cell, str):
        return "number" if number_parsing.is_number(cell) else "text"
    return "" if cell is None else type(cell).__name__


def _all_of_kind(kind: Any, rows: Iterable[Any]) -> bool:
    return all(isinstance(row, kind) for row in rows)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:1000]
