"""Fisher's line between two classes in a plot: at right angles to Fisher's direction, at the
threshold with the fewest points on the wrong side.

It is a linear classifier on two components, like that of note 004 on features. PCA does not use
labels; here labels determine the line and the points on its wrong side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_RIDGE = 1e-9  # share of its trace that is added to the diagonal of a scatter matrix


@dataclass(frozen=True, eq=False)
class SeparatingLines:
    """Fisher's line for each of S plots.

    Attributes
    ----------
    n_misclassified : ndarray of shape (S,)
        The number of points on the wrong side; without meaning where the normal is NaN.
    normals : ndarray of shape (S, 2)
        The unit normals; NaN if a class has no point or both classes have the same mean.
    thresholds : ndarray of shape (S,)
        The value of normalᵀz on the line; NaN where the normal is.

    Notes
    -----
    Note 004 has linear classifiers on features.

    Examples
    --------
    >>> Z = np.array([[[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]]])
    >>> line = separating_lines(Z, np.array([-1, -1, 1, 1]))
    >>> line.n_misclassified.tolist(), line.normals.round(6).tolist(), line.thresholds.tolist()
    ([0], [[1.0, 0.0]], [1.0])
    """

    n_misclassified: np.ndarray
    normals: np.ndarray
    thresholds: np.ndarray


def separating_lines(Z: np.ndarray, y: np.ndarray) -> SeparatingLines:
    """Find Fisher's line for each of S plots of m points Z (S, m, 2) with labels y (m,), ±1.

    Notes
    -----
    The normal is W⁻¹(mean₊ - mean₋), with W the scatter within the classes; the threshold has the
    fewest points on the wrong side. It is a linear classifier as in note 004.

    Examples
    --------
    >>> separating_lines(np.zeros((1, 2, 2)), np.array([1, 1])).n_misclassified.tolist()
    [0]
    """
    S, m = Z.shape[:2]
    positive = y > 0
    if not positive.any() or positive.all():
        return SeparatingLines(np.zeros(S, int), np.full((S, 2), np.nan), np.full(S, np.nan))
    parts = Z[:, positive], Z[:, ~positive]
    first, second = (part.mean(axis=1) for part in parts)
    scatter = sum(
        np.einsum("smi,smj->sij", part - mean[:, None], part - mean[:, None])
        for part, mean in zip(parts, (first, second), strict=True)
    )
    normals = _solve_two(scatter, first - second)
    length = np.linalg.norm(normals, axis=1)
    usable = length > 0
    normals = normals / np.where(usable, length, 1.0)[:, None]
    along = np.einsum("smi,si->sm", Z, normals)
    order = along.argsort(axis=1, kind="stable")
    sorted_along, is_positive = np.take_along_axis(along, order, 1), positive[order]
    # Below a cut the prediction is negative, above it positive. Count the errors of each cut.
    zeros = np.zeros((S, 1), int)
    below = np.hstack([zeros, is_positive.cumsum(axis=1)])
    above = (~positive).sum() - np.hstack([zeros, (~is_positive).cumsum(axis=1)])
    counts = below + above
    is_tied = np.zeros_like(counts, dtype=bool)
    is_tied[:, 1:-1] = np.diff(sorted_along, axis=1) <= 0  # no threshold lies between equal values
    counts = np.where(is_tied, m + 1, counts)
    cut = counts.argmin(axis=1)
    ends = np.hstack([sorted_along[:, :1] - 1, sorted_along, sorted_along[:, -1:] + 1])
    rows = np.arange(S)
    thresholds = (ends[rows, cut] + ends[rows, cut + 1]) / 2
    normals[~usable], thresholds[~usable] = np.nan, np.nan
    return SeparatingLines(counts[rows, cut], normals, thresholds)


def _solve_two(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compute A⁻¹ b up to a positive factor, for positive semidefinite A (S, 2, 2) and b (S, 2).

    The share _RIDGE of its trace is first added to the diagonal of A, so that A is regular, unless
    it is 0. Where the result would be 0, return b.
    """
    ridge = _RIDGE * (A[:, 0, 0] + A[:, 1, 1])
    a, c, d = A[:, 0, 0] + ridge, A[:, 0, 1], A[:, 1, 1] + ridge
    solution = np.column_stack([d * b[:, 0] - c * b[:, 1], a * b[:, 1] - c * b[:, 0]])
    flat = ~(np.abs(solution).max(axis=1) > 0)
    return np.where(flat[:, None], b, solution)
