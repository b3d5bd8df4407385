"""A linear rule for many classes: argmax_k w_kᵀx, and the boundaries between the classes.

Note 004, "linear models": think of w_kᵀx as a score for class k. Only differences count: class k
beats l where (w_k - w_l)ᵀx > 0, which is the rule of a binary classifier with w = w_k - w_l.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.datasets import GaussianMixtureClasses
from kernel_core.kernels import grid_points
from kernel_core.validation import check_points

# The vectors of the example in note 004, for which w₁ - w₂ = (3/2, 1/6).
EXAMPLE_WEIGHTS_004 = ((1.0, -1 / 3), (-1 / 2, -1 / 2), (0.0, 1.0))
TIE_TOL = 1e-12  # share of the largest |entry| of W; scores that differ by less count as equal


@dataclass(frozen=True)
class Ray:
    """A half-line from the origin along a unit vector, between two classes.

    Attributes
    ----------
    k, other : int
        The indices of the classes.
    direction : tuple of two floats
        The unit vector.

    Notes
    -----
    Note 004, "Step 1: What should a linear model look like for multiclass tasks?": the regions
    {x : k = argmax_k' w_k'ᵀx} of its pictures meet where (w_k - w_other)ᵀx = 0.

    Examples
    --------
    >>> Ray(0, 1, (0.0, 1.0)).direction
    (0.0, 1.0)
    """

    k: int
    other: int
    direction: tuple[float, float]


def check_weights(W: ArrayLike) -> np.ndarray:
    """Return W (C, d), one row for each class, as floats. Raises ValueError if it is not valid."""
    W = check_points(W)
    max_classes = GaussianMixtureClasses.max_classes
    if not 2 <= len(W) <= max_classes:
        raise ValueError(f"There must be from 2 to {max_classes} rows w_k, not {len(W)}.")
    return W


def scores(W: ArrayLike, X: ArrayLike) -> np.ndarray:
    """Compute the score w_kᵀx_i of each class at each point.

    Parameters
    ----------
    W : array_like, shape (C, d)
        One row w_k for each class.
    X : array_like, shape (n, d)
        The points.

    Returns
    -------
    ndarray, shape (n, C)
        The scores.

    Raises
    ------
    ValueError
        If W and X have different numbers of columns.

    Notes
    -----
    Note 004, "Step 1: What should a linear model look like for multiclass tasks?": "think of w_kᵀx
    as a score for class k". The scores are (Wx)_k.

    Examples
    --------
    >>> scores([[1.0, 0.0], [0.0, 2.0]], [[3.0, 4.0]]).tolist()
    [[3.0, 8.0]]
    """
    W, X = check_weights(W), check_points(X)
    if W.shape[1] != X.shape[1]:
        raise ValueError(
            f"The w_k have {W.shape[1]} coordinates and the points {X.shape[1]}: they must agree."
        )
    return X @ W.T


def linear_class_map(W: ArrayLike, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
    """Compute argmax_k w_kᵀx on a grid.

    Parameters
    ----------
    W : array_like, shape (C, 2)
        One row w_k for each class.
    gx, gy : array_like
        The axes of the grid.

    Returns
    -------
    ndarray of uint8, shape (len(gy), len(gx))
        The indices of the classes; the rows are along y.

    Notes
    -----
    Note 004, "Step 1: What should a linear model look like for multiclass tasks?": f(x) = argmax_k
    w_kᵀx, as in its pictures. If classes tie, the first is taken.

    Examples
    --------
    >>> linear_class_map([[1.0, 0.0], [0.0, 1.0]], [0.0, 2.0], [1.0]).tolist()
    [[1, 0]]
    """
    gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
    best = scores(W, grid_points(gx, gy)).argmax(axis=1)
    return best.astype(np.uint8).reshape(len(gy), len(gx))


def binary_rule(W: ArrayLike, k: int, other: int) -> np.ndarray:
    """Return w_k - w_other, the binary classifier between two of the classes.

    Parameters
    ----------
    W : array_like, shape (C, d)
        One row w_k for each class.
    k, other : int
        The indices of two classes.

    Returns
    -------
    ndarray, shape (d,)
        The w of the binary classifier.

    Notes
    -----
    Note 004, "Step 1: What should a linear model look like for multiclass tasks?": with
    w = w_1 - w_2, sgn(wᵀx) decides between two classes as argmax_k w_kᵀx does.

    Examples
    --------
    >>> binary_rule([[1.0, 0.0], [0.0, 1.0]], 0, 1).tolist()
    [1.0, -1.0]
    """
    W = check_weights(W)
    return W[k] - W[other]


def boundary_rays(W: ArrayLike) -> list[Ray]:
    """Return the rays from the origin on which two classes tie with the largest score.

    Parameters
    ----------
    W : array_like, shape (C, 2)
        One row w_k for each class.

    Returns
    -------
    list of Ray
        Two classes tie along a line through the origin; each half is a ray if no other class has a
        larger score there.

    Raises
    ------
    ValueError
        If W does not have two columns.

    Notes
    -----
    Note 004, "Step 1: What should a linear model look like for multiclass tasks?", the pictures of
    three classes: k and l meet where (w_k - w_l)ᵀx = 0 and w_kᵀx >= w_jᵀx for every other j.

    Examples
    --------
    >>> len(boundary_rays([[1.0, 0.0], [-1.0, 0.0]]))
    2
    """
    W = check_weights(W)
    if W.shape[1] != 2:
        raise ValueError(
            f"For rays in the plane each w_k must have 2 coordinates, not {W.shape[1]}."
        )
    slack = TIE_TOL * np.abs(W).max()
    rays = []
    for k, other in combinations(range(len(W)), 2):
        w = W[k] - W[other]
        size = np.hypot(*w)
        if size <= slack:
            continue  # both classes have equal scores everywhere, so there is no boundary
        for turn in (1.0, -1.0):
            along = turn * np.array([-w[1], w[0]]) / size
            score = W @ along
            if score[k] >= score.max() - slack:
                rays.append(Ray(k, other, (float(along[0]), float(along[1]))))
    return rays
