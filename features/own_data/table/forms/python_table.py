"""Rows from print-outs of Python and NumPy: lists, tuples, dicts, arrays. No code is executed."""

import json
import re
from itertools import chain
from typing import Any

from features.own_data.table.cells.missing_values import is_ellipsis
from features.own_data.table.forms.json_table import rows_of
from features.own_data.table.text_decoding import UnreadableFile

_BEGIN = re.compile(r"\s*(?:(?:np\.|numpy\.)?array\(|(?:pd\.)?DataFrame\(|\w+ *= *)*\s*(?=[\[({])")
_END = re.compile(r"(?:, *dtype=[^\n]*)?[\s)]*$")
_TOKEN = re.compile(
    r"""'((?:[^'\\\n]|\\[\s\S]|\\$)*)(?:'|(?=\n)|$)"""  # the closing quotation mark may be missing
    r"""|("(?:[^"\\\n]|\\[\s\S]|\\$)*(?:"|(?=\n)|$))|([()])|\b(None|True|False|nan|inf)\b"""
    r"""|(?<![\w.])(\d*\.\d+|\d+\.?)((?:[eE][+-]?\d+)?)(?![\w.])|([A-Za-z_]\w*)(?=\s*:)|(,)(?=\s*[\])}])"""
)
_WORDS = {"None": "null", "True": "true", "False": "false", "nan": "null", "inf": "null"}
_INNER_LIST = re.compile(r"\[([^\[\]]*)\]")
# A matrix as NumPy prints it: rows without a comma between them.
_MATRIX = re.compile(r"""\[(?:\[[^\[\]'",]*\]\s*)+\]""")


def python_rows(text: str) -> list[list[str]] | None:
    """Read the rows of a Python value or a printed NumPy matrix; None for other texts."""
    begin = _BEGIN.match(text[:2000])
    if begin is None or _is_json(text):
        return None
    body = text[begin.end() :].rstrip()
    if begin[0].strip():
        body = _END.sub("", body)
    try:
        return rows_of(json.loads(_TOKEN.sub(_as_json, body), parse_int=str, parse_float=str))
    except (ValueError, RecursionError, UnreadableFile):
        pass
    if not _MATRIX.fullmatch(body):
        return None
    rows = [cells for inner_match in _INNER_LIST.findall(body) if (cells := inner_match.split())]
    return rows if not any(map(is_ellipsis, chain(*rows))) else None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _as_json(token: re.Match[str]) -> Any:
    """Convert a Python token to JSON."""
    single_quoted, double_quoted, bracket, word, number, exponent, name, _ = token.groups()
    if single_quoted is not None:
        return json.dumps(re.sub(r"\\(.)", r"\1", single_quoted))
    if double_quoted is not None:
        return double_quoted
    if bracket:
        return "[" if bracket == "(" else "]"
    if name:  # a key without quotation marks, as in JavaScript
        return json.dumps(name)
    if word:
        return _WORDS[word]
    if number:
        integer, point, part = number.partition(".")
        return f"{int(integer or 0)}{f'.{part or 0}' if point else ''}{exponent}"
    return ""  # leave out a comma before a closing bracket
