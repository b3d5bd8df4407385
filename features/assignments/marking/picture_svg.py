"""Small pictures of answers as SVG: a plane with a boundary or with class regions, or a curve.

The SVG contains only numbers and names of CSS classes, which the report's style sheet defines.
"""

from collections.abc import Iterator

import numpy as np

from lab.scene.pictures.picture_frame import PictureFrame

WIDTH, HEIGHT = 240, 200
_MAX_POINTS = 400  # largest number of points that are drawn, since the picture is small


def picture(tensors: dict[str, np.ndarray]) -> str:
    """Draw a scene from its tensors, which have a single stop. Return "" if they have no plane and
    no curve."""
    if "x" not in tensors:
        return ""
    x, y = (np.asarray(tensors[name], float) for name in ("x", "y"))
    frame = PictureFrame(x, y, WIDTH, HEIGHT)
    maps = [name for name in tensors if name.startswith("map_")]
    if "field" in tensors:
        field = np.asarray(tensors["field"][0], float)
        background = [_region((field > 0), "p"), _region((field < 0), "n"), _boundary(frame, field)]
    elif maps:
        classes = np.asarray(tensors[maps[0]][0], int) % 16
        background = [_region(classes == k, f"c{k}") for k in np.unique(classes)]
    else:
        background = [_curve(x, np.asarray(tensors["fit"][0], float), frame)]
    dots = _dots(tensors, frame, is_two_class="field" in tensors)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="The solution of the answer">'
        f"{''.join(background)}{''.join(dots)}</svg>"
    )


def _number_text(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _region(mask: np.ndarray, name: str) -> str:
    """Draw the grid cells where `mask` is true, as one path. The first row is the lowest."""
    rows, columns = mask.shape
    cell_width, cell_height = WIDTH / columns, HEIGHT / rows
    parts = []
    for row, line in enumerate(mask):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        top = _number_text(HEIGHT - (row + 1) * cell_height)
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            width = _number_text((end - start) * cell_width)
            left, height = _number_text(start * cell_width), _number_text(cell_height)
            parts.append(f"M{left} {top}h{width}v{height}h-{width}z")
    return f'<path class="{name}" d="{"".join(parts)}"/>'


def _boundary(frame: PictureFrame, field: np.ndarray) -> str:
    return f'<path class="zero" d="{frame.level(field)}"/>'


def _curve(x: np.ndarray, fit: np.ndarray, frame: PictureFrame) -> str:
    places = [_place(a, b, frame) for a, b in zip(x, fit, strict=True)]
    steps = "L".join(f"{_number_text(a)} {_number_text(b)}" for a, b in places)
    return f'<path class="zero" d="M{steps}"/>'


def _place(x: float, y: float, frame: PictureFrame) -> tuple[float, float]:
    """Convert a point to SVG units, clipped to just outside the picture."""
    x_units, y_units = frame.at(x, y)
    return float(np.clip(x_units, -9, WIDTH + 9)), float(np.clip(y_units, -9, HEIGHT + 9))


def _dots(
    tensors: dict[str, np.ndarray], frame: PictureFrame, *, is_two_class: bool
) -> Iterator[str]:
    """Draw the points as dots, one path for each class."""
    points, labels = tensors["points"][:_MAX_POINTS], tensors["labels"][:_MAX_POINTS]
    for label in np.unique(labels):
        name = ("pd" if label > 0 else "nd") if is_two_class or label < 0 else f"d{label:.0f}"
        class_points = points[labels == label]
        places = (_place(a, b, frame) for a, b in np.asarray(class_points, float))
        path = "".join(f"M{_number_text(a)} {_number_text(b)}h0" for a, b in places)
        yield f'<path class="{name}" d="{path}"/>'
