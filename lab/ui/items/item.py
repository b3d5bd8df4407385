"""What every item of a live element has, and how it becomes the JSON that the browser gets.

An item is a frozen dataclass, what lies inside it (rows, options, curves) a TypedDict.
`python -m tests.tools.item_types` writes the scripts' types from both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar

Json = dict[str, Any]  # an item as the browser gets it


def json_field(default: Any) -> Any:
    """Declare a field that is in the JSON even with its default."""
    return field(default=default, metadata={"always": True})


@dataclass(frozen=True, kw_only=True)
class Item:
    """What every item may have: `name`, by which a challenge hides it; `when`, the values of fields
    of the scene where it is there; `with_`, what its scene has in place of the page's; `half`:
    it takes half of the width; `shape`: classes of the style sheet."""

    kind: ClassVar[str]
    name: str | None = None
    when: Mapping[str, Sequence[str]] | None = None
    with_: Mapping[str, str] | None = None
    half: bool = False
    shape: str = ""

    @property
    def inner(self) -> Sequence["Item"]:
        """The items that it holds."""
        return getattr(self, "items", ())


def as_json(item: Item) -> Json:
    """Return an item as the browser gets it: its kind and its fields, without insignificant
    defaults.
    """
    json: Json = {"kind": item.kind}
    kind: Any = type(item)
    for name, key, default in _fields(kind):
        value = getattr(item, name)
        if value is default or value == default:
            continue
        json[key] = [as_json(inner) for inner in value] if key == "items" else value
    return json


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """List the fields of a kind of item: name, key in the JSON, default that is left out."""
    return tuple(
        (field.name, key_of(field.name), MISSING if "always" in field.metadata else field.default)
        for field in fields(kind)
    )


def key_of(name: str) -> str:
    """Return the key of a field in the JSON: `with_` becomes “with”, which Python reserves."""
    return name.removesuffix("_")


def flatten(items: Sequence[Item]) -> list[Item]:
    """List all items, with those inside others."""
    return [entry for item in items for entry in (item, *flatten(item.inner))]


def flatten_json(items: Iterable[Json]) -> list[Json]:
    """List all items as the browser gets them, with those inside groups."""
    return [entry for item in items for entry in (item, *flatten_json(item.get("items", ())))]
