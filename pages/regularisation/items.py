"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.ui.items import Item, Series


class StopwatchWords(TypedDict):
    """The labels of the button (before and after the first run) and of the count."""

    first: str
    again: str
    so_far: str


class MapCell(TypedDict):
    """How many of `trials` true vectors w* with s non-zero entries were recovered from n examples.

    `gap` is the largest relative duality gap of the fits. `constant` is the c with which
    n = c s log d is closest to the border in all cells so far; None while they show no border.
    """

    method: str
    n: int
    s: int
    successes: int
    trials: int
    gap: float
    constant: float | None


class RecoveryRecord(TypedDict):
    """Cells measured in advance, and the date of their measurement as text."""

    day: str
    cells: Sequence[MapCell]


@dataclass(frozen=True)
class NormBall(Item):
    """Level sets of RSS around ŵ, with the ℓ₁ ball (a diamond) and the ℓ₂ ball (a disc); ŵ can be
    dragged.

    Both axes go from -`reach` to `reach`; `usual` is the default position of ŵ. The endpoint at
    `address` returns the picture for another position.
    """

    kind: ClassVar[str] = "ball"
    label: str
    address: str
    reach: float
    usual: str


@dataclass(frozen=True)
class ShrinkCurves(Item):
    """The value of one coefficient with each of three penalties, against its least-squares value b.

    `x` names the tensor with the values of b, `look` the word of the address with the chosen b.
    """

    kind: ClassVar[str] = "shrink"
    label: str
    x: str
    series: Sequence[Series]
    look: str


@dataclass(frozen=True)
class ShrinkPaths(Item):
    """The value of one coefficient with each of three penalties, against λ.

    `x` names the tensor with the coefficient's values b without a penalty, `look` the word of the
    address with the chosen b; the slider `along` sets λ.
    """

    kind: ClassVar[str] = "shrinkpaths"
    label: str
    x: str
    series: Sequence[Series]
    look: str
    along: str


@dataclass(frozen=True)
class Tally(Item):
    """The share of training sets on which learning fails, with sliders for the bound's numbers.

    `stops` has the stops of each slider, `kinds` the labels of the classes of functions. `sets` is
    the number of training sets of an experiment, `level` the confidence level as text.
    """

    kind: ClassVar[str] = "tally"
    label: str
    address: str
    stops: Mapping[str, Sequence[float]]
    sets: int
    kinds: Mapping[str, str]
    level: str


@dataclass(frozen=True)
class Recovery(Item):
    """A map of how often ℓ₁ recovers the true w*, for each number of non-zero entries in `ss` and
    each number of examples in `ns`.

    `record` has cells that were measured in advance; `done` is the message shown once all `total`
    cells are measured.
    """

    kind: ClassVar[str] = "recovery"
    label: str
    address: str
    total: int
    ns: Sequence[int]
    ss: Sequence[int]
    trials: int
    d: int
    done: str
    words: StopwatchWords
    record: RecoveryRecord
