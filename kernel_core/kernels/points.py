"""Points as tables: what kernels ask of them, their distances, and the points of a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


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


def check_points(X: ArrayLike) -> np.ndarray:
    """X as floats of shape (n, d), or a ValueError that says what is wrong with it."""
    try:
        points = np.asarray(X, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(
            "Points must be numbers, one row a point, all rows equally long."
        ) from None
    if points.ndim != 2 or points.shape[1] == 0:
        raise ValueError(
            f"Points must come as a table with one row a point, shape (n, d); this one has shape "
            f"{points.shape}. For points on a line write x[:, None]."
        )
    if not np.isfinite(points).all():
        raise ValueError("Points must be finite numbers; some of these are NaN or infinite.")
    return points


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
