"""Well-known functions of two points that formulas may contain but that are not kernels."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from kernel_core.kernels import Candidate, parameter, squared_distances


@dataclass(frozen=True)
class SquaredDistance(Candidate):
    """‖x - z‖². The Gram matrix of two points has the eigenvalues ±‖x_1 - x_2‖² (note 001,
    "Examples which are not kernels")."""

    reason: ClassVar[str] = "‖x−x′‖²"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return squared_distances(X, Z)

    def _separable(
        self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        x, y = (np.subtract.outer(g, c) ** 2 for g, c in zip((gx, gy), X.T, strict=True))
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class NegativeDistance(Candidate):
    """-‖x - z‖. The value is largest for equal points, but the Gram matrix of two points has the
    eigenvalues ±‖x_1 - x_2‖."""

    reason: ClassVar[str] = "−‖x−x′‖"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return -np.sqrt(squared_distances(X, Z))


@dataclass(frozen=True)
class Tanh(Candidate):
    """tanh(a xᵀz + c), called the sigmoid kernel. For c < 0 it is not a kernel: K(0, 0) < 0.

    B. Schölkopf and A. J. Smola, Learning with Kernels, 2002.
    """

    a: float = parameter(1.0, low=-inf)
    c: float = parameter(0.0, low=-inf)
    reason: ClassVar[str] = "tanh"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.tanh(self.a * (X @ Z.T) + self.c)


@dataclass(frozen=True)
class MinOnRealLine(Candidate):
    """min{x, z} on the whole line: the kernel `Min` for x, z >= 0, but not a kernel on all of ℝ.

    Note 000, section 3, has min{x, z} for x in ℝ; but the Gram matrix of the single point -1 is -1.
    """

    reason: ClassVar[str] = "min of negative numbers"

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        if X.shape[1] != 1:
            raise ValueError(
                f"min{{x, z}} is for points on a line, with one coordinate; "
                f"these have {X.shape[1]}."
            )
        return np.minimum.outer(X[:, 0], Z[:, 0])
