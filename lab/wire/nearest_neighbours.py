"""Find the nearest neighbour in feature space from kernel values alone (note 004, "kernelizing ML
algorithms").

    ‖φ(x) - φ(z)‖² = K(x, x) - 2 K(x, z) + K(z, z)

For the RBF kernel the squared distance is 2 - 2 K(x, z), so the nearest neighbours are the same as
in the plane.
"""

from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from kernel_core.kernels import gram_matrix, grid_points

BLOCK = 1 << 18  # largest number of distances in memory at a time


def squared_feature_distances(kernel: kc.Kernel, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Return ‖φ(x_i) - φ(z_j)‖² = K(x, x) - 2 K(x, z) + K(z, z), (n, m), for X (n, d), Z (m, d)
    (note 004)."""
    ends = np.add.outer(kernel.diagonal(X), kernel.diagonal(Z))
    return np.maximum(ends - 2 * kernel(X, Z), 0.0)


@dataclass(frozen=True, eq=False)
class NearestNeighbour:
    """The nearest-neighbour classifier in feature space, for X (m, d) and y (m,) of ±1.

    Raises ValueError where the kernel matrix is not positive semidefinite, since then there is no
    feature space.
    """

    X: np.ndarray
    y: np.ndarray
    kernel: kc.Kernel

    def __post_init__(self) -> None:
        gram_matrix(self.kernel, self.X)

    def decision(self, Z: np.ndarray) -> np.ndarray:
        """Return, for each point of Z (n, d), the squared distance to the nearest negative example
        minus the squared distance to the nearest positive example, (n,).

        If there is only one class, all values are its label.
        """
        if (self.y == self.y[0]).all():
            return np.full(len(Z), float(self.y[0]))
        D = squared_feature_distances(self.kernel, Z, self.X)
        return D[:, self.y == -1].min(axis=1) - D[:, self.y == 1].min(axis=1)

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        """Return `decision` at (gx_j, gy_k), shape (len(gy), len(gx)): rows along y."""
        points = grid_points(gx, gy)
        step = max(1, BLOCK // len(self.X))
        blocks = [self.decision(points[i : i + step]) for i in range(0, len(points), step)]
        return np.concatenate(blocks).reshape(len(gy), len(gx))
