"""Draw a small picture as SVG, in coordinates of the plane. Its colours come from the style sheets
of the page."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

WIDTH, HEIGHT, EDGE = 120, 80, 6  # width, height and padding on each side, in units of the SVG


@dataclass
class Drawing:
    """A picture with its marks; `box` is the part of the plane within the padding, as
    (x0, x1, y0, y1)."""

    box: tuple[float, float, float, float]
    marks: list[str] = field(default_factory=list)

    @classmethod
    def around(cls, points: np.ndarray, margin: float) -> "Drawing":
        """Create an empty picture of a box around these points, with a margin and the same scale on
        both axes."""
        low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        width, height = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
        half = max((high[0] - low[0]) / width, (high[1] - low[1]) / height) / 2
        x, y = (low + high) / 2
        return cls((x - half * width, x + half * width, y - half * height, y + half * height))

    def x(self, value: float) -> float:
        low, high = self.box[:2]
        return EDGE + (value - low) / (high - low) * (WIDTH - 2 * EDGE)

    def y(self, value: float) -> float:
        low, high = self.box[2:]
        return HEIGHT - EDGE - (value - low) / (high - low) * (HEIGHT - 2 * EDGE)

    def path(self, places: Iterable[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in places)

    def curve(self, xs: ArrayLike, ys: ArrayLike, kind: str = "zero") -> None:
        """Draw a line through points. Parts outside the picture are not visible."""
        places = [(self.x(a), self.y(b)) for a, b in _pairs(xs, ys)]
        self.marks.append(f'<path class="g-{kind}" d="{self.path(places)}"/>')

    def area(self, xs: ArrayLike, ys: ArrayLike, kind: str = "shade") -> None:
        """Fill the area between a curve and 0."""
        places = [(self.x(a), self.y(b)) for a, b in _pairs(xs, ys)]
        ends = [(places[-1][0], self.y(0)), (places[0][0], self.y(0))]
        self.marks.append(f'<path class="g-{kind}" d="{self.path([*places, *ends])}Z"/>')

    def segment(self, start: ArrayLike, end: ArrayLike, kind: str = "thin") -> None:
        xs, ys = np.transpose([start, end])
        self.curve(xs, ys, kind)

    def examples(self, points: np.ndarray, labels: np.ndarray) -> None:
        """Draw examples as crosses and circles, as on the pages."""
        for (a, b), label in zip(points, labels, strict=True):
            x, y = self.x(a), self.y(b)
            if label > 0:
                arms = f"M{_short(x - 2.6)} {_short(y - 2.6)}l5.2 5.2m0 -5.2l-5.2 5.2"
                self.marks.append(f'<path class="g-positive" d="{arms}"/>')
            else:
                self.ring(a, b, 2.6, "negative")

    def ring(self, a: float, b: float, radius: float = 5.0, kind: str = "ring") -> None:
        place = f'cx="{_short(self.x(a))}" cy="{_short(self.y(b))}" r="{_short(radius)}"'
        self.marks.append(f'<circle class="g-{kind}" {place}/>')

    def bar(self, left: float, right: float, low: float, high: float, kind: str) -> None:
        x, y = self.x(left), self.y(high)
        size = f'width="{_short(self.x(right) - x)}" height="{_short(self.y(low) - y)}"'
        self.marks.append(f'<rect class="g-{kind}" x="{_short(x)}" y="{_short(y)}" {size}/>')

    def cell(self, column: int, row: int, size: float, share: float) -> None:
        """Draw an entry of a matrix as a square with the opacity `share`; `size` includes the gap
        to the next square."""
        left = (WIDTH - HEIGHT) / 2 + EDGE + column * size
        place = f'x="{_short(left)}" y="{_short(EDGE + row * size)}"'
        sides = f'width="{_short(size - 0.6)}" height="{_short(size - 0.6)}"'
        self.marks.append(f'<rect class="g-cell" {place} {sides} opacity="{share:.2f}"/>')

    def symbol(self, name: str) -> str:
        view = f"0 0 {WIDTH} {HEIGHT}"
        inside = "\n".join(self.marks)
        return f'<symbol id="{name}" viewBox="{view}">\n{inside}\n</symbol>'


def _pairs(xs: ArrayLike, ys: ArrayLike) -> list[tuple[float, float]]:
    return list(zip(np.asarray(xs, float), np.asarray(ys, float), strict=True))


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
