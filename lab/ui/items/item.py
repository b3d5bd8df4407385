"""The base class of items of live elements, and their conversion to JSON for the browser.

An item is a frozen dataclass; its parts (rows, options, curves) are TypedDicts. `python -m
tests.tools.item_types` writes the scripts' types from both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar

Json = dict[str, Any]  # an item in the form sent to the browser


def json_field(default: Any) -> Any:
    """Declare a field that is in the JSON even if it has its default."""
    return field(default=default, metadata={"always": True})


@dataclass(frozen=True, kw_only=True)
class Item:
    """The base class of items. `name`: the name by which a challenge hides the item; `when`: the
    values of scene fields for which it is shown; `with_`: fields of its scene that differ from the
    page's scene; `half`: it takes half of the width; `shape`: CSS classes. `page_part`: the part of
    a page to which all items of this kind belong, one of `lab.ui.hidden_controls.PARTS`."""

    kind: ClassVar[str]
    page_part: ClassVar[str] = ""
    name: str | None = None
    when: Mapping[str, Sequence[str]] | None = None
    with_: Mapping[str, str] | None = None
    half: bool = False
    shape: str = ""

    @property
    def inner(self) -> Sequence["Item"]:
        """The items inside this item."""
        return getattr(self, "items", ())


@cache
def part_of_kind(kind: str) -> str:
    """Return the part of a page to which items of a kind belong, "" for none."""
    queue: list[type[Item]] = [Item]
    while queue:
        item_class = queue.pop()
        if vars(item_class).get("kind") == kind:
            return item_class.page_part
        queue += item_class.__subclasses__()
    return ""


def as_json(item: Item) -> Json:
    """Convert an item to JSON for the browser: its kind and its fields.

    A field that has its default is omitted, unless `json_field` declares it.
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
    """List the fields of a type of item: name, key in the JSON, and the default that is omitted."""
    return tuple(
        (field.name, key_of(field.name), MISSING if "always" in field.metadata else field.default)
        for field in fields(kind)
    )


def key_of(name: str) -> str:
    """Return the key of a field in the JSON: `with_` becomes “with”, a word that Python
    reserves."""
    return name.removesuffix("_")


def flatten(items: Sequence[Item]) -> list[Item]:
    """List all items, including nested ones."""
    return [entry for item in items for entry in (item, *flatten(item.inner))]


def flatten_json(items: Iterable[Json]) -> list[Json]:
    """List all items in JSON form, including those inside groups."""
    return [entry for item in items for entry in (item, *flatten_json(item.get("items", ())))]
