"""Distances and margins of a line (note 001, margins).

A line (w, b) is the set of points with wᵀx + b = 0; in more than two dimensions it is a hyperplane.
Points may also be rows of features φ(x).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Hinge
from kernel_core.validation import check_data, check_points

TIE_TOL = 1e-9  # share of the largest distance; distances that differ by less count as equal


@dataclass(frozen=True, eq=False)
class GeometricMargin:
    """The margin of a line (w, b) on labelled points.

    Attributes
    ----------
    w : ndarray, shape (d,)
        The line's normal.
    b : float
        Its offset.
    functional : float
        min_i y_i (wᵀx_i + b), which is proportional to the scale of (w, b).
    margin : float
        functional / ‖w‖: the distance of the nearest point or, if points are on the wrong side,
        minus the distance of the farthest of these. It does not depend on the scale of (w, b).
    positive, negative : ndarray of int
        The indices of the points of each class that are nearest to the line, or farthest on the
        wrong side.

    Notes
    -----
    Note 001, "Maximizing margin": margin of (w, b) = min_i y_i (wᵀφ(x_i) + b) / ‖w‖₂, here with
    φ(x) = x.

    Examples
    --------
    >>> g = geometric_margin([1.0, 0.0], 0.0, [[2.0, 0.0], [-1.0, 5.0]], [1, -1])
    >>> g.separates, g.margin, g.negative.tolist()
    (True, 1.0, [1])
    """

    w: np.ndarray
    b: float
    functional: float
    margin: float
    positive: np.ndarray
    negative: np.ndarray

    @property
    def separates(self) -> bool:
        """Whether every point is on its correct side of the line, and none on the line."""
        return self.functional > 0

    @property
    def canonical_form(self) -> tuple[np.ndarray, float] | None:
        """The same line as (w, b) with min_i y_i (wᵀx_i + b) = 1, so that its margin is 1/‖w‖.

        None if the line does not separate the classes (note 001, rescaling).
        """
        if not self.separates:
            return None
        return self.w / self.functional, self.b / self.functional


def geometric_margin(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> GeometricMargin:
    """Compute the margin of a line on labelled points, and which points are nearest to it.

    Parameters
    ----------
    w : array_like, shape (d,)
        The line's normal, not 0.
    b : float
        Its offset.
    X : array_like, shape (m, d)
        The points.
    y : array_like, shape (m,)
        Their labels, -1 and +1.

    Returns
    -------
    GeometricMargin
        Functional and geometric margin, and the nearest points of each class.

    Raises
    ------
    ValueError
        If w is 0, or a shape or a label is not as above.

    Notes
    -----
    Note 001, "Maximizing margin". The functional margin is min_i y_i (wᵀx_i + b); the geometric
    margin is the functional one divided by ‖w‖.

    Examples
    --------
    >>> g = geometric_margin([3.0, 4.0], 0.0, [[2.0, 1.0], [-1.0, -3.0]], [1, -1])
    >>> g.functional, g.margin
    (10.0, 2.0)
    """
    w, b = _check_line(w, b)
    X, y = check_data(X, y, Hinge())
    margins = y * _values(w, b, X)  # the margins y_i (wᵀx_i + b)
    is_nearest = margins <= _smallest_of_class(margins, y) + TIE_TOL * np.abs(margins).max()
    functional = float(margins.min())
    return GeometricMargin(
        w,
        b,
        functional,
        functional / hypot(*w),
        np.flatnonzero(is_nearest & (y > 0)),
        np.flatnonzero(is_nearest & (y < 0)),
    )


def distance_to_line(w: ArrayLike, b: float, X: ArrayLike) -> np.ndarray:
    """Compute the distances |wᵀx + b| / ‖w‖ of points from a line.

    Parameters
    ----------
    w : array_like, shape (d,)
        The line's normal, not 0.
    b : float
        Its offset.
    X : array_like, shape (n, d)
        The points.

    Returns
    -------
    ndarray, shape (n,)
        The distances, in the units of X.

    Raises
    ------
    ValueError
        If w is 0, or a shape is not as above.

    Notes
    -----
    Note 001, "Distance to hyperplane": |wᵀx + b| / ‖w‖₂.

    Examples
    --------
    >>> distance_to_line([3.0, 4.0], 5.0, [[0.0, 0.0], [3.0, 4.0]]).tolist()
    [1.0, 6.0]
    """
    w, b = _check_line(w, b)
    return np.abs(_values(w, b, check_points(X))) / hypot(*w)


def line_through(p: ArrayLike, q: ArrayLike) -> tuple[np.ndarray, float]:
    """Return the line through two points of the plane, as its normal and offset.

    Parameters
    ----------
    p, q : array_like, shape (2,)
        Two points; w points to the left of the direction from p to q.

    Returns
    -------
    w : ndarray, shape (2,)
        The normal, ‖w‖ = 1.
    b : float
        The offset: wᵀp + b = wᵀq + b = 0.

    Raises
    ------
    ValueError
        If p and q are the same point, or not in the plane.

    Notes
    -----
    The line is {x : wᵀx + b = 0}, as in note 001, "Distance to hyperplane". w is q - p turned left
    by a right angle and divided by its length, and b = -wᵀ(p + q)/2.

    Examples
    --------
    >>> w, b = line_through([1.0, 0.0], [1.0, 2.0])
    >>> w.tolist(), b
    ([-1.0, 0.0], 1.0)
    """
    pair: Any = [p, q]
    ends = check_points(pair)
    if ends.shape != (2, 2):
        raise ValueError("A line through two points needs points in the plane, shape (2,).")
    along = ends[1] - ends[0]
    length = hypot(*along)
    if length == 0:
        raise ValueError("Two equal points do not determine a line: choose two different points.")
    w = np.array([-along[1], along[0]]) / length
    return w, float(-w @ ends.mean(axis=0))


def _values(w: np.ndarray, b: float, X: np.ndarray) -> np.ndarray:
    if X.shape[1] != len(w):
        raise ValueError(
            f"w needs one entry for each coordinate of the points: "
            f"they have {X.shape[1]}, and w has {len(w)}."
        )
    return X @ w + b


def _smallest_of_class(margins: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return for each point the smallest margin in its class, shape (m,)."""
    smallest = {label: margins[y == label].min(initial=np.inf) for label in (-1.0, 1.0)}
    return np.where(y > 0, smallest[1.0], smallest[-1.0])


def _check_line(w: ArrayLike, b: float) -> tuple[np.ndarray, float]:
    try:
        w, b = np.array(w, dtype=float), float(b)
    except (TypeError, ValueError):
        raise ValueError("A line is (w, b): w a list of numbers, b one number.") from None
    if w.ndim != 1 or len(w) == 0 or not np.isfinite([*w, b]).all():
        raise ValueError("A line is (w, b): w a list of finite numbers, b one finite number.")
    if not w.any():
        raise ValueError("w = 0 describes no line: wᵀx + b is then the same everywhere.")
    return w, b
