"""The kinds of items that only this page has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class Direction(Item):
    """Points in the plane with a line along the tensor `direction` through `centre`.

    `points` is the tensor of the points, `range` the window. `along` names the slider, in degrees,
    that a press, a drag or the arrow keys move; without it the line cannot be turned. With `feet` a
    segment leads from each point to its projection on the line. `answer` names a word of the
    address: if it is "shown", the line along the tensor `principal` is shown.
    """

    kind: ClassVar[str] = "direction"
    label: str
    points: str
    range: Sequence[float]
    along: str = ""
    feet: bool = False
    answer: str = ""


@dataclass(frozen=True)
class ComponentPlane(Item):
    """A component, by its number from 0, as a field over the plane with its level lines.

    `edit`: whether the points can be edited.
    """

    kind: ClassVar[str] = "component"
    label: str
    number: int
    edit: bool = False


@dataclass(frozen=True)
class ScorePlot(Item):
    """The examples, plotted by two components.

    `look` names the word of the address that has the pair: “13” is the first and the third
    component.
    """

    kind: ClassVar[str] = "scoreplot"
    label: str
    look: str


@dataclass(frozen=True)
class PointPlane(Item):
    """Points in the plane, as crosses and circles by the tensor `labels`.

    `points` is the tensor of the points, `range` the window. `places` is a tensor with a new place
    for each point: the marks are drawn there, with a line from each original point. `curves` names
    tensors of dotted curves. With `address` a press, a drag or the arrow keys choose a place, and
    the steps from there to the pre-image of its projection are shown. The server computes them for
    the value of the slider `along`; `look` names the word of the address that stores the place.
    """

    kind: ClassVar[str] = "pointplane"
    label: str
    points: str
    labels: str
    range: Sequence[float]
    title: str = ""
    places: str = ""
    curves: Sequence[str] = ()
    address: str = ""
    along: str = ""
    look: str = ""
