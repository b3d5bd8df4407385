"""The points of live planes under the hand: which planes, and where the bar of tools stands."""

from collections.abc import Sequence
from typing import Any

Item = dict[str, Any]

# Views over the points of a scene in which a hand can move, add and erase them, unless the page
# says edit=False.
PLANES = ("plane", "hill", "street", "vote")


def points_bar(*, open: bool = False, tall: bool = False, look: str = "", at: str = "") -> Item:
    """The bar: tools, back and forth, clear, back to the data set, a table. Folded behind one
    button unless `open`, and with `tall` in a window that is not high; `look` names what a press
    does while none of the tools is chosen, for a plane that a press asks something of; `at` tells
    two bars of one element apart."""
    shown = {"kind": "points", "open": open} | ({"tall": True} if tall else {})
    return shown | ({"look": look} if look else {}) | {"at": at}


def editable(items: Sequence[Item]) -> list[Item]:
    """The items, each plane of a scene with `edit` on where the page does not say."""
    return [
        item
        | ({"items": editable(item["items"])} if "items" in item else {})
        | ({"edit": item.get("edit", True)} if item["kind"] in PLANES else {})
        for item in items
    ]


def with_bar(places: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """The places of an element with a bar under the first plane that can be edited, unless the
    page has put one somewhere itself."""
    done = any(_has(items, lambda item: item["kind"] == "points") for items in places)
    found = []
    for items in places:
        placed = None if done else _after_first(items)
        done = done or placed is not None
        found.append(list(items) if placed is None else placed)
    return found


def _after_first(items: Sequence[Item]) -> list[Item] | None:
    """The items with a bar behind the first plane, or behind the row that it stands in."""
    for k, item in enumerate(items):
        if not _has([item], lambda one: one.get("edit")):
            continue
        column = item.get("stacked") or item.get("shape") == "kl-beside"
        if column and (inner := _after_first(item["items"])) is not None:
            return [*items[:k], item | {"items": inner}, *items[k + 1 :]]
        bar = points_bar(look=item.get("look", ""))
        return [*items[: k + 1], bar, *items[k + 1 :]]
    return None


def _has(items: Sequence[Item], which: Any) -> bool:
    return any(which(item) or _has(item.get("items", ()), which) for item in items)
