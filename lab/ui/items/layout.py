"""Items that hold others, and what changes an item: where it stands, when, for which scene."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from lab.scene.fields import OWN, SOURCES
from lab.scene.samples.real_datasets import TABLES
from lab.ui.items.item import Item, written

MEASURED = (*TABLES, OWN)  # nobody knows the densities of these data, nor the best boundary
DRAWN = tuple(name for name in SOURCES if name not in MEASURED)

AnyItem = TypeVar("AnyItem", bound=Item)


@dataclass(frozen=True)
class Heading(Item):
    """A heading, and a line under it."""

    kind: ClassVar[str] = "heading"
    text: str
    lead: str = written("")


@dataclass(frozen=True)
class Group(Item):
    """Several items as one; `stacked`: one under the other."""

    kind: ClassVar[str] = "group"
    items: Sequence[Item]
    stacked: bool = False


def for_scene(item: AnyItem, **fields: Any) -> AnyItem:
    """The item for the same scene with some fields changed: another loss, another kernel."""
    return replace(item, with_={name: str(value) for name, value in fields.items()})


def stack(*items: Item) -> Group:
    """Views one under the other, as one."""
    return Group(items, stacked=True)


def quadruple(*items: Item) -> Group:
    """Four small views in one row."""
    return Group(items)


def pair(*items: Item) -> Group:
    """Two columns of views, of one width."""
    return Group(items, shape="kl-pair")


def triple(*items: Item) -> Group:
    """Three views in one row."""
    return Group(items, shape="kl-three")


def half_width(item: AnyItem) -> AnyItem:
    """The item in half of the width; two of them stand side by side."""
    return replace(item, half=True)


def uneven_pair(*items: Item) -> Group:
    """Two columns of views, the first one wider."""
    return Group(items, shape="kl-beside")


def only_where(item: AnyItem, **fields: Iterable[str]) -> AnyItem:
    """The item for those scenes only whose fields have one of these values."""
    return replace(item, when={name: list(values) for name, values in fields.items()})


def for_rbf(item: AnyItem) -> AnyItem:
    """The item for the kernel with a bandwidth only."""
    return only_where(item, kernel=("rbf",))


def for_measured(item: AnyItem) -> AnyItem:
    """The item for data whose best boundary nobody knows."""
    return only_where(item, data=MEASURED)


def for_drawn(item: AnyItem) -> AnyItem:
    """The item for data whose densities are known, and so the best boundary."""
    return only_where(item, data=DRAWN)
