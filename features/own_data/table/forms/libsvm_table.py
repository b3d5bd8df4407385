"""Rows from LIBSVM's format: a label, and the features that are not 0 by their numbers."""

import re

from features.own_data.table.text_decoding import UnreadableFile

_PAIR = r"\d{1,9}:[-+]?\d{0,40}(?:\.\d{0,40})?(?:[eE][+-]?\d{1,4})?"
_LINE = re.compile(rf"\s*([-+]?\d{{1,40}}(?:\.\d{{1,40}})?)((?:[ \t]+{_PAIR})*)\s*(?:#.*)?")
_MAX_ROWS, _MAX_FEATURES = 5002, 199


def libsvm_rows(text: str) -> list[list[str]] | None:
    """The names and the rows of such a text, None for another one. Raises UnreadableFile."""
    lines = [line for line in text.split("\n") if line.strip()]
    rows: list[tuple[str, dict[int, str]]] = []
    for line in lines[:_MAX_ROWS]:
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        pairs = (pair.split(":") for pair in found[2].split())
        rows.append((found[1], {int(place): value for place, value in pairs}))
    most = max((place for _, values in rows for place in values), default=0)
    if not most:
        return None
    if most > _MAX_FEATURES:
        raise UnreadableFile(
            f"This is a LIBSVM file with feature {most:,}, and at most {_MAX_FEATURES} columns of "
            "features are read. Take fewer of them."
        )
    table = [["label", *(f"x{k}" for k in range(1, most + 1))]]
    for label, values in rows:
        table.append([label, *(values.get(k, "0") for k in range(1, most + 1))])
    return table
