"""Items that are views: planes, curves, spaces, numbers, legends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Required, TypedDict

from lab.endpoints.static_assets import public_path
from lab.scene.samples.train_test_split import MIN_POINTS_TO_TEST
from lab.ui.items.item import Item, json_field
from lab.ui.items.scene3d import SpaceAxes, SpacePart

PANEL_GRID = 41


class Level(TypedDict, total=False):
    """A level line of f, at the value `f`."""

    f: Required[float]
    label: str


@dataclass(frozen=True)
class Plane(Item):
    """The plane with the data.

    `edit`: whether the points can be moved, added and erased; `make_editable` sets it to True where
    it is None. `slope`: pointing at an example shows the slope of the loss there. `levels`: the
    level lines. `small`: it is one of several planes side by side. `bump`: it shows only the kernel
    function of one example. `kinds`: rings mark support vectors whose coefficient is below its
    bound, squares those at the bound. `slack`: lines show the slack. `marks_drawn_example`: the
    example that the step of a run drew at random is marked.
    """

    kind: ClassVar[str] = "plane"
    label: str
    title: str = ""
    edit: bool | None = None
    slope: bool = False
    levels: Sequence[Level] | None = None
    small: bool = False
    bump: bool = False
    kinds: bool = False
    slack: bool = False
    marks_drawn_example: bool = False


@dataclass(frozen=True)
class Panels(Item):
    """A row of small planes at fixed values of a slider; a click on a plane moves the slider there.
    `fields`: the fields of the scene that all planes change; a click sets these too. `value_names`:
    the fields whose value is in the title, with the labels of their values. `errors`: whether the
    test errors are shown."""

    kind: ClassVar[str] = "panels"
    along: str
    values: Sequence[float]
    title: str
    fields: Mapping[str, str]
    value_names: Mapping[str, Mapping[str, str]] | None = None
    errors: bool = True
    grid: int = json_field(PANEL_GRID)


def panels(
    along: str,
    values: Sequence[float],
    title: str = "",
    *,
    value_names: Mapping[str, Mapping[str, str]] | None = None,
    errors: bool = True,
    **fields: str,
) -> Panels:
    """Return `Panels`; `fields` are the fields of the scene that all planes change."""
    return Panels(along, values, title, fields, value_names, errors)


# The only reason why a test error is missing.
NO_TEST_POINTS = f"(no test points: fewer than {MIN_POINTS_TO_TEST} points)"


class Row(TypedDict, total=False):
    """A number of the shown frame. Its label is followed by a text in small type: `missing` while
    there is no number; else `reference`, another number, as a percentage after `reference_label`;
    else `note`. `optional`: "1" if the row is shown only where the frame has the number."""

    tensor: Required[str]
    label: Required[str]
    format: Required[str]
    note: Required[str]
    reference: str
    reference_label: str
    missing: str
    optional: str


@dataclass(frozen=True)
class Readouts(Item):
    """Numbers of the shown frame, one per row."""

    kind: ClassVar[str] = "readouts"
    page_part: ClassVar[str] = "numbers"
    rows: Sequence[Row]


def readouts(*rows: Row) -> Readouts:
    return Readouts(rows)


def row(tensor: str, label: str, format: str, note: str = "", **options: str) -> Row:
    """Return a read-out of a number of the frame. `format` is one of FORMATS in
    assets/base/format.js, such as percent, number, power or count.

    `options` has further fields of `Row`.
    """
    fields: Row = {"tensor": tensor, "label": label, "format": format, "note": note}
    if label.startswith("Test error") and format == "percent":
        fields["missing"] = NO_TEST_POINTS
    fields.update(options)  # type: ignore[typeddict-item]  # a row may have more texts
    return fields


def basic_rows() -> list[Row]:
    """Return the usual read-outs of a fit."""
    return [
        row("support", "Support vectors", "count"),
        row("train_error", "Training error", "percent"),
        row(
            "test_error", "Test error", "percent", reference="bayes_error", reference_label="Bayes"
        ),
        row("primal", "Objective", "number", "J"),
        row("gap", "Duality gap", "power", "relative"),
    ]


class Series(TypedDict, total=False):
    """A curve of a chart. `x`: the tensor of its abscissae, if these are not the chart's; `at`: the
    position of its label along the curve, from 0 to 1, None for no label; `below`: the label is
    below it; `rows`: the number of curves in the tensor; `may_overflow`: it may leave the picture;
    `jumps`: the line is interrupted at jumps; `fill`: the area under it is filled; `ink`: its
    opacity."""

    tensor: Required[str]
    tone: Required[str]
    label: str
    x: str
    at: float | None
    align: str
    below: bool
    dash: Sequence[float]
    width: float
    ink: float
    fill: bool
    rows: int
    curved: bool
    jumps: bool
    may_overflow: bool


@dataclass(frozen=True)
class Curve(Item):
    """Curves over the stops of a slider, with a marker on each solid curve. With `x` the curves are
    functions over the tensor `x`, one or more for each stop, and are redrawn as the slider moves.
    `along`: the slider, if it is not the moving one; `min_height`: the minimum height of the
    picture; `points`: two tensors, the x and y of dots; `marks`: x, y and tone of further dots;
    `square`: both axes have the same scale; `xlog`: x is on a log scale, as on the slider of the
    same quantity; `fits_each_stop`: the y-axis begins at 0 and fits the curves of each stop."""

    kind: ClassVar[str] = "curve"
    label: str
    x: str = ""
    series: Sequence[Series] = json_field(())
    along: str = ""
    format: str = ""
    min_height: float | None = None
    note: str = ""
    ynote: str = ""
    xticks: Sequence[float] | None = None
    range: Sequence[float] | None = None
    points: Sequence[str] | None = None
    marks: Sequence[Sequence[str]] | None = None
    tall: bool = False
    square: bool = False
    xlog: bool = False
    fits_each_stop: bool = False


def error_curve(*, bayes: bool = True, along: str = "") -> Curve:
    """Return the chart of training, test and, with `bayes`, Bayes error along the moving slider, or
    along the slider `along`.
    """
    series: list[Series] = [
        {"tensor": "test_error", "label": "test", "tone": "negative", "at": 0.12},
        {
            "tensor": "train_error",
            "label": "training",
            "tone": "positive",
            "at": 0.8,
            "below": True,
            "dash": [8, 3],
        },
        {
            "tensor": "bayes_error",
            "label": "Bayes",
            "tone": "muted",
            "at": 0.01,
            "dash": [2, 3],
            "below": True,
        },
    ]
    label = "Errors along the slider"
    if not bayes:
        series, label = series[:2], "Training and test error along the slider"
    return Curve(label, series=series, format="percent", min_height=0.15, along=along)


@dataclass(frozen=True)
class LogCurve(Item):
    """Curves over the stops of the slider `along`, on a log axis; each frame has the whole curves.
    `x`: the tensor of the stops; `decades`: exponents of the lowest and the highest power of ten on
    the axis."""

    kind: ClassVar[str] = "logcurve"
    label: str
    along: str
    x: str
    note: str
    series: Sequence[Series]
    decades: Sequence[int]
    ticks: Sequence[float]
    caption: str = ""
    xlog: bool | None = None
    tall: bool = False


class MapMark(TypedDict):
    """A mark on a map, at a stop of each of its two sliders."""

    shape: Literal["square", "triangle"]
    column: int
    row: int


@dataclass(frozen=True)
class ErrorMap(Item):
    """A map of an error over two sliders, `along` across and `up` upwards. A press sets both.

    `tables`: for each option of the switch `by` a table of errors, with a row for each stop of
    `up`. `marks`: marks besides the rings at the smallest error and at the current setting.
    `format`: the format of an error in the caption.
    """

    kind: ClassVar[str] = "errormap"
    label: str
    along: str
    up: str
    stops: Sequence[float]
    up_stops: Sequence[float]
    by: str
    tables: Mapping[str, Sequence[Sequence[float]]]
    marks: Sequence[MapMark] = json_field(())
    format: str = json_field("number")


@dataclass(frozen=True)
class Slice(Item):
    """The kernel along the horizontal line through the chosen example."""

    kind: ClassVar[str] = "slice"
    label: str


class Ball(TypedDict):
    """A ball, as the part of space that a view shows."""

    centre: Sequence[float]
    radius: float


@dataclass(frozen=True)
class Space(Item):
    """A view in space that can be turned; `lab.ui.items.scene3d` has its parts. `description`: a
    sentence, or one for each stop, that describes the picture, with {tensor} for numbers of the
    shown frame; `home`: azimuth and elevation of the viewpoint in degrees; `turn`: the word of the
    address that stores the viewpoint; `reach`: the ball that is shown, by default one that contains
    the picture at every stop; `zoom`: a magnification; `stretch`: a factor for each axis."""

    kind: ClassVar[str] = "space"
    label: str
    parts: Sequence[SpacePart]
    axes: SpaceAxes | None = None
    description: str | Sequence[str] | None = None
    home: Sequence[float] | None = None
    turn: str = ""
    reach: Ball | None = None
    zoom: float | None = None
    stretch: Sequence[float] | None = None


class BarPart(TypedDict):
    """A part of a stacked bar."""

    tensor: str
    label: str
    tone: str


@dataclass(frozen=True)
class Bars(Item):
    """A stacked bar. `whole`: the tensor that the full length of the bar shows; by default it shows
    the sum of the parts."""

    kind: ClassVar[str] = "bars"
    page_part: ClassVar[str] = "numbers"
    label: str
    parts: Sequence[BarPart]
    format: Literal["", "percent"] = ""
    whole: str = ""


def bars(label: str, **parts: str) -> Bars:
    """Return a stacked bar. `parts`: the label of each part, by the name of its tensor; at most
    three."""
    tones = ("accent", "squared", "logistic")
    named: list[BarPart] = [
        {"tensor": tensor, "label": text, "tone": tone}
        for (tensor, text), tone in zip(parts.items(), tones, strict=False)
    ]
    return Bars(label, named)


@dataclass(frozen=True)
class Vector(Item):
    """The vector in `tensor` as bars about zero.

    `tones`: one for each bar, else all have `tone`. `first`: the index of the first entry.
    `count_of`: the tensor with the number of entries, for which # stands in the title. `start`: the
    tensor of the initial values. `reach`: the largest absolute value on the axis, or `reach_of`:
    the tensor with this value.
    """

    kind: ClassVar[str] = "vector"
    label: str
    tensor: str
    tone: str
    title: str
    tones: Sequence[str] | None = None
    first: int | None = None
    count_of: str = ""
    start: str = ""
    reach: float | None = None
    reach_of: str = ""


@dataclass(frozen=True)
class Entries(Item):
    """A matrix as a table of numbers. `highlights`: the indices of the highlighted rows."""

    kind: ClassVar[str] = "entries"
    tensor: str
    title: str
    label: str
    highlights: Sequence[int] | None = None


@dataclass(frozen=True)
class Comparison(Item):
    """A button that solves the same problem with scikit-learn, and a comparison of the
    solutions."""

    kind: ClassVar[str] = "comparison"
    label: str
    address: str


def comparison() -> Comparison:
    """Return the item that compares the scene's solution with that of scikit-learn."""
    label = "Where the sign of f differs between scikit-learn’s solution and the one shown."
    return Comparison(label, public_path("ask-scikit-learn"))


@dataclass(frozen=True)
class Vote(Item):
    """The plane, with the point at which f is explained; the word `at` of the address has its
    coordinates."""

    kind: ClassVar[str] = "vote"
    label: str
    address: str
    look: str = json_field("Choose x")
    edit: bool | None = None


@dataclass(frozen=True)
class Votes(Item):
    """The contributions α_i K(x_i, x) at the point x of a `Vote`, as bars that lead one after
    another from 0 to f(x)."""

    kind: ClassVar[str] = "votes"
    label: str


class Mark(TypedDict):
    """A mark of the pictures, and its label."""

    mark: str
    label: str


@dataclass(frozen=True)
class Legend(Item):
    """The meaning of the marks of a picture."""

    kind: ClassVar[str] = "legend"
    marks: Sequence[Mark]


def legend(**marks: str) -> Legend:
    return Legend([{"mark": mark, "label": label} for mark, label in marks.items()])


def plane_legend(**more: str) -> Legend:
    """Return the legend of a plane with a fit, and of `more` marks."""
    return legend(
        positive="positive",
        negative="negative",
        zero="f(x) = 0",
        margin="f(x) = ±1",
        ring="support vector",
        bayes="Bayes-optimal",
        **more,
    )
