"""A kink made round, so that Newton's method can pass: the hinge and the perceptron loss, smoothed.

The conjugate of [k - t]₊ is kv on [-1, 0]. Adding (width/2) v² to it bends the loss: quadratic
where k - width < t < k, and lower than [k - t]₊ by width/2 at most. As width goes to 0 the kink
returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .losses import MarginLoss


@dataclass(frozen=True)
class Smoothed(MarginLoss):
    """[k - yz]₊ smoothed over a stretch `width` of the margin yz; k = 1 hinge, k = 0 perceptron."""

    k: float
    width: float
    name: ClassVar[str] = "smoothed"
    smooth: ClassVar[bool] = True

    def phi(self, t: np.ndarray) -> np.ndarray:
        v = self.slope(t)
        return v * t - self.dual(v)

    def slope(self, t: np.ndarray) -> np.ndarray:
        return np.clip((t - self.k) / self.width, -1.0, 0.0)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return self.k * v + 0.5 * self.width * np.square(v)

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        v = self.slope(self.check_labels(y) * z)
        return np.where((v > -1.0) & (v < 0.0), 1.0 / self.width, 0.0)[()]
