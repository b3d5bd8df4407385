"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item
from lab.ui.items.item import json_field


@dataclass(frozen=True)
class Proof(Item):
    """Certificates of two solvers against their iterations, and their numbers.

    With `words` it only says whether some f needs no slack.
    """

    kind: ClassVar[str] = "proof"
    label: str
    address: str
    words: bool = False


@dataclass(frozen=True)
class Street(Item):
    """A line by hand over the points, through two handles: the view word `line` is x1,y1,x2,y2."""

    kind: ClassVar[str] = "street"
    label: str
    address: str
    edit: bool = json_field(True)


@dataclass(frozen=True)
class MarginShare(Item):
    """How wide the margin of the line by hand is, as a share of the widest; beside a `Street`."""

    kind: ClassVar[str] = "marginshare"
    label: str


@dataclass(frozen=True)
class KktTable(Item):
    """The conditions of the optimum for the three kinds of examples, with what violates them.

    `price`: the price of slack of an example, C or wᵢC.
    """

    kind: ClassVar[str] = "kkt"
    label: str
    price: str
