"""Items that contain others, and functions that set an item's place, condition or scene."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from lab.scene.fields import OWN, SOURCES
from lab.scene.samples.real_datasets import TABLES, TUMOURS
from lab.ui.items.item import Item, json_field

# Sources of data with an unknown density, and so an unknown Bayes-optimal boundary.
MEASURED_SOURCES = (*TABLES, OWN)
SAMPLED_SOURCES = tuple(name for name in SOURCES if name not in MEASURED_SOURCES)

AnyItem = TypeVar("AnyItem", bound=Item)


@dataclass(frozen=True)
class Heading(Item):
    """A heading, and a line under it."""

    kind: ClassVar[str] = "heading"
    text: str
    lead: str = json_field("")


@dataclass(frozen=True)
class Group(Item):
    """Several items as one, side by side or, with `stacked`, one below another.

    `tabs`: a name for each item, of which one is shown at a time; "" for an item that is always
    shown. `all_tabs`: the name of a button that shows all items.
    """

    kind: ClassVar[str] = "group"
    items: Sequence[Item]
    stacked: bool = False
    tabs: Sequence[str] = ()
    all_tabs: str = ""


def for_scene(item: AnyItem, **fields: Any) -> AnyItem:
    """Return an item for the same scene with some fields changed, such as the loss or kernel."""
    return replace(item, with_={name: str(value) for name, value in fields.items()})


def stack(*items: Item) -> Group:
    """Return a group of views, one below the other."""
    return Group(items, stacked=True)


def quadruple(*items: Item) -> Group:
    """Return a group of four small views in one row."""
    return Group(items)


def pair(*items: Item) -> Group:
    """Return a group of views in two columns of equal width."""
    return Group(items, shape="kl-pair")


def triple(*items: Item) -> Group:
    """Return a group of three views in one row."""
    return Group(items, shape="kl-three-columns")


def half_width(item: AnyItem) -> AnyItem:
    """Return an item with half of the width, so that two such items are side by side."""
    return replace(item, half=True)


def uneven_pair(*items: Item) -> Group:
    """Return a group of views in two columns; the first column is wider."""
    return Group(items, shape="kl-page-columns")


def for_tumours(item: AnyItem) -> AnyItem:
    """Return an item that shows the tumour data, which several pages share, in place of the scene's
    data."""
    return for_scene(item, **TUMOURS)


def topic_of(table: str) -> Heading:
    """Return a heading that says what a table of measured data is about and what a mistake means.
    It is shown while the table is chosen."""
    return only_where(Heading("These data", TABLES[table].topic), data=(table,))


def only_where(item: AnyItem, **fields: Iterable[str]) -> AnyItem:
    """Return an item shown only for scenes in which each of these fields has one of its values."""
    return replace(item, when={name: list(values) for name, values in fields.items()})


def for_rbf(item: AnyItem) -> AnyItem:
    """Return an item shown only for the RBF kernel."""
    return only_where(item, kernel=("rbf",))


def for_measured(item: AnyItem) -> AnyItem:
    """Return an item shown only for data with an unknown Bayes-optimal boundary."""
    return only_where(item, data=MEASURED_SOURCES)


def for_drawn(item: AnyItem) -> AnyItem:
    """Return an item shown only for data with a known density and Bayes-optimal boundary."""
    return only_where(item, data=SAMPLED_SOURCES)
