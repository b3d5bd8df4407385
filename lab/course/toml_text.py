"""Values as TOML writes them; tomllib reads them back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


def table(thing: Any) -> dict[str, Any]:
    """What a dataclass sets, by the names of its fields; what is as usual is left out."""
    given = {one.name: getattr(thing, one.name) for one in fields(thing)}
    usual = {one.name: one.default for one in fields(thing)}
    return {name: value for name, value in given.items() if value != usual[name]}


def value(given: Any) -> str:
    """A text, a number, a list or a table, on one line."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, int | float):
        return repr(given).removesuffix(".0")
    if isinstance(given, Mapping):
        return f"{{{', '.join(f'{key} = {value(one)}' for key, one in given.items())}}}"
    if isinstance(given, list | tuple):
        return f"[{', '.join(map(value, given))}]"
    return f'"{"".join(map(_escaped, given))}"'


def paragraphs(text: str) -> str:
    """A text of several lines, a line each."""
    if "\n" not in text:
        return value(text)
    lines = ("".join(map(_escaped, line)) for line in text.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == "\n":
        return "\\n"
    if character.isprintable():
        return character
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
