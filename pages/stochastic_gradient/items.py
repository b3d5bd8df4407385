"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.ui.items import Item


@dataclass(frozen=True)
class StepPlane(Item):
    """f over the plane after t steps, and the example drawn. `least`: how many points stay;
    `earlier`: steps back whose boundary is drawn, too."""

    kind: ClassVar[str] = "stepplane"
    label: str
    edit: bool
    least: int
    earlier: Sequence[int]


@dataclass(frozen=True)
class Play(Item):
    """Buttons that move the slider `along` step by step up to `last`. `speeds`: in steps a second;
    `address`: what draws another run; `changes`: words of the address that it sets; `still`:
    the slider is left out."""

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
    """How long GD, SGD and Newton took, and a button that measures it. `kept`: what was measured
    before."""

    kind: ClassVar[str] = "descenttimes"
    label: str
    address: str
    names: Mapping[str, str]
    starts: Sequence[str]
    kept: Any


@dataclass(frozen=True)
class Sketch(Item):
    """Points, arrows, ways and level sets in a plane of its own. `parts`: what is in it, from back
    to front."""

    kind: ClassVar[str] = "sketch"
    label: str
    range: Sequence[float]
    axes: Sequence[str]
    parts: Sequence[Any]
    title: str = ""


@dataclass(frozen=True)
class CountPlane(Item):
    """The plane with a number on each point, from the tensor `counts`. `pale`: how strong the
    colours of f are."""

    kind: ClassVar[str] = "countplane"
    label: str
    counts: str
    levels: Sequence[Any]
    pale: float
