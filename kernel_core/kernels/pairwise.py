"""Points as tables: what kernels ask of them, their distances, and the points of a grid."""

from __future__ import annotations

import numpy as np


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """‖x_i - z_j‖² for all pairs of points.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Points as rows.
    Z : ndarray of shape (m, d)
        Points as rows.

    Returns
    -------
    ndarray of shape (n, m)
        Never negative, exactly symmetric for Z = X, exactly 0 for equal points.

    Notes
    -----
    Summed coordinate by coordinate: ‖x‖² + ‖z‖² - 2xᵀz loses its digits for near points.
    000, eq. (4), has ‖x - z‖₂² in its exponent.

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
    """The points of a grid as rows, x running fastest.

    Parameters
    ----------
    gx : ndarray of shape (p,)
        The values of x.
    gy : ndarray of shape (q,)
        The values of y.

    Returns
    -------
    ndarray of shape (p q, 2)
        All (gx_j, gy_k).

    Notes
    -----
    Row k p + j is (gx_j, gy_k). On such points f is drawn, as in 000, Figures 2 to 4.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.grid_points([0, 1], [5, 6]).tolist()
    [[0, 5], [1, 5], [0, 6], [1, 6]]
    """
    return np.column_stack([np.tile(gx, len(gy)), np.repeat(gy, len(gx))])
