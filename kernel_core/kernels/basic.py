"""The kernels that the notes begin with: linear, RBF, and a constant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .arguments import number
from .base import Kernel, Terms
from .points import squared_distances


@dataclass(frozen=True)
class Linear(Kernel):
    """K(x, z) = xᵀz: the attributes are the features."""

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return X @ Z.T

    def feature_count(self, d: int) -> int:
        return d

    def _features(self, X: np.ndarray) -> np.ndarray:
        return X.copy()

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        x, y = np.outer(gx, X[:, 0]), np.outer(gy, X[:, 1])
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class Constant(Kernel):
    """K(x, z) = c for c >= 0: one feature, √c everywhere. Added to a kernel it is a bias."""

    c: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "c", number(self.c, "c", "from 0 on"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.full((len(X), len(Z)), self.c)

    def feature_count(self, d: int) -> int:
        return 1

    def _features(self, X: np.ndarray) -> np.ndarray:
        return np.full((len(X), 1), self.c**0.5)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        return [(np.full((len(gx), len(X)), self.c), np.ones((len(gy), len(X))))]


@dataclass(frozen=True)
class RBF(Kernel):
    """K(x, z) = exp(-‖x - z‖² / 2τ²), 000 eq. (4); tau > 0 is the bandwidth."""

    tau: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tau", number(self.tau, "tau", "above 0"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.bell(squared_distances(X, Z))

    def bell(self, D: np.ndarray) -> np.ndarray:
        """exp(-D / 2τ²) for squared distances D of any shape, in place: D itself is overwritten.

        Dividing twice keeps a tiny τ² from vanishing.
        """
        D /= -2 * self.tau
        D /= self.tau
        return np.exp(D, out=D)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Terms:
        return [
            (
                self.bell(np.subtract.outer(gx, X[:, 0]) ** 2),
                self.bell(np.subtract.outer(gy, X[:, 1]) ** 2),
            )
        ]
