"""Items that contain others, and functions that set an item's place, condition or scene."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from lab.scene.fields import OWN, SOURCES
from lab.scene.samples.real_datasets import TABLES, TUMOURS
from lab.ui.items.item import Item, json_field

# Sources of data whose density, and so whose Bayes-optimal boundary, is unknown.
MEASURED = (*TABLES, OWN)
DRAWN = tuple(name for name in SOURCES if name not in MEASURED)

AnyItem = TypeVar("AnyItem", bound=Item)


@dataclass(frozen=True)
class Heading(Item):
    """A heading, and a line under it."""

    kind: ClassVar[str] = "heading"
    text: str
    lead: str = json_field("")


@dataclass(frozen=True)
class Group(Item):
    """Several items as one; `stacked`: one under the other. `tabs`: a name for each item, of which
    one is shown at a time, "" for an item that is always shown; `all_tabs`: the name of a button
    that shows all."""

    kind: ClassVar[str] = "group"
    items: Sequence[Item]
    stacked: bool = False
    tabs: Sequence[str] = ()
    all_tabs: str = ""


def for_scene(item: AnyItem, **fields: Any) -> AnyItem:
    """Show an item for the same scene with some fields changed: another loss, another kernel."""
    return replace(item, with_={name: str(value) for name, value in fields.items()})


def stack(*items: Item) -> Group:
    """Stack views, one below the other."""
    return Group(items, stacked=True)


def quadruple(*items: Item) -> Group:
    """Put four small views in one row."""
    return Group(items)


def pair(*items: Item) -> Group:
    """Put views in two columns of equal width."""
    return Group(items, shape="kl-pair")


def triple(*items: Item) -> Group:
    """Put three views in one row."""
    return Group(items, shape="kl-three-columns")


def half_width(item: AnyItem) -> AnyItem:
    """Give an item half of the width, so that two are side by side."""
    return replace(item, half=True)


def uneven_pair(*items: Item) -> Group:
    """Put views in two columns, the first wider."""
    return Group(items, shape="kl-page-columns")


def for_tumours(item: AnyItem) -> AnyItem:
    """Show an item for the tumour data that several pages share, not for the scene's data."""
    return for_scene(item, **TUMOURS)


def only_where(item: AnyItem, **fields: Iterable[str]) -> AnyItem:
    """Show an item only for scenes whose fields have one of these values."""
    return replace(item, when={name: list(values) for name, values in fields.items()})


def for_rbf(item: AnyItem) -> AnyItem:
    """Show an item only for the kernel with a bandwidth."""
    return only_where(item, kernel=("rbf",))


def for_measured(item: AnyItem) -> AnyItem:
    """Show an item only for data whose Bayes-optimal boundary is unknown."""
    return only_where(item, data=MEASURED)


def for_drawn(item: AnyItem) -> AnyItem:
    """Show an item only for data whose densities, and so the Bayes-optimal boundary, are known."""
    return only_where(item, data=DRAWN)
