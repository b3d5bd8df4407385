"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item
from lab.ui.items.item import json_field


@dataclass(frozen=True)
class Proof(Item):
    """Certificates of two solvers against their iterations, and a table of the final values.

    With `words` it shows only a sentence: whether there is an f without slack.
    """

    kind: ClassVar[str] = "proof"
    label: str
    address: str
    words: bool = False


@dataclass(frozen=True)
class Street(Item):
    """The points, and a line through two handles: the word `line` of the address is x1,y1,x2,y2."""

    kind: ClassVar[str] = "street"
    label: str
    address: str
    edit: bool = json_field(True)


@dataclass(frozen=True)
class MarginShare(Item):
    """The margin of the line of a `Street` as a share of the widest margin."""

    kind: ClassVar[str] = "marginshare"
    label: str


@dataclass(frozen=True)
class KktTable(Item):
    """The optimality conditions of the marked example and of the three kinds of examples.

    Violated conditions stand out. `price`: the price of slack of an example, C or wᵢC.
    """

    kind: ClassVar[str] = "kkt"
    label: str
    price: str
