"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class StepPlane(Item):
    """f over the plane after t steps, and the example drawn.

    `least` is the smallest number of points; `earlier` has the numbers of steps after which the
    boundary stays visible.
    """

    kind: ClassVar[str] = "stepplane"
    label: str
    edit: bool
    least: int
    earlier: Sequence[int]


@dataclass(frozen=True)
class Play(Item):
    """Buttons that move the slider `along` step by step up to `last`.

    `speeds` are in steps a second; `address` draws another run, which sets the words `changes` of
    the page's address; with `still` the slider is left out.
    """

    kind: ClassVar[str] = "play"
    along: str
    last: int
    speeds: Sequence[float]
    address: str = ""
    changes: Sequence[str] | None = None
    still: bool = False


@dataclass(frozen=True)
class StepTerm(Item):
    """The last step in numbers."""

    kind: ClassVar[str] = "stepterm"


@dataclass(frozen=True)
class StepBars(Item):
    """The weights α, and what the last step added to each."""

    kind: ClassVar[str] = "stepbars"
    label: str


@dataclass(frozen=True)
class StepHistory(Item):
    """Risk against steps, the slider `along`."""

    kind: ClassVar[str] = "stephistory"
    label: str
    along: str
    tall: bool = False


@dataclass(frozen=True)
class DescentTimes(Item):
    """The times of GD, SGD and Newton, and a button that measures; `kept` has earlier times."""

    kind: ClassVar[str] = "descenttimes"
    label: str
    address: str
    names: Mapping[str, str]
    starts: Sequence[str]
    kept: Any


@dataclass(frozen=True)
class Sketch(Item):
    """Points, arrows, paths and level sets in a plane; `parts` are ordered from back to front."""

    kind: ClassVar[str] = "sketch"
    label: str
    range: Sequence[float]
    axes: Sequence[str]
    parts: Sequence[Any]
    title: str = ""


@dataclass(frozen=True)
class CountPlane(Item):
    """The plane with a number on each point, from the tensor `counts`.

    `pale` is the strength of the colours of f.
    """

    kind: ClassVar[str] = "countplane"
    label: str
    counts: str
    levels: Sequence[Any]
    pale: float
