"""The kinds of items that only this page has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items import ChoiceOption, Item, Series
from lab.ui.items.item import json_field


class CostChart(TypedDict):
    """A chart: `along` is the slider of its horizontal axis, `note` the label of that axis, `label`
    the description of the chart."""

    along: str
    note: str
    title: str
    label: str


class CostedMethod(TypedDict, total=False):
    """One of the two methods, through φ or through K; if `square`, its marks are squares."""

    name: Required[str]
    label: Required[str]
    tone: Required[str]
    square: bool


@dataclass(frozen=True)
class Costs(Item):
    """The cost of an inner product through φ and through K, in charts on log axes.

    `look` is the word that chooses between counts and times. `table` has the counts and the bytes
    of φ(x), a row for each of `sizes`, a column for each of `degrees`. `total` is the number of
    cases that `address` measures; `done` is shown when all are measured. For counts and for times,
    `limits` has the largest number of bytes of φ(x), and `decades` the ends of the vertical axis,
    as powers of ten."""

    kind: ClassVar[str] = "costs"
    look: str
    address: str
    total: int
    sizes: Sequence[int]
    degrees: Sequence[int]
    table: Mapping[str, Sequence[Sequence[float]]]
    limits: Mapping[str, float]
    decades: Mapping[str, Sequence[int]]
    done: str
    charts: Sequence[CostChart]
    methods: Sequence[CostedMethod]


@dataclass(frozen=True)
class Inner(Item):
    """Two points as arrows from the origin, which can be dragged; `reach` is the largest absolute
    value of a coordinate."""

    kind: ClassVar[str] = "inner"
    label: str
    address: str
    reach: float


@dataclass(frozen=True)
class Products(Item):
    """A table that computes φ(x)ᵀφ(x′) and (xᵀx′)^degree term by term."""

    kind: ClassVar[str] = "products"
    label: str


@dataclass(frozen=True)
class Gallery(Item):
    """The switch between the kernels of the gallery; each option sets the parameters of its kernel.
    The picture's frames come from `address`."""

    kind: ClassVar[str] = "gallery"
    field: str
    label: str
    options: Sequence[ChoiceOption]
    address: str
    has_frames: bool = json_field(True)


@dataclass(frozen=True)
class Detail(Item):
    """A switch that only one kernel of the gallery has."""

    kind: ClassVar[str] = "detail"
    field: str
    label: str
    options: Sequence[ChoiceOption]
    view: bool = json_field(False)


@dataclass(frozen=True)
class ExactPlane(Item):
    """The plane of a fit with finitely many features. It shows the boundary of this fit, dotted the
    boundary with the exact kernel, and the line of the slice with its point x′."""

    kind: ClassVar[str] = "exactplane"
    label: str


@dataclass(frozen=True)
class FeatureList(Item):
    """The features of a kernel with their weights, a row for each total degree."""

    kind: ClassVar[str] = "featurelist"
    label: str


@dataclass(frozen=True)
class Through(Item):
    """A slice of the kernel through a point x′. `alongs` names the sliders of x′; each kernel has
    one of them."""

    kind: ClassVar[str] = "through"
    label: str
    alongs: Sequence[str]
    caption: str
    series: Sequence[Series]
