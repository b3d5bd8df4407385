"""The kind of item that only this page has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items import Item


class LossCurve(TypedDict, total=False):
    """A curve over the margin or over f(x).

    `dash` is the pattern of its line, in pixels. `at` is the position of its label along the curve,
    from 0 to 1; the label is under the curve if `below`. `kinks` has the margins where the curve
    or its slope jumps. `chord` has two margins and the values there; if `convex`, the curve is
    never above that chord. `jumps`: whether the curve is a step function. `slopes` has the slopes
    at the same margins as `values`. `under` has the margins between which the curve is below the
    zero-one loss; it is empty if there are none."""

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
    """Curves over the margin or over f(x), with the training points on one of them.

    `at` is the quantity on the horizontal axis: "margin", or "decision" for f(x); `z` has its
    values, at which the curves are tabulated. `range` has the ends of both axes. The points lie on
    the curve that `current` names or, with `follow`, on the one that this field of the scene names;
    it is always visible. `off` has the names of the other curves that are hidden at first, joined
    by dots. With `toggles`, buttons show and hide curves, and the word `name` of the address stores
    which are hidden. `has_caption` adds sentences about the curve with the points, and `against`
    names a curve to compare it with. Points beyond the margin `beyond` have stems, except where the
    loss is 0. With `mirror`, negative points lie on the curve of these values, which are 1 minus
    those of `current`. `total` is the label of the sum of the curves."""

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
