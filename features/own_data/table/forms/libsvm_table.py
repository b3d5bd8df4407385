"""Rows from LIBSVM's format: a label and the non-zero features by index, counted from 1 or 0."""

import re

from features.own_data.table.text_decoding import UnreadableFile

_PAIR = r"\d{1,9}:[-+]?\d{0,40}(?:\.\d{0,40})?(?:[eE][+-]?\d{1,4})?"
_LINE = re.compile(rf"\s*([-+]?\d{{1,40}}(?:\.\d{{1,40}})?)((?:[ \t]+{_PAIR})*)\s*(?:#.*)?")
_MAX_ROWS, _MAX_FEATURES = 5002, 199


def libsvm_rows(text: str) -> list[list[str]] | None:
    """Read the header and rows; None for texts in another format. Raises UnreadableFile."""
    lines = [line for line in text.split("\n") if line.strip()]
    rows: list[tuple[str, dict[int, str]]] = []
    for line in lines[:_MAX_ROWS]:
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        pairs = (pair.split(":") for pair in match[2].split())
        rows.append((match[1], {int(place): value for place, value in pairs}))
    max_feature = max((place for _, values in rows for place in values), default=0)
    if not max_feature:
        return None
    first_feature = 0 if any(0 in values for _, values in rows) else 1
    last_possible = first_feature + _MAX_FEATURES - 1
    if max_feature > last_possible:
        raise UnreadableFile(
            f"This is a LIBSVM file with a feature of index {max_feature:,}, but indices can be at "
            f"most {last_possible}. Remove or renumber features."
        )
    features = range(first_feature, max_feature + 1)
    table = [["label", *(f"x{k}" for k in features)]]
    for label, values in rows:
        table.append([label, *(values.get(k, "0") for k in features)])
    return table
