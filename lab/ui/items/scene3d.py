"""The parts of a view in space (`live.space`), each naming tensors of the frame.

A tensor holds one place (3,) or several (P, 3), for each stop or fixed; nothing stands for the
origin. `tone` is a colour of the palette. `on` names a number: the part is shown where it is
above 0.
"""

from collections.abc import Sequence
from typing import Any

Part = dict[str, Any]


def arrow(to: str, label: str, tone: str, start: str = "", **more: Any) -> Part:
    """An arrow, or several, from `start` to `to`; `width` in pixels. Its label stands at its tip,
    or with `beside` at its middle."""
    return {"part": "arrow", "from": start, "to": to, "label": label, "tone": tone} | more


def segment(start: str, to: str, tone: str, **more: Any) -> Part:
    """A dashed line, or several, such as from a point to its shadow."""
    return {"part": "segment", "from": start, "to": to, "tone": tone} | more


def points(at: str, labels: str = "", tone: str = "", **more: Any) -> Part:
    """Marks: × in blue for positive `labels`, ○ in red for negative ones, dots without labels."""
    return {"part": "points", "at": at, "labels": labels, "tone": tone} | more


def patch(u: str, v: str, tone: str, at: str = "", label: str = "", **more: Any) -> Part:
    """A piece of a plane, with the corners at ± u ± v; what lies behind it is seen through it."""
    return {"part": "patch", "at": at, "u": u, "v": v, "tone": tone, "label": label} | more


def curve(along: str, tone: str, **more: Any) -> Part:
    """A line through places (P, 3) in their order; a place of NaN breaks it."""
    return {"part": "curve", "along": along, "tone": tone} | more


def surface(x: str, y: str, z: str, tone: str = "diverging", **more: Any) -> Part:
    """A mesh of heights z (G, G) over x (G,) and y (G,), rows along y; diverging tells its sign."""
    return {"part": "surface", "x": x, "y": y, "z": z, "tone": tone} | more


def axes(
    labels: Sequence[str],
    low: Sequence[float],
    high: Sequence[float],
    at: Sequence[float] = (0, 0, 0),
) -> dict[str, list]:
    """Three axes through `at`, each from its low to its high, with its label at the end."""
    return {"labels": list(labels), "low": list(low), "high": list(high), "at": list(at)}
