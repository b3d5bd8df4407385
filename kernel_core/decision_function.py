"""A decision function as a kernel expansion: the base class of `Solution` and `HardMargin`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .kernels.base import Kernel


@dataclass(frozen=True, eq=False)
class KernelDecisionFunction:
    """f(z) = wᵀφ(z) + b with w = Σ_i alpha_i φ(x_i), so f(z) = Σ_i alpha_i K(z, x_i) + intercept.

    The shapes are X (m, d), y (m,) and alpha (m,).
    """

    X: np.ndarray
    y: np.ndarray
    kernel: Kernel
    alpha: np.ndarray
    intercept: float

    def decision(self, Z: ArrayLike) -> np.ndarray:
        """Return f at the points Z (n, d), shape (n,)."""
        return self.kernel(Z, self.X) @ self.alpha + self.intercept

    def on_grid(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return f at the nodes (gx_j, gy_k) of a grid in the plane, (len(gy), len(gx)); row k has
        y = gy_k."""
        return self.kernel.on_grid(self.X, self.alpha, gx, gy) + self.intercept

    def predict(self, Z: ArrayLike) -> np.ndarray:
        """Return the sign of f at the points Z (n, d) as +1 or -1, shape (n,); +1 for f = 0."""
        return np.where(self.decision(Z) >= 0, 1.0, -1.0)

    @property
    def support(self) -> np.ndarray:
        """The indices of the support vectors, alpha_i != 0."""
        return np.flatnonzero(self.alpha)

    @property
    def norm2(self) -> float:
        """‖w‖² = alphaᵀK alpha, which the notes write as ‖θ‖²."""
        return float(self.alpha @ self.kernel(self.X, self.X) @ self.alpha)
