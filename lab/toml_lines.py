"""Where in a TOML file something stands: the line of a key, or of one text in its list.

tomllib reads a file but keeps no line numbers. This looks for a key under its table's heading,
which is enough for the plain files that a person writes.
"""

import re

_TABLE = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")


def line_of(text: str, table: str, key: str = "", value: str = "", nth: int = 0) -> int:
    """The line, from 1, of `key` in `table` ("" for the top), or of `value` in its list; `nth` of
    several tables of that name. The nearest line before it where that can't be told."""
    found, here, seen = 1, "", -1 if table else 0
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TABLE.match(line):
            here = match[1]
            if here == table:
                seen += 1
                if seen == nth:
                    found = number
            elif table and seen >= nth:
                break
            continue
        if here != table or seen != nth:
            continue
        if (match := _KEY.match(line)) and match[1] == key:
            found = number
            if not value:
                break
        if value and found > 0 and re.search(rf"""["']{re.escape(value)}["']""", line):
            return number
    return found
