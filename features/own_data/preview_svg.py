"""Draw a small preview of points as SVG. It contains no text from the visitor's table."""

from lab.scene.learning_problem import table_window
from lab.scene.own_points import Points
from lab.ui.palette import THEMES

_W, _H = 300, 250
_RADIUS = 3  # radius of a mark in px
_OTHER_CLASSES = "rest"


def sketch(points: Points, theme: str, classes: str = "") -> str:
    """Return an SVG of the points, each class in its own colour.

    `classes` selects a negative and a positive class, written as in the scene's field: then the
    points are red circles and blue crosses, and all other points are left out.
    """
    x0, x1, y0, y1 = table_window(points.X)
    tones = THEMES[theme]
    marks = (
        _mark((x - x0) / (x1 - x0) * _W, (y1 - y) / (y1 - y0) * _H, int(k), classes, tones)
        for (x, y), k in zip(points.X, points.y, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_W} {_H}" width="{_W}"'
        f' height="{_H}"><rect width="{_W}" height="{_H}" fill="{tones["card"]}"/>'
        f"{''.join(marks)}</svg>"
    )


def _mark(px: float, py: float, k: int, classes: str, tones: dict[str, str]) -> str:
    negative_class, _, positive_class = classes.partition(",")
    start = f"{px - _RADIUS:.1f} {py - _RADIUS:.1f}"
    if not classes:
        return f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{_RADIUS}" fill="{tones[f"class_{k}"]}"/>'
    if positive_class == f"{k}":
        d = f"M{start}l{2 * _RADIUS} {2 * _RADIUS}m0 {-2 * _RADIUS}l{-2 * _RADIUS} {2 * _RADIUS}"
        return f'<path d="{d}" stroke="{tones["positive"]}" stroke-width="1.5"/>'
    if negative_class in (_OTHER_CLASSES, f"{k}"):
        return (
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{_RADIUS}" fill="none"'
            f' stroke="{tones["negative"]}" stroke-width="1.5"/>'
        )
    return ""
