"""Pairwise distances, and the points of a grid."""

from __future__ import annotations

import numpy as np


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Return ‖x_i - z_j‖² for all pairs of points; exactly symmetric for Z = X, 0 for equal points.

    Parameters
    ----------
    X, Z : ndarray of shapes (n, d) and (m, d)
        Points as rows.

    Returns
    -------
    ndarray of shape (n, m)

    Notes
    -----
    The squares are summed coordinate by coordinate, since ‖x‖² + ‖z‖² - 2xᵀz loses precision for
    points close together. Note 000, eq. (4), has ‖x - z‖₂² in its exponent.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> kc.kernels.squared_distances(np.zeros((1, 2)), np.array([[3.0, 4.0], [1.0, 0.0]])).tolist()
    [[25.0, 1.0]]
    """
    D = np.zeros((len(X), len(Z)), dtype=np.result_type(X, Z, float))
    for x, z in zip(X.T, Z.T, strict=True):
        difference = np.subtract.outer(x, z)
        D += np.multiply(difference, difference, out=difference)
    return D


def grid_points(gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
    """Return the points (gx_j, gy_k) of a grid as rows; x varies fastest.

    Parameters
    ----------
    gx, gy : ndarray of shapes (p,) and (q,)
        The axes.

    Returns
    -------
    ndarray of shape (p q, 2)
        Row k p + j is (gx_j, gy_k).

    Notes
    -----
    Pictures evaluate f at such points, as in note 000, Figures 2 to 4.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.grid_points([0, 1], [5, 6]).tolist()
    [[0, 5], [1, 5], [0, 6], [1, 6]]
    """
    return np.column_stack([np.tile(gx, len(gy)), np.repeat(gy, len(gx))])
