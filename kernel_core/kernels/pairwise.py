"""Points as tables: what kernels ask of them, their distances, and the points of a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_points


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """‖x_i - z_j‖², shape (n, m), for X (n, d), Z (m, d).

    Summed coordinate by coordinate: unlike ‖x‖² + ‖z‖² - 2xᵀz it loses nothing for near points,
    is never negative, exactly symmetric, and exactly 0 for equal points.
    """
    D = np.zeros((len(X), len(Z)))
    for x, z in zip(X.T, Z.T, strict=True):
        difference = np.subtract.outer(x, z)
        D += np.multiply(difference, difference, out=difference)
    return D


def grid_points(gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
    """The points of a grid as rows, shape (len(gy) len(gx), 2), x running fastest."""
    return np.column_stack([np.tile(gx, len(gy)), np.repeat(gy, len(gx))])


def check_plane(
    X: ArrayLike, gx: ArrayLike, gy: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """X (m, 2) and the axes of a grid as floats, or a ValueError that says what is wrong."""
    X, gx, gy = check_points(X), np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"A grid needs points in the plane; these have {X.shape[1]} coordinates.")
    if gx.ndim != 1 or gy.ndim != 1 or not (np.isfinite(gx).all() and np.isfinite(gy).all()):
        raise ValueError("The axes of a grid must be lists of finite numbers.")
    return X, gx, gy
