"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class SystemSizes(Item):
    """The sizes of two square matrices on one scale: p by p, with p the tensor `features`, and m by
    m, with m the tensor `examples`; `most`: the largest number of rows."""

    kind: ClassVar[str] = "systems"
    label: str
    features: str
    examples: str
    most: int


@dataclass(frozen=True)
class Contributions(Item):
    """The contributions of the examples to f at one point of the line, which the view word `look`
    names and a press moves; `method`: the name of the fit."""

    kind: ClassVar[str] = "contributions"
    label: str
    method: str
    look: str
