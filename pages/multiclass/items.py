"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.ui.items import Item


class BillChart(TypedDict):
    """One chart: the tensor, its title and its unit."""

    name: str
    title: str
    unit: str


@dataclass(frozen=True)
class ClassPlane(Item):
    """The regions of the classes by one method; `address` is what a press asks about a place.

    With `whole`, which one-versus-all alone has, the largest score decides and nothing is hatched.
    """

    kind: ClassVar[str] = "classplane"
    method: str
    title: str
    label: str
    address: str = ""
    edit: bool = False
    whole: bool = False


@dataclass(frozen=True)
class AskPoint(Item):
    """The decision of one method about the chosen place."""

    kind: ClassVar[str] = "askpoint"
    method: str
    title: str
    address: str


@dataclass(frozen=True)
class ClassLegend(Item):
    """The marks of the classes; with `hand`, a press chooses the class of new points. `ties`:
    whether votes can tie in one of the planes."""

    kind: ClassVar[str] = "classlegend"
    hand: bool
    ties: bool = True


@dataclass(frozen=True)
class InsidePlane(Item):
    """The plane of one binary classifier of a method."""

    kind: ClassVar[str] = "insideplane"
    label: str


@dataclass(frozen=True)
class ChancePlane(Item):
    """The regions by the probabilities of the classes.

    `map` is the tensor; with `drawn`, the class of each place is drawn by its probability.
    """

    kind: ClassVar[str] = "chanceplane"
    map: str
    title: str
    label: str
    drawn: bool = False


@dataclass(frozen=True)
class WalkPlane(Item):
    """The points and the regions of the model after some steps."""

    kind: ClassVar[str] = "walkplane"
    label: str


@dataclass(frozen=True)
class WalkMatrix(Item):
    """A step of stochastic gradient descent, row by row."""

    kind: ClassVar[str] = "walkmatrix"
    label: str
    address: str
    max_steps: int


@dataclass(frozen=True)
class ClassTree(Item):
    """The tree of questions."""

    kind: ClassVar[str] = "classtree"
    label: str
    address: str


@dataclass(frozen=True)
class TreeTable(Item):
    """The cost and the errors of each tree."""

    kind: ClassVar[str] = "treetable"
    label: str


@dataclass(frozen=True)
class ForkPlane(Item):
    """The boundary of one question of the tree."""

    kind: ClassVar[str] = "forkplane"
    label: str


@dataclass(frozen=True)
class ClassScores(Item):
    """Three arrows, the regions of the largest score, and a point that can be dragged."""

    kind: ClassVar[str] = "classscores"
    label: str
    address: str
    usual: str


@dataclass(frozen=True)
class ScoreTable(Item):
    """The scores of the point."""

    kind: ClassVar[str] = "scoretable"
    label: str


@dataclass(frozen=True)
class ScoreRule(Item):
    """The binary rule between two classes."""

    kind: ClassVar[str] = "scorerule"
    label: str


@dataclass(frozen=True)
class ClassBill(Item):
    """The cost of the methods over the number of classes, in charts on log axes.

    `ways` has the name of each method, `quantities` what is counted of each; `measures` adds the
    key and the button that counts again.
    """

    kind: ClassVar[str] = "classbill"
    label: str
    address: str
    along: str
    ways: Mapping[str, str]
    quantities: Sequence[str]
    measures: bool
    day: str
    points: int
    charts: Sequence[BillChart]


@dataclass(frozen=True)
class BillTable(Item):
    """The counts at one number of classes."""

    kind: ClassVar[str] = "billtable"
    label: str
    ways: Mapping[str, str]
