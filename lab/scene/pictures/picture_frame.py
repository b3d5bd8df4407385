"""Map coordinates of a still picture to pixels."""

from dataclasses import dataclass

import numpy as np

from lab.scene.pictures import level_curves


@dataclass(frozen=True)
class PictureFrame:
    """A map from coordinates to pixels.

    The picture contains the coordinates of the grid axes `x` and `y`. Its `width`, its `height` and
    the margin `edge` are in pixels. With `equal` both axes have the same scale.
    """

    x: np.ndarray
    y: np.ndarray
    width: float
    height: float
    edge: float = 0.0
    equal: bool = False

    def at(self, x: float, y: float) -> tuple[float, float]:
        x_range, y_range = (float(np.ptp(axis)) or 1.0 for axis in (self.x, self.y))
        sx, sy = (self.width - 2 * self.edge) / x_range, (self.height - 2 * self.edge) / y_range
        if self.equal:
            sx = sy = min(sx, sy)
        left, low = (self.width - sx * x_range) / 2, (self.height - sy * y_range) / 2
        across, up = sx * (x - float(self.x.min())), sy * (y - float(self.y.min()))
        return left + across, self.height - low - up

    def level(self, field: np.ndarray, digits: int = 1) -> str:
        """Return the zero level of a field over the grid of `x` and `y` as an SVG path, whose
        coordinates have `digits` decimal places."""

        def text(row: float, column: float) -> str:
            x = float(np.interp(column, np.arange(len(self.x)), self.x))
            y = float(np.interp(row, np.arange(len(self.y)), self.y))
            return " ".join(f"{v:.{digits}f}" for v in self.at(x, y))

        paths = ("L".join(text(*place) for place in curve) for curve in level_curves.curves(field))
        return "".join(f"M{curve}" for curve in paths)
