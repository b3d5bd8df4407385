"""Items for a fit as a sum of terms α_i K(x_i, ·): the function, its terms and coefficients, and
the Gram matrix."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from lab.scene.fields import LINES, SOURCES
from lab.ui.items.controls import Choice, fields_switch, kernel_options, option
from lab.ui.items.item import Item, json_field
from lab.ui.items.layout import AnyItem, only_where
from lab.wire.representer_tensors import MAX_POINTS


@dataclass(frozen=True)
class FitLine(Item):
    """The function f over the line, with its data. `edit`: whether the data can be edited; `least`:
    the number of points that must remain."""

    kind: ClassVar[str] = "fitline"
    label: str
    edit: bool = json_field(True)
    least: int = 0


@dataclass(frozen=True)
class Bumps(Item):
    """The terms α_i K(x_i, ·) over the line, stacked on the intercept, and their sum f."""

    kind: ClassVar[str] = "bumps"
    label: str


@dataclass(frozen=True)
class Hill(Item):
    """The function f over the plane. For kernels of the distance alone, a ring shows where the term
    of the marked example falls to half its height."""

    kind: ClassVar[str] = "hill"
    label: str
    edit: bool | None = None


@dataclass(frozen=True)
class Hills(Item):
    """The terms α_i K(x_i, ·) with α_i ≠ 0 over the plane. For kernels of the distance alone, a
    ring shows where each falls to half its height. Colours show the term of the marked example."""

    kind: ClassVar[str] = "hills"
    label: str


@dataclass(frozen=True)
class Weights(Item):
    """The coefficients α_i as bars, each under its example."""

    kind: ClassVar[str] = "weights"
    label: str


@dataclass(frozen=True)
class GramMatrix(Item):
    """The Gram matrix of at most `max_points` points, with rows and columns in the order of x.
    `similarity`: the letter of the function, where it need not be a kernel; `centred`: whether the
    matrix is K̃, that of the centred features."""

    kind: ClassVar[str] = "matrix"
    label: str
    max_points: int = json_field(MAX_POINTS)
    similarity: str = ""
    centred: bool = False


@dataclass(frozen=True)
class Diagonal(Item):
    """The coefficients α_i, plotted against those of the representer theorem. If the word of the
    address that `look` names has the value `unscaled`, the theorem's coefficients lack the factor
    1/m. `notes`: the formula of these coefficients, with this factor and without."""

    kind: ClassVar[str] = "diagonal"
    label: str
    look: str = json_field("")
    unscaled: str = json_field("-")
    notes: Sequence[str] = json_field(("−L′(f(xᵢ), yᵢ) / (λm)", "−L′(f(xᵢ), yᵢ) / λ"))
    max_points: int = json_field(MAX_POINTS)


def on_line(item: AnyItem) -> AnyItem:
    return only_where(item, data=LINES)


def in_plane(item: AnyItem) -> AnyItem:
    return only_where(item, data=SOURCES)


def ground_switch(on_a_line: tuple[str, int], in_the_plane: tuple[str, int]) -> Choice:
    """Return the switch between data on a line and data in the plane, each given by its source and
    its number of points."""
    (line, m), (plane, n) = on_a_line, in_the_plane
    return fields_switch(
        "data",
        option(line, "On a line", aliases=LINES, m=str(m)),
        option(plane, "In the plane", aliases=SOURCES, m=str(n)),
    )


def kernel_switch(**start: str) -> Choice:
    """Return the switch between kernels; `start` sets their parameters."""
    return fields_switch("kernel", *kernel_options("rbf", "linear", "poly", **start))
