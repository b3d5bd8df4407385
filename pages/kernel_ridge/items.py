"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class SystemSizes(Item):
    """Two square matrices in one scale: p by p, of the tensor `features`, and m by m, of
    `examples`; `most`: rows that fit."""

    kind: ClassVar[str] = "systems"
    label: str
    features: str
    examples: str
    most: int


@dataclass(frozen=True)
class Contributions(Item):
    """What each example adds to f at one place of the line, which the view word `look` names and
    a press moves; `method`: what the fit is called."""

    kind: ClassVar[str] = "contributions"
    label: str
    method: str
    look: str
