"""Items that hold others, and what changes an item: where it stands, when, for which scene."""

from collections.abc import Iterable
from typing import Any

from lab.scene.fields import OWN, SOURCES
from lab.scene.samples.real_datasets import TABLES

MEASURED = (*TABLES, OWN)  # nobody knows the densities of these data, nor the best boundary
DRAWN = tuple(name for name in SOURCES if name not in MEASURED)

Item = dict[str, Any]


def heading(text: str, lead: str = "") -> Item:
    return {"kind": "heading", "text": text, "lead": lead}


def for_scene(item: Item, **fields: Any) -> Item:
    """The item for the same scene with some fields changed: another loss, another kernel."""
    return item | {"with": {name: str(value) for name, value in fields.items()}}


def stack(*items: Item) -> Item:
    """Views one under the other, as one."""
    return {"kind": "group", "items": list(items), "stacked": True}


def quadruple(*items: Item) -> Item:
    """Four small views in one row."""
    return {"kind": "group", "items": list(items)}


def pair(*items: Item) -> Item:
    """Two columns of views, of one width."""
    return {"kind": "group", "items": list(items), "shape": "kl-pair"}


def triple(*items: Item) -> Item:
    """Three views in one row."""
    return {"kind": "group", "items": list(items), "shape": "kl-three"}


def half_width(item: Item) -> Item:
    """The item in half of the width; two of them stand side by side."""
    return item | {"half": True}


def uneven_pair(*items: Item) -> Item:
    """Two columns of views, the first one wider."""
    return {"kind": "group", "items": list(items), "shape": "kl-beside"}


def only_where(item: Item, **fields: Iterable[str]) -> Item:
    """The item for those scenes only whose fields have one of these values."""
    return item | {"when": {name: list(values) for name, values in fields.items()}}


def for_rbf(item: Item) -> Item:
    """The item for the kernel with a bandwidth only."""
    return only_where(item, kernel=("rbf",))


def for_measured(item: Item) -> Item:
    """The item for data whose best boundary nobody knows."""
    return only_where(item, data=MEASURED)


def for_drawn(item: Item) -> Item:
    """The item for data whose densities are known, and so the best boundary."""
    return only_where(item, data=DRAWN)
