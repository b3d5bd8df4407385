"""Find the line of a key in a TOML file or, if its value is a list, the line of a text in the list.

tomllib reads a file without line numbers. This module looks for a key under its table's heading,
which is enough for files that a person writes.
"""

import re
import tomllib

_TABLE = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_QUOTED_TEXT = re.compile(r"""(\"{3}|'{3})(.*?)\1""", re.DOTALL)
_KEY = re.compile(r"""\s*["']?([\w/-]+)["']?\s*=""")


def line_of(text: str, table: str, key: str = "", value: str = "", nth: int = 0) -> int:
    """Return the number, from 1, of the line with `key` in `table`, or with `value` in its list.

    `table` is "" for keys outside all tables; `nth` is its index among tables of the same name. If
    the value is not found, return the line of the key, else that of the table's heading, else 1.
    """
    text = _QUOTED_TEXT.sub(lambda quoted: '""' + "\n" * quoted[2].count("\n"), text)
    line_number, heading, index = 1, "", -1 if table else 0
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TABLE.match(line):
            heading = match[1]
            if heading == table:
                index += 1
                if index == nth:
                    line_number = number
            elif table and index >= nth:
                break
            continue
        if heading != table or index != nth:
            continue
        if (match := _KEY.match(line)) and match[1] == key:
            line_number = number
            if not value:
                break
        if value and line_number > 0 and re.search(rf"""["']{re.escape(value)}["']""", line):
            return number
    return line_number


def describe_toml_error(text: str, error: ValueError | RecursionError) -> tuple[int, str]:
    """Return the number of the likely faulty line of a text that tomllib refused with this error,
    and a sentence about the error."""
    lines = text.splitlines() or [""]
    if isinstance(error, RecursionError):
        line = max(range(len(lines)), key=lambda at: sum(map(lines[at].count, "[{.")))
        return line + 1, "brackets are nested too deeply here."
    if not isinstance(error, tomllib.TOMLDecodeError):
        digits = [max(map(len, re.findall(r"[\d_]+", line)), default=0) for line in lines]
        line = digits.index(max(digits))
        return line + 1, f"a number of {digits[line]} digits is too long."
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
    if not match:  # the error says "at end of document" instead of a line
        return len(lines), f"this is not TOML: {error}."
    return int(match[2]), f"this is not TOML: {match[1]}, at column {match[3]}."
