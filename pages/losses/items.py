"""The kind of item that only this page has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items import Item


class LossCurve(TypedDict, total=False):
    """A curve over the margin.

    `dash` is its pattern. `at` is the position of its label, which is under the curve if `below`.
    `kinks` has the margins where the curve bends or jumps. `chord` has two margins and the values
    there; if `convex`, the curve is never above that chord. `slopes` has the slopes at the margins.
    `under` has the margins between which the curve is below the zero-one loss."""

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
    """Losses over the margin, with the training points on one of the curves.

    `z` has the margins of the curves. `at` is the tensor of the points' positions. `current` names
    the curve with the points, or `follow` names the field that names it. With `toggles`, buttons
    hide curves: the word `name` of the address stores which, and `off` names those hidden at first.
    `has_caption` adds sentences about the curve with the points; `against` names a curve to compare
    it with. Points beyond the margin `beyond` have stems. Negative points lie on the curve with the
    values `mirror`, if any, which adds up with `current` to 1; the sum is labelled `total`."""

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
