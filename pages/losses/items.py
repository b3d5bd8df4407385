"""The kind of item that only this page has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Required, TypedDict

from lab.ui.items import Item


class LossCurve(TypedDict, total=False):
    """A curve over the margin. `dash`: its pattern; `at`: where its label stands; `below`: under
    it; `kinks`: margins where it bends or jumps; `chord`: two margins and their values, `convex`:
    the curve is never above it; `under`: from and to where it lies below the count of mistakes."""

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
    """Losses over the margin, with the points on one of them. `z`: margins of the curves; `at`:
    the tensor of the points' places; `current`: the curve with the points, or `follow`: the
    field that names it; `toggles`: buttons hide curves, `name` is the view word that keeps
    which, `off` those hidden at first; `beside`: what is said of the points; `against`: the
    curve that it is compared with; `beyond`: points beyond this margin stand on stems;
    `mirror`: what adds up with the curve to 1, called `total`."""

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
    beside: bool | None = None
    against: str = ""
    off: str = ""
    beyond: float | None = None
    mirror: Sequence[float] | None = None
    total: str = ""
