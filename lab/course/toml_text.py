"""Write values as TOML that tomllib can read."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


def table(thing: Any) -> dict[str, Any]:
    """Convert a dataclass to a table, without the fields that have their default value."""
    values = {field.name: getattr(thing, field.name) for field in fields(thing)}
    defaults = {field.name: field.default for field in fields(thing)}
    return {name: value for name, value in values.items() if value != defaults[name]}


def value(content: Any) -> str:
    """Write a text, a number, a boolean, a list or a table, on one line."""
    if isinstance(content, bool):
        return str(content).lower()
    if isinstance(content, int | float):
        return repr(content).removesuffix(".0")
    if isinstance(content, Mapping):
        return f"{{{', '.join(f'{key} = {value(entry)}' for key, entry in content.items())}}}"
    if isinstance(content, list | tuple):
        return f"[{', '.join(map(value, content))}]"
    return f'"{"".join(map(_escape, content))}"'


def paragraphs(text: str) -> str:
    """Write a text as a TOML string: a multi-line string, if the text has several lines."""
    if "\n" not in text:
        return value(text)
    lines = ("".join(map(_escape, line)) for line in text.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == "\n":
        return "\\n"
    if character.isprintable():
        return character
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
