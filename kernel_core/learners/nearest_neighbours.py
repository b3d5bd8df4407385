"""Nearest neighbours in feature space, from the kernel alone. 004, "kernelizing ML algorithms".

    ‖φ(x) - φ(z)‖² = K(x, x) - 2 K(x, z) + K(z, z)

For the RBF kernel that is 2 - 2 K(x, z), so the neighbours are those of the plane itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..kernels import grid_points
from ..kernels.base import Kernel
from ..kernels.closure_proof import gram_matrix
from ..losses import Hinge
from ..validation import check_data, check_whole

BLOCK = 1 << 18  # distances held at a time where a grid is filled


def squared_feature_distances(kernel: Kernel, X: ArrayLike, Z: ArrayLike) -> np.ndarray:
    """‖φ(x_i) - φ(z_j)‖² = K(x, x) - 2 K(x, z) + K(z, z), (n, m), for X (n, d), Z (m, d). 004."""
    ends = np.add.outer(kernel.diagonal(X), kernel.diagonal(Z))
    return np.maximum(ends - 2 * kernel(X, Z), 0.0)


@dataclass(frozen=True, eq=False)
class NearestNeighbours:
    """The vote of the nearest examples, in feature space.

    Attributes
    ----------
    X : ndarray of shape (m, d)
        Examples as rows.
    y : ndarray of shape (m,)
        Labels, ±1.
    kernel : Kernel
        The inner product.
    neighbours : int
        How many vote: an odd number.

    Notes
    -----
    004, "kernelizing ML algorithms". Most of the 2h - 1 nearest are positive just where the h-th
    nearest positive is nearer than the h-th nearest negative: the sign of `decision`.

    Examples
    --------
    >>> import kernel_core as kc
    >>> rule = kc.learners.fit_nearest_neighbours([[0.0], [1.0], [5.0]], [1, 1, -1], kc.Linear())
    >>> rule.predict([[0.4], [4.0]]).tolist(), rule.voters([4.0]).tolist()
    ([1.0, -1.0], [2])
    """

    X: np.ndarray
    y: np.ndarray
    kernel: Kernel
    neighbours: int

    def decision(self, Z: ArrayLike) -> np.ndarray:
        """At Z (n, d): squared distance to the h-th negative less that to the h-th positive, (n,).

        ±1 where one class has too few examples ever to win.
        """
        h = (self.neighbours + 1) // 2
        counts = {label: int((self.y == label).sum()) for label in (-1, 1)}
        for label, count in counts.items():
            if count < h:
                return np.full(len(np.asarray(Z)), float(-label))
        D = squared_feature_distances(self.kernel, Z, self.X)
        away = {
            label: np.partition(D[:, self.y == label], h - 1, axis=1)[:, h - 1] for label in counts
        }
        return away[-1] - away[1]

    def on_grid(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """`decision` at (gx_j, gy_k), shape (len(gy), len(gx)): rows are y."""
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        points = grid_points(gx, gy)
        step = max(1, BLOCK // len(self.X))
        blocks = [self.decision(points[i : i + step]) for i in range(0, len(points), step)]
        return np.concatenate(blocks).reshape(len(gy), len(gx))

    def predict(self, Z: ArrayLike) -> np.ndarray:
        """-1 or +1 at the points Z (n, d), shape (n,); a tie goes to +1."""
        return np.where(self.decision(Z) >= 0, 1.0, -1.0)

    def voters(self, z: ArrayLike) -> np.ndarray:
        """The indices of the nearest examples of one point z (d,), the nearest first."""
        D = squared_feature_distances(self.kernel, np.atleast_2d(z), self.X)[0]
        return np.argsort(D, kind="stable")[: self.neighbours]


def fit_nearest_neighbours(
    X: ArrayLike, y: ArrayLike, kernel: Kernel, *, neighbours: int = 1
) -> NearestNeighbours:
    """The nearest-neighbour rule in the feature space of a kernel.

    Parameters
    ----------
    X : array_like of shape (m, d)
        Examples as rows.
    y : array_like of shape (m,)
        Labels, ±1.
    kernel : Kernel
        The inner product.
    neighbours : int
        How many vote: odd, and at most m.

    Returns
    -------
    NearestNeighbours
        The rule.

    Raises
    ------
    ValueError
        For bad input, and for a matrix that is no Gram matrix: without a feature space there are no
        distances in it.

    Notes
    -----
    004, "kernelizing ML algorithms".

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.moons().sample(100, seed=0)
    >>> rule = kc.learners.fit_nearest_neighbours(X, y, kc.RBF(0.5), neighbours=5)
    >>> float((rule.predict(X) == y).mean()) > 0.9
    True
    """
    X, y = check_data(X, y, Hinge())
    neighbours = check_whole(neighbours, "The number of neighbours", 1, len(y))
    if neighbours % 2 == 0:
        raise ValueError(
            f"The number of neighbours must be odd, or votes tie; it was {neighbours}."
        )
    gram_matrix(kernel, X)
    return NearestNeighbours(X, y, kernel, neighbours)
