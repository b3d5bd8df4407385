"""The parts of a view in space (`Space`), each naming tensors of the frame.

A tensor of points has the shape (3,) or (P, 3), for each stop or for all stops; the name "" stands
for the origin. `tone` is a colour of the palette. `on` names a number of the frame: the part is
shown while this number is above 0.
"""

from collections.abc import Sequence
from typing import Any, Literal, Required, TypedDict


class SpaceAxes(TypedDict):
    """Three axes through `at`, each from its number in `low` to its number in `high`, with its
    label at the end."""

    labels: Sequence[str]
    low: Sequence[float]
    high: Sequence[float]
    at: Sequence[float]


# TypedDict is called as a function, since the key “from” is a reserved word in Python.
SpacePart = TypedDict(
    "SpacePart",
    {
        "part": Required[Literal["arrow", "segment", "points", "patch", "curve", "surface"]],
        "tone": Required[str], "on": str, "label": str, "width": float, "from": str, "to": str,
        "middle_label": bool, "at": str, "labels": str, "u": str, "v": str, "along": str, "x": str,
        "y": str, "z": str, "fill": float, "edge": float,
    },
    total=False,
)  # fmt: skip


def arrow(to: str, label: str, tone: str, start: str = "", **options: Any) -> SpacePart:
    """Return one arrow or several, from `start` to `to`, with `width` in pixels.

    The label is at the tip of the arrow, or with `middle_label` at its middle.
    """
    return _part({"part": "arrow", "from": start, "to": to, "label": label, "tone": tone}, options)


def segment(start: str, to: str, tone: str, **options: Any) -> SpacePart:
    """Return one dashed line or several, for example from a point to its projection."""
    return _part({"part": "segment", "from": start, "to": to, "tone": tone}, options)


def points(at: str, labels: str = "", tone: str = "", **options: Any) -> SpacePart:
    """Return marks: × in blue for positive `labels`, ○ in red for negative labels, dots
    without labels.
    """
    return _part({"part": "points", "at": at, "labels": labels, "tone": tone}, options)


def patch(u: str, v: str, tone: str, at: str = "", label: str = "", **options: Any) -> SpacePart:
    """Return a translucent piece of a plane with the corners `at` ± u ± v."""
    return _part({"part": "patch", "at": at, "u": u, "v": v, "tone": tone, "label": label}, options)


def curve(along: str, tone: str, **options: Any) -> SpacePart:
    """Return a line through the points `along` (P, 3) in their order; NaN interrupts it."""
    return _part({"part": "curve", "along": along, "tone": tone}, options)


def surface(x: str, y: str, z: str, tone: str = "diverging", **options: Any) -> SpacePart:
    """Return a mesh of heights z (G, G) over x (G,) and y (G,); row k of z has y = y_k.

    With a diverging tone, the colour shows the sign of z.
    """
    return _part({"part": "surface", "x": x, "y": y, "z": z, "tone": tone}, options)


def axes(
    labels: Sequence[str],
    low: Sequence[float],
    high: Sequence[float],
    at: Sequence[float] = (0, 0, 0),
) -> SpaceAxes:
    """Return three axes through `at`, each from its number in `low` to its number in `high`, with
    its label at the end."""
    return {"labels": list(labels), "low": list(low), "high": list(high), "at": list(at)}


def _part(part: SpacePart, options: dict[str, Any]) -> SpacePart:
    if unknown_keys := options.keys() - SpacePart.__annotations__.keys():
        raise TypeError(f"A part in space has no {', '.join(sorted(unknown_keys))}.")
    part.update(options)  # type: ignore[typeddict-item]  # its keys are checked
    return part
