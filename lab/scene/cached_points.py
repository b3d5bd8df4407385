"""Points and grids at which classifiers are evaluated, with cached values of the kernel.

A cache is replaced by a single assignment, so that several threads can use it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel
from kernel_core.kernels import grid_points
from kernel_core.multiclass import MultiSolution, Predictions

# For each separable term, a table in x and a table in y.
Tables = list[tuple[np.ndarray, np.ndarray]]


class CachedPoints:
    """Points Z (n, d) at which classifiers are evaluated. The matrix K(X, Z) is cached for one
    kernel and one X."""

    def __init__(self, Z: ArrayLike) -> None:
        self.points = np.asarray(Z, dtype=float)
        self._cached: tuple[Kernel, np.ndarray, np.ndarray] | None = None

    def keep(self, kernel: Kernel, X: np.ndarray, K: np.ndarray) -> None:
        """Store K = K(X, Z), shape (m, n)."""
        self._cached = kernel, X, K

    def values(self, kernel: Kernel, X: np.ndarray, alpha: np.ndarray) -> np.ndarray:
        """Return Σ_i alpha_bi K(z, x_i) for alpha (B, m): shape (B, n)."""
        cached = self._cached
        if cached is None or kernel is not cached[0] or X is not cached[1]:
            cached = kernel, X, kernel(X, self.points)
            self._cached = cached
        return alpha @ cached[2]


class CachedGrid:
    """The grid points (gx_j, gy_k) as rows, x running fastest, with the tables of a separable
    kernel. Such a kernel is a sum of products f(gx) g(gy), so two small tables for each product
    replace the whole matrix.
    """

    def __init__(self, gx: ArrayLike, gy: ArrayLike) -> None:
        self.gx, self.gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        self.points = grid_points(self.gx, self.gy)
        self.shape = (len(self.gy), len(self.gx))
        self._cached: tuple[Kernel, np.ndarray, Tables | None] | None = None

    def values(self, kernel: Kernel, X: np.ndarray, alpha: np.ndarray) -> np.ndarray:
        """Return the same fields as Kernel.on_grid, shape (B, len(gy) len(gx)) for alpha (B, m).

        The tables of a separable kernel are cached while kernel and X stay the same. Each
        classifier uses only the rows of its support vectors.
        """
        cached = self._cached
        if cached is None or kernel is not cached[0] or X is not cached[1]:
            cached = kernel, X, self._split(kernel, X)
            self._cached = cached
        tables = cached[2]
        if tables is None:
            return kernel.on_grid(X, alpha, self.gx, self.gy).reshape(len(alpha), -1)
        return kernel.finite_values(lambda: self._fields(alpha, tables))

    def _fields(self, alpha: np.ndarray, tables: Tables) -> np.ndarray:
        fields = np.zeros((len(alpha), *self.shape))
        for row, field in zip(alpha, fields, strict=True):
            support = np.flatnonzero(row)
            for Tx, Ty in tables:
                field += (Ty.take(support, 0) * row[support, None]).T @ Tx.take(support, 0)
        return fields.reshape(len(alpha), -1)

    def _split(self, kernel: Kernel, X: np.ndarray) -> Tables | None:
        """Return the kernel's tables, a row for each point of X; None if it is not separable, or if
        evaluation by its features is cheaper."""
        M = kernel.feature_count(2)
        terms = None if M is not None and len(X) >= M else kernel.separable(X, self.gx, self.gy)
        if terms is None:
            return None
        return [(np.ascontiguousarray(Tx.T), np.ascontiguousarray(Ty.T)) for Tx, Ty in terms]


def decide_at(
    place: CachedPoints | CachedGrid, solution: MultiSolution, ties: str = "random", seed: int = 0
) -> Predictions:
    """Return a solution's decisions at cached points; all its classifiers are evaluated together.

    `ties`: the rule for undecided points, "score" or "random"; `seed` determines random choices.
    """
    f = place.values(solution.kernel, solution.X, solution.alpha) + solution.intercept[:, None]
    return solution.decide_values(f, place.points, ties, seed)
