"""The kind of item that only this page has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items import Item


class LossCurve(TypedDict, total=False):
    """A curve over the margin.

    `dash` is its pattern; `at` the place of its label, which is under the curve with `below`;
    `kinks` has the margins where it bends or jumps; `chord` two margins and their values, and
    `convex` says that the curve is never above that chord; `under` has the margins between which
    it lies below the zero-one loss."""

    name: Required[str]
    label: Required[str]
    tone: Required[str]
    values: Required[Sequence[float]]
    at: float
    below: bool
    dash: Sequence[float]
    kinks: Sequence[float]
    chord: Sequence[float]
    convex: bool
    jumps: bool
    slopes: Sequence[float]
    under: Sequence[float]


@dataclass(frozen=True)
class OnCurve(Item):
    """Losses over the margin, with the points on one of them.

    `z` has the margins of the curves; `at` is the tensor of the points' places; `current` names
    the curve with the points, or `follow` the field that names it; with `toggles`, buttons hide
    curves: the view word `name` stores which, `off` has those hidden at first; `has_caption` adds
    sentences about the points; `against` is the curve to compare with; points beyond the margin
    `beyond` are on stems; `mirror` adds up with the curve to 1, which is labelled `total`."""

    kind: ClassVar[str] = "oncurve"
    label: str
    z: Sequence[float]
    curves: Sequence[LossCurve]
    range: Sequence[float]
    at: str
    note: str
    tall: bool = False
    follow: str = ""
    current: str = ""
    toggles: bool | None = None
    has_caption: bool | None = None
    against: str = ""
    off: str = ""
    beyond: float | None = None
    mirror: Sequence[float] | None = None
    total: str = ""
