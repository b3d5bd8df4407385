"""A small picture of points before they are shown: numbers only, nothing a visitor wrote."""

from lab.scene.learning_problem import table_window
from lab.scene.own_points import Points
from lab.ui.palette import THEMES

_W, _H = 300, 250


def sketch(points: Points, theme: str) -> str:
    """The points as SVG, each class in a tone of its own."""
    x0, x1, y0, y1 = table_window(points.X)
    tones = THEMES[theme]
    dots = (
        f'<circle cx="{(x - x0) / (x1 - x0) * _W:.1f}" cy="{(y1 - y) / (y1 - y0) * _H:.1f}" r="2.2"'
        f' fill="{tones[f"class_{k}"]}"/>'
        for (x, y), k in zip(points.X, points.y, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_W} {_H}" width="{_W}"'
        f' height="{_H}"><rect width="{_W}" height="{_H}" fill="{tones["card"]}"/>'
        f"{''.join(dots)}</svg>"
    )
