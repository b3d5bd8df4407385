"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypedDict

from lab.ui.items import Item, Level
from lab.ui.items.item import json_field


class MethodCost(TypedDict):
    """The stored cost of a method until its risk stays within 1 % of the minimum.

    `most` is the number of steps tried, the only entry if these steps are not enough.
    """

    steps: NotRequired[int]
    most: int
    gradients: NotRequired[int]
    hessians: NotRequired[int]
    work: NotRequired[int]
    seconds: NotRequired[float]


class DescentRecord(TypedDict):
    """The stored costs by start and method, and the day of their measurement in words."""

    day: str
    times: Mapping[str, Mapping[str, MethodCost]]


class SketchHalf(TypedDict):
    """The line through 0 perpendicular to the arrow `of`, and the side to which `of` points."""

    part: Literal["half"]
    of: str


class SketchPoints(TypedDict):
    """The examples."""

    part: Literal["points"]


class SketchDraw(TypedDict):
    """A ring around the example of the last step; the tensor `index` has the example's index."""

    part: Literal["draw"]
    index: str


# The key "from" is a keyword of Python, so the class syntax is not possible.
SketchArrow = TypedDict(
    "SketchArrow",
    {
        "part": Literal["arrow"], "from": NotRequired[str], "to": str, "tone": str,
        "width": NotRequired[float], "dash": NotRequired[Sequence[float]],
        "label": NotRequired[str],
    },
)  # fmt: skip


class SketchLevels(TypedDict):
    """The level lines of the field at the values `at`."""

    part: Literal["levels"]
    at: Sequence[float]


class SketchPath(TypedDict):
    """The path in the tensor `of`, up to the step in the tensor `upto`, where it has a mark of the
    form `shape`."""

    part: Literal["path"]
    of: str
    upto: str
    tone: str
    shape: str
    label: NotRequired[str]
    width: NotRequired[float]
    dash: NotRequired[Sequence[float]]


class SketchSpot(TypedDict):
    """A cross at the point in the tensor `of`."""

    part: Literal["spot"]
    of: str
    label: NotRequired[str]
    tone: NotRequired[str]


SketchPart = (
    SketchHalf | SketchPoints | SketchDraw | SketchArrow | SketchLevels | SketchPath | SketchSpot
)


@dataclass(frozen=True)
class StepPlane(Item):
    """f over the plane after t steps, and the example of the last step.

    `least` is the number of points that must remain; `earlier` lists the steps after which the
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

    `speeds` are in steps per second. If `address` is not empty, the picture's frames come from
    there, and if `changes` also contains "draws", a further button requests other random indices.
    With `still` there are no buttons. `has_frames` marks an item that stays in the picture, without
    buttons, where its slider is hidden, since the frames come from it.
    """

    kind: ClassVar[str] = "play"
    along: str
    last: int
    speeds: Sequence[float]
    address: str = ""
    changes: Sequence[str] | None = None
    still: bool = False
    has_frames: bool = json_field(True)


@dataclass(frozen=True)
class StepTerm(Item):
    """The formula of the last step with its numbers."""

    kind: ClassVar[str] = "stepterm"


@dataclass(frozen=True)
class StepBars(Item):
    """The coefficients α, and their changes by the last step."""

    kind: ClassVar[str] = "stepbars"
    label: str


@dataclass(frozen=True)
class StepHistory(Item):
    """The risk against the steps; the slider `along` sets the current step."""

    kind: ClassVar[str] = "stephistory"
    label: str
    along: str
    tall: bool = False


@dataclass(frozen=True)
class DescentTimes(Item):
    """The costs of GD, SGD and Newton's method in `record`, and a button that measures them again.

    `address` is the endpoint that measures, `names` are the labels of the methods, and `starts` the
    names of the starts; the tensor `start` is the index of a start in this list.
    """

    kind: ClassVar[str] = "descenttimes"
    label: str
    address: str
    names: Mapping[str, str]
    starts: Sequence[str]
    record: DescentRecord


@dataclass(frozen=True)
class Sketch(Item):
    """Points, arrows, paths and level sets in a plane; `parts` are ordered from back to front."""

    kind: ClassVar[str] = "sketch"
    label: str
    range: Sequence[float]
    axes: Sequence[str]
    parts: Sequence[SketchPart]
    title: str = ""


@dataclass(frozen=True)
class CountPlane(Item):
    """The plane with a number on each point for which the tensor `counts` is not 0.

    To choose the colours, f is multiplied by `colour_scale`.
    """

    kind: ClassVar[str] = "countplane"
    label: str
    counts: str
    levels: Sequence[Level]
    colour_scale: float
