"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class SystemSizes(Item):
    """The sizes of two square matrices on one scale.

    `features` and `examples` name the tensors that have the numbers of rows; `most` is the largest
    possible number.
    """

    kind: ClassVar[str] = "systems"
    label: str
    features: str
    examples: str
    most: int


@dataclass(frozen=True)
class Contributions(Item):
    """The contribution of each example to f at one point of the line.

    `look` names the word of the address that has the point; a press moves the point. `method` names
    the fit.
    """

    kind: ClassVar[str] = "contributions"
    label: str
    method: str
    look: str
