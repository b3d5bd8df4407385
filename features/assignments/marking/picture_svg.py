"""A small picture of an answer as SVG: the plane with its boundary, or the curve on its line.

Only numbers go into it, and names of classes of the report's own style sheet.
"""

from collections.abc import Iterator

import numpy as np

from lab.scene.pictures.picture_frame import PictureFrame

WIDTH, HEIGHT = 240, 200
_MAX_POINTS = 400  # more can't be told apart in so small a picture


def picture(tensors: dict[str, np.ndarray]) -> str:
    """The picture of a scene's one stop, from the tensors that the page draws it from; empty where
    these are no curve and no plane."""
    if "x" not in tensors:
        return ""
    x, y = (np.asarray(tensors[name], float) for name in ("x", "y"))
    frame = PictureFrame(x, y, WIDTH, HEIGHT)
    maps = [name for name in tensors if name.startswith("map_")]
    if "field" in tensors:
        field = np.asarray(tensors["field"][0], float)
        ground = [_region((field > 0), "p"), _region((field < 0), "n"), _boundary(frame, field)]
    elif maps:
        chosen = np.asarray(tensors[maps[0]][0], int) % 16
        ground = [_region(chosen == k, f"c{k}") for k in np.unique(chosen)]
    else:
        ground = [_curve(x, np.asarray(tensors["fit"][0], float), frame)]
    dots = _dots(tensors, frame, two="field" in tensors)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
        f"{''.join(ground)}{''.join(dots)}</svg>"
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _region(inside: np.ndarray, name: str) -> str:
    """The cells of a grid, row by row, as one path of rectangles; the first row is the lowest."""
    rows, columns = inside.shape
    wide, high = WIDTH / columns, HEIGHT / rows
    parts = []
    for row, line in enumerate(inside):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        top = _number(HEIGHT - (row + 1) * high)
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            width = _number((end - start) * wide)
            parts.append(f"M{_number(start * wide)} {top}h{width}v{_number(high)}h-{width}z")
    return f'<path class="{name}" d="{"".join(parts)}"/>'


def _boundary(frame: PictureFrame, field: np.ndarray) -> str:
    return f'<path class="zero" d="{frame.level(field)}"/>'


def _curve(x: np.ndarray, fit: np.ndarray, frame: PictureFrame) -> str:
    places = [_place(a, b, frame) for a, b in zip(x, fit, strict=True)]
    steps = "L".join(f"{_number(a)} {_number(b)}" for a, b in places)
    return f'<path class="zero" d="M{steps}"/>'


def _place(x: float, y: float, frame: PictureFrame) -> tuple[float, float]:
    """A place, and for one far outside the picture one that is just outside."""
    across, down = frame.at(x, y)
    return float(np.clip(across, -9, WIDTH + 9)), float(np.clip(down, -9, HEIGHT + 9))


def _dots(tensors: dict[str, np.ndarray], frame: PictureFrame, *, two: bool) -> Iterator[str]:
    """The points, one path of round ends for each class."""
    points, labels = tensors["points"][:_MAX_POINTS], tensors["labels"][:_MAX_POINTS]
    for label in np.unique(labels):
        name = ("pd" if label > 0 else "nd") if two or label < 0 else f"d{label:.0f}"
        chosen = points[labels == label]
        places = (_place(a, b, frame) for a, b in np.asarray(chosen, float))
        path = "".join(f"M{_number(a)} {_number(b)}h0" for a, b in places)
        yield f'<path class="{name}" d="{path}"/>'
