"""The kinds of items that only this page has."""

from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class SystemSizes(Item):
    """The square matrices of two systems of equations, drawn to the same scale.

    `features` and `examples` name the tensors with their numbers of rows; `most` is the largest
    number of rows at any stop of the sliders.
    """

    kind: ClassVar[str] = "systems"
    label: str
    features: str
    examples: str
    most: int


@dataclass(frozen=True)
class Contributions(Item):
    """The contribution of each example to f(x), at one x.

    `look` is the word of the address that contains x; a press, a drag or the arrow keys change it.
    `method` is the name of the fit, such as SVM.
    """

    kind: ClassVar[str] = "contributions"
    label: str
    method: str
    look: str
