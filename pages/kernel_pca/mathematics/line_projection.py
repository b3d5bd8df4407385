"""PCA in the plane: points projected on a line through their mean (notes 001 and 004).

With centred points z_i and a unit direction u the variance along the line is
(1/m) Σ (uᵀz_i)² = uᵀSu, where S = (1/m) Σ z_i z_iᵀ is the covariance matrix. The mean squared
distance to the line is tr S - uᵀSu: where the variance is largest, the distance is smallest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def directions(degrees: ArrayLike) -> np.ndarray:
    """Return the unit vectors (S, 2) at the angles `degrees` (S,) from the first axis.

    Examples
    --------
    >>> directions([0, 90]).round(6).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    turn = np.deg2rad(np.asarray(degrees, dtype=float))
    return np.column_stack([np.cos(turn), np.sin(turn)])


def variances_along(X: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Compute the variances (S,) of the points X (m, 2) along unit directions u (S, 2).

    Notes
    -----
    The variance is uᵀSu with the covariance matrix S, here centred and divided by m; note 001 has
    XᵀX.

    Examples
    --------
    >>> variances_along(np.array([[0.0, 1.0], [2.0, 1.0]]), np.eye(2)).tolist()
    [1.0, 0.0]
    """
    centred = X - X.mean(axis=0)
    return np.square(centred @ u.T).mean(axis=0)


def turn_right(u: np.ndarray) -> np.ndarray:
    """Return u (2,) or -u, whichever points to the right, or up if both are vertical.

    The sign of a principal direction is arbitrary (note 001, eigenvectors).

    Examples
    --------
    >>> turn_right(np.array([-3.0, 1.0])).tolist()
    [3.0, -1.0]
    """
    return -u if (u[0], u[1]) < (0.0, 0.0) else u


def principal_direction(X: np.ndarray) -> np.ndarray:
    """Compute the unit direction (2,) of most variance of the points X (m, 2).

    It points to the right, or up if it is vertical. If all points are equal, it is 0: then there is
    no variance.

    Notes
    -----
    It is the leading eigenvector of the covariance matrix; see note 001 on XᵀX.

    Examples
    --------
    >>> principal_direction(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])).round(4).tolist()
    [0.7071, 0.7071]
    """
    centred = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    return turn_right(vectors[:, -1] if values[-1] > 0 else np.zeros(2))


def angle_between(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Compute the angle in degrees, from 0 to 90, between lines along u and v, (..., 2) each.

    It is 90 if u or v is 0. See note 003 on angles and inner products.

    Examples
    --------
    >>> float(angle_between(np.array([1.0, 0.0]), np.array([-1.0, 1.0])).round(6))
    45.0
    """
    cross = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    along = np.abs((u * v).sum(axis=-1))
    degrees = np.rad2deg(np.arctan2(np.abs(cross), along))
    return np.where((np.abs(cross) == 0) & (along == 0), 90.0, degrees)
