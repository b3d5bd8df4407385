"""Rows from JSON, as pandas, R and the web write tables; every value stays the text it was."""

import json
from collections.abc import Iterable
from typing import Any

from features.own_data.table.cells import number_parsing
from features.own_data.table.text_decoding import UnreadableFile

_MAX_ROWS, _MAX_COLUMNS = 5002, 201
_NO_TABLE = (
    "This is JSON, but not a table. A list of records can be read, such as "
    "[{“a”: 1, “k”: “x”}, …], or a list for each column."
)


def json_rows(text: str) -> list[list[str]] | None:
    """The header and the rows of a JSON text, None for a text that is none. Raises
    UnreadableFile."""
    start = text.lstrip()[:2000]
    if start[:1] not in ("[", "{"):
        return None
    try:
        value = _parsed(text)
    except RecursionError:
        raise UnreadableFile(_NO_TABLE) from None
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            value = [_parsed(line) for line in lines[:_MAX_ROWS]]
        except (ValueError, RecursionError):
            if '"' not in start or ":" not in start:
                return None
            raise UnreadableFile(
                "This begins like JSON, and then is none: a bracket or a quotation mark is "
                "missing. Bring the whole text, or save the table as CSV."
            ) from None
    return rows_of(value)


def _parsed(text: str) -> Any:
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=lambda _: None)


def rows_of(value: Any) -> list[list[str]]:
    """The header and the rows of a value that is a table. Raises UnreadableFile."""
    if isinstance(value, dict):
        value = _of_dict(value)
    if not isinstance(value, list) or not value:
        raise UnreadableFile(_NO_TABLE)
    value = value[:_MAX_ROWS]
    if all(isinstance(row, dict) for row in value):
        value = [_flat(row) for row in value]
        names = list(dict.fromkeys(name for row in value for name in row))[:_MAX_COLUMNS]
        return [names, *([_text(row.get(name)) for name in names] for row in value)]
    if all(isinstance(row, list) for row in value):
        if all(isinstance(cell, list) for row in value for cell in row):
            raise UnreadableFile(_NO_TABLE)  # an array of three dimensions
        return [[_text(cell) for cell in row[:_MAX_COLUMNS]] for row in value]
    raise UnreadableFile(_NO_TABLE)


def _flat(record: dict[str, Any], inside: str = "", depth: int = 3) -> dict[str, Any]:
    """A record with what is inside of its records beside it: {"p": {"a": 1}} has a "p.a"."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict) and value and depth:
            flat |= _flat(value, f"{inside}{name}.", depth - 1)
        else:
            flat[f"{inside}{name}"] = value
    return flat


def _of_dict(value: dict[str, Any]) -> Any:
    """A list of rows from what pandas writes with orient “columns”, “index” or “split”, R by
    columns, and the web as one list among other things.
    """
    if {"columns", "data"} <= value.keys() and isinstance(value["columns"], list):
        body = value["data"] if isinstance(value["data"], list) else []
        return [value["columns"], *body]
    if all(isinstance(column, dict) for column in value.values()):
        if _is_by_rows(value):
            return list(value.values())
        index = list(dict.fromkeys(k for column in value.values() for k in column))[:_MAX_ROWS]
        return [list(value), *([column.get(k) for column in value.values()] for k in index)]
    lists = {name: column for name, column in value.items() if isinstance(column, list)}
    tables = [rows for rows in lists.values() if rows and _all(dict, rows)]
    if len(tables) == 1:
        return tables[0]
    if lists and not any(_all((dict, list), rows) and rows for rows in lists.values()):
        longest = min(max(map(len, lists.values())), _MAX_ROWS)
        columns = [[*rows[:longest], *[None] * (longest - len(rows))] for rows in lists.values()]
        return [list(lists), *map(list, zip(*columns, strict=True))]
    return None


def _is_by_rows(value: dict[str, dict[str, Any]]) -> bool:
    """Whether records stand in a record by their rows, and not by their columns: rows are numbered,
    or each of their names has values of one kind, or there are more of them."""
    inner = list(dict.fromkeys(name for record in value.values() for name in record))
    numbered = [all(map(str.isdigit, names)) for names in (value, inner)]
    if any(numbered) and not all(numbered):
        return numbered[0]
    mixed = [
        sum(len({_kind(cell) for cell in cells} - {""}) > 1 for cells in columns)
        for columns in (
            (record.values() for record in value.values()),
            ([record.get(name) for record in value.values()] for name in inner),
        )
    ]
    return mixed[1] < mixed[0] or (mixed[0] == mixed[1] and len(value) > len(inner))


def _kind(cell: Any) -> str:
    if isinstance(cell, str):
        return "number" if number_parsing.is_number(cell) else "text"
    return "" if cell is None else type(cell).__name__


def _all(kind: Any, rows: Iterable[Any]) -> bool:
    return all(isinstance(row, kind) for row in rows)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:1000]
