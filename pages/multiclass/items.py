"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from lab.ui.items import Item


class BillChart(TypedDict):
    """One chart: the quantity that it shows, its title and its unit."""

    name: str
    title: str
    unit: str


@dataclass(frozen=True)
class ClassPlane(Item):
    """The regions of the plane in which one method predicts each class.

    With `address`, a press chooses a point, and the decision about it is requested from this
    address. With `edit`, the user can edit the points. With `by_largest_score`, only for
    one-versus-all, the class with the largest score is predicted and nothing is hatched.
    """

    kind: ClassVar[str] = "classplane"
    method: str
    title: str
    label: str
    address: str = ""
    edit: bool = False
    by_largest_score: bool = False


@dataclass(frozen=True)
class AskPoint(Item):
    """The decision of one method at the chosen point."""

    kind: ClassVar[str] = "askpoint"
    method: str
    title: str
    address: str


@dataclass(frozen=True)
class ClassLegend(Item):
    """The mark of each class, and the meaning of the hatching.

    With `hand`, the user can press a mark to choose the class of new or relabelled points. `ties`:
    whether votes can tie in one of the planes.
    """

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
    """The classes predicted from the probabilities, over the plane.

    `map` is the tensor of the classes; with `is_random`, the class of each point was chosen at
    random, according to the probabilities.
    """

    kind: ClassVar[str] = "chanceplane"
    map: str
    title: str
    label: str
    is_random: bool = False


@dataclass(frozen=True)
class WalkPlane(Item):
    """The points and, after the first step, the regions of the model after all steps so far."""

    kind: ClassVar[str] = "walkplane"
    label: str


@dataclass(frozen=True)
class WalkMatrix(Item):
    """The next step of stochastic gradient descent as a table with a row for each class, and the
    buttons that take steps, at most `max_steps` in total.
    """

    kind: ClassVar[str] = "walkmatrix"
    label: str
    address: str
    max_steps: int


@dataclass(frozen=True)
class ClassTree(Item):
    """The tree of questions; its classes can be moved to other leaves."""

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
    """The boundary of one question of the tree, over the points."""

    kind: ClassVar[str] = "forkplane"
    label: str


@dataclass(frozen=True)
class ClassScores(Item):
    """The weight vectors of three classes as arrows, and the region of each class, where its score
    is the largest.

    The arrows and a point x can be dragged. `usual`: the arrows of the notes, as the text of the
    word `w` of the address.
    """

    kind: ClassVar[str] = "classscores"
    label: str
    address: str
    usual: str


@dataclass(frozen=True)
class ScoreTable(Item):
    """A table with the score of each class at the point of a `ClassScores`."""

    kind: ClassVar[str] = "scoretable"
    page_part: ClassVar[str] = "numbers"
    label: str


@dataclass(frozen=True)
class ScoreRule(Item):
    """A sentence about the binary rule between two classes of a `ClassScores`."""

    kind: ClassVar[str] = "scorerule"
    label: str


@dataclass(frozen=True)
class ClassBill(Item):
    """The cost of the methods against the number of classes, in charts on log axes.

    `ways` maps each method's key to its name; `quantities` are the names of the counts, the times
    and the values of the formulas. `points` is the number of training points, and `day` the date
    of the stored times. `measures` adds the legend, the date, and the button that measures
    again.
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
    """A table of each method's computational cost for one number of classes."""

    kind: ClassVar[str] = "billtable"
    page_part: ClassVar[str] = "numbers"
    label: str
    ways: Mapping[str, str]
