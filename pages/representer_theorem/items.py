"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Required, TypedDict

from lab.ui.items import Item, Series


class RevealRow(TypedDict):
    """A row of a `Reveal` table."""

    name: str
    label: str


class TimingChart(TypedDict):
    """A chart of costs; `along` names the quantity on its horizontal axis."""

    along: str
    title: str
    label: str


class TimedMethod(TypedDict, total=False):
    """Ridge regression over θ or over α, as a timed method; if `square`, its marks are squares."""

    name: Required[str]
    label: Required[str]
    tone: Required[str]
    square: bool


class TimingTask(TypedDict, total=False):
    """A timed task, fitting or predicting; `dash` has the dashes of its lines."""

    name: Required[Literal["fit", "predict"]]
    label: Required[str]
    dash: Sequence[float]


class TimingCell(TypedDict):
    """The cost of one method at one size, in seconds or multiplications."""

    along: str
    size: int
    method: str
    fit: float
    predict: float


@dataclass(frozen=True)
class Cells(Item):
    """A matrix to edit.

    `pattern` is a regular expression for entries, and `rule` describes them; `largest` bounds their
    absolute values, `max_size` the number of rows and of columns. A button returns to `example`.
    """

    kind: ClassVar[str] = "cells"
    title: str
    address: str
    pattern: str
    largest: float
    rule: str
    max_size: int
    example: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Follow(Item):
    """An item that updates its picture when the matrix of another element is edited.

    `sweep` names the part of the server's answer that has the new sweep.
    """

    kind: ClassVar[str] = "follow"
    sweep: str


@dataclass(frozen=True)
class Pairs(Item):
    """The eigenvalues of two matrices side by side."""

    kind: ClassVar[str] = "pairs"
    label: str
    lists: Sequence[Series]


@dataclass(frozen=True)
class Reveal(Item):
    """A table whose rows are revealed one by one.

    The word `look` of the address stores the names of the revealed rows.
    """

    kind: ClassVar[str] = "reveal"
    look: str
    label: str
    columns: Sequence[str]
    rows: Sequence[RevealRow]


@dataclass(frozen=True)
class Timing(Item):
    """The cost of ridge regression over θ and over α on log axes, and a button that measures times.

    In each chart one size takes the values `sizes`, and the other is `fixed`. The word `look` of
    the address chooses between measured times and the counted multiplications `counts`.
    """

    kind: ClassVar[str] = "timing"
    look: str
    address: str
    sizes: Sequence[int]
    fixed: int
    total: int
    counts: Sequence[TimingCell]
    decades: Mapping[str, Sequence[int]]
    done: str
    charts: Sequence[TimingChart]
    methods: Sequence[TimedMethod]
    tasks: Sequence[TimingTask]
