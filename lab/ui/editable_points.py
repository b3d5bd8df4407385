"""Make the points of views editable, and add the bar of tools."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lab.ui.items import Group, Item, PointsBar, flatten


def make_editable(items: Sequence[Item]) -> list[Item]:
    """Make the points of each view with `edit=None` editable; other views stay as they are."""
    return [_make_editable(item) for item in items]


def _make_editable(item: Any) -> Item:
    if item.inner:
        item = replace(item, items=make_editable(item.inner))
    return replace(item, edit=True) if getattr(item, "edit", False) is None else item


def add_bar(places: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """Add a bar of tools below the first view whose points can be edited, unless one of the items
    is such a bar."""
    has_bar = any(_has(items, lambda item: isinstance(item, PointsBar)) for items in places)
    result = []
    for items in places:
        placed = None if has_bar else _after_first(items)
        has_bar = has_bar or placed is not None
        result.append(list(items) if placed is None else placed)
    return result


def _after_first(items: Sequence[Item]) -> list[Item] | None:
    """Add a bar after the first editable view, or after the row that contains it; return None if no
    view is editable."""
    for k, item in enumerate(items):
        if not _has([item], is_editable):
            continue
        if isinstance(item, Group) and (item.stacked or item.shape == "kl-page-columns"):
            inner = _after_first(item.inner)
            if inner is not None:
                return [*items[:k], replace(item, items=inner), *items[k + 1 :]]
        bar = PointsBar(look=getattr(item, "look", ""))
        return [*items[: k + 1], bar, *items[k + 1 :]]
    return None


def is_editable(item: Item) -> bool:
    """Return whether the points of an item can be edited."""
    return bool(getattr(item, "edit", False))


def _has(items: Sequence[Item], predicate: Callable[[Item], bool]) -> bool:
    return any(predicate(item) for item in flatten(items))
