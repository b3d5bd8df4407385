"""Lifts: maps into a space where a plane separates data that are not linearly separable (notes
000 §3, 001 and 003).

A lift is an explicit feature map φ with few features, so that it can be drawn. The plane is that of
largest margin in feature space. It corresponds to the points x with wᵀφ(x) + b = 0: a curve in the
plane, several points on a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Linear
from kernel_core.kernels import grid_points
from kernel_core.svm import HardMargin, fit_hard_margin
from kernel_core.validation import check_points


@dataclass(frozen=True)
class Lift:
    """A feature map φ with few features, so that it can be drawn.

    Parameters
    ----------
    name : str
        The name in `LIFTS`.
    d : int
        The number of coordinates of a point.
    features : tuple of M str
        The names of the features.
    notes : str
        The notes that contain the map.
    map : callable
        The function from points X (n, d) to features (n, M).

    Notes
    -----
    Note 000 §3: K(x, z) = φ(x)ᵀφ(z). Note 003, "Importance of feature map", has φ = (x_1, x_2,
    ‖x‖).

    Examples
    --------
    >>> LIFTS["paraboloid"]([[1.0, 2.0]]).tolist()
    [[1.0, 2.0, 5.0]]
    """

    name: str
    d: int
    features: tuple[str, ...]
    notes: str
    map: Callable[[np.ndarray], np.ndarray]

    @property
    def M(self) -> int:
        """The number of features."""
        return len(self.features)

    def __call__(self, X: ArrayLike, amount: float = 1.0) -> np.ndarray:
        """Lift the points X (n, d) by the given amount: φ(x) at amount = 1, shape (n, M).

        At amount = 0 the points are flat: x itself, and 0 in the other features; between 0 and 1
        the lift is linear in the amount. A lift to fewer features than d is φ at every amount.
        Raises ValueError for points with other than d coordinates, and for other amounts.
        """
        X = check_points(X)
        if X.shape[1] != self.d:
            raise ValueError(
                f"This lift takes points with {self.d} coordinate{'s' * (self.d > 1)}; "
                f"these have {X.shape[1]}."
            )
        if not 0 <= amount <= 1:
            raise ValueError(f"The amount of a lift must be from 0 to 1; it was {amount!r}.")
        lifted = self.map(X)
        if self.d > self.M:
            return lifted
        flat = np.hstack([X, np.zeros((len(X), self.M - self.d))])
        return (1 - amount) * flat + amount * lifted


LIFTS = {
    lift.name: lift
    for lift in (
        Lift("cone", 2, ("x₁", "x₂", "‖x‖"), "003", lambda X: np.column_stack([X, _norm(X)])),
        Lift(
            "paraboloid",
            2,
            ("x₁", "x₂", "x₁² + x₂²"),
            "001",
            lambda X: np.column_stack([X, (X**2).sum(axis=1)]),
        ),
        Lift(
            "quadratic",
            2,
            ("x₁²", "√2 x₁x₂", "x₂²"),
            "001, 004",
            lambda X: np.column_stack([X[:, 0] ** 2, 2**0.5 * X[:, 0] * X[:, 1], X[:, 1] ** 2]),
        ),
        Lift("norm", 2, ("‖x‖",), "003", lambda X: _norm(X)[:, None]),
        Lift("parabola", 1, ("x", "x²"), "001", lambda X: np.hstack([X, X**2])),
        Lift("cubic", 1, ("x", "x²", "x³"), "000 §3", lambda X: np.hstack([X, X**2, X**3])),
    )
}


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane w·φ + b = 0 in feature space. It corresponds to a curve in the plane of the points
    or, for data on a line, to several points of this line.

    Attributes
    ----------
    lift : Lift
        The feature map.
    amount : float
        The amount of the lift, 0 to 1.
    w : ndarray of shape (M,)
        The normal vector; 0 if there is no separating plane.
    b : float
        The intercept.
    solution : HardMargin
        The fit that gives the plane, with its certificate.

    Notes
    -----
    Note 001, "Distance to hyperplane" and "Maximizing margin": the points where wᵀφ(x) + b = 0.

    Examples
    --------
    >>> parabola = LIFTS["parabola"]
    >>> plane = separating_plane(parabola, [[-2.0], [0.0], [2.0]], [1, -1, 1])
    >>> plane.decision([[0.0], [3.0]]).round(3).tolist()
    [-1.0, 3.5]
    """

    lift: Lift
    amount: float
    w: np.ndarray
    b: float
    solution: HardMargin

    def decision(self, Z: ArrayLike) -> np.ndarray:
        """Evaluate w·φ(z) + b at the points Z (n, d), shape (n,)."""
        return self.lift(Z, self.amount) @ self.w + self.b

    def on_grid(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Evaluate w·φ(x) + b at the points (gx_j, gy_k) of the plane, shape (len(gy), len(gx))."""
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        return self.decision(grid_points(gx, gy)).reshape(len(gy), len(gx))


def separating_plane(lift: Lift, X: ArrayLike, y: ArrayLike, *, amount: float = 1.0) -> Plane:
    """Compute the plane of largest margin between the lifted classes.

    Parameters
    ----------
    lift : Lift
        The feature map.
    X : array_like of shape (m, d)
        Points as rows.
    y : array_like of shape (m,)
        Labels, ±1.
    amount : float
        The amount of the lift, 0 to 1.

    Returns
    -------
    Plane
        The plane, with the fit that gives it. If no plane separates the classes,
        `solution.feasible` is False and w is 0.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Summary for separable data": minimise ½‖w‖² subject to y_i(wᵀφ(x_i) + b) >= 1.

    Examples
    --------
    >>> cone, X = LIFTS["cone"], [[1.0, 0.0], [-1.0, 0.0], [3.0, 0.0], [-3.0, 0.0]]
    >>> separating_plane(cone, X, [1, 1, -1, -1]).solution.feasible
    True
    """
    Phi = lift(X, amount)
    solution = fit_hard_margin(Phi, y, Linear())
    return Plane(lift, amount, solution.alpha @ solution.X, solution.intercept, solution)


def _norm(X: np.ndarray) -> np.ndarray:
    """Return ‖x_i‖, shape (n,)."""
    return np.sqrt((X**2).sum(axis=1))
