"""Estimate the error of a classifier of two classes on unseen points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from kernel_core.datasets import GaussianMixtureClasses

# Distance of the grid's edges from the centres, in standard deviations; the mass outside is below
# 1e-8.
TAIL_DEVIATIONS = 6.0
NEGLIGIBLE_MASS = 1e-6  # probability mass that may be cut off on each side of the grid


class Decision(Protocol):
    """What an evaluator needs of a solution: f at points, and f on a grid."""

    def decision(self, Z: np.ndarray) -> np.ndarray: ...

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class PopulationRisk:
    """An evaluator of the expected error for a density of two classes, by quadrature on a grid of
    n × n nodes.

    The expected error is P(y f(x) <= 0), the expected zero-one loss of note 002, "binary
    classification": f = 0 counts as an error for either class. The result is accurate to about
    0.0004, even where an RBF kernel's bandwidth is as narrow as a cell.
    """

    density: GaussianMixtureClasses
    n: int = 141

    def error(self, solution: Decision) -> float:
        """Return P(y f(x) <= 0), in [0, 1], accurate to about 0.0004."""
        return self.error_on_grid(solution.on_grid(*self.axes))

    @property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        """The coordinates gx (p,) and gy (q,) of the nodes at which f is evaluated."""
        gx, gy, *_ = _weights(self.density, self.n)
        return gx, gy

    def error_on_grid(self, f: np.ndarray) -> float:
        """Return the error for values f (q, p) at the nodes."""
        _, _, nodes, squares, negative = _weights(self.density, self.n)
        counts = _sum_corners((f > 0).view(np.uint8))
        gain = np.vdot(squares, counts == 4) + _gain_on_boundary(f, nodes, counts)
        if not f.all():
            gain -= np.vdot(negative, _sum_corners((f == 0).view(np.uint8)) == 4)
        return min(max(float(0.5 - gain), 0.0), 1.0)  # the quadrature error may lead outside


@dataclass(frozen=True, eq=False)
class HoldOutSet:
    """An evaluator on held-out points Z (k, d) with labels y (k,), ±1.

    The error is the mean zero-one loss of note 002, "binary classification": the share of points
    with y f(z) <= 0.
    """

    __test__ = False  # otherwise pytest collects the class as a test case

    Z: np.ndarray
    y: np.ndarray

    def error(self, solution: Decision) -> float:
        """Return the share of points with y f(z) <= 0, in [0, 1]."""
        return float(np.mean(self.y * solution.decision(self.Z) <= 0))


@lru_cache(maxsize=32)
def _weights(density: GaussianMixtureClasses, n: int) -> tuple[np.ndarray, ...]:
    """Return five read-only arrays: the axes gx (p,) and gy (q,), the gain at each node (q, p), and
    the gain and the mass of the negative class in each square between four nodes, (q - 1, p - 1).

    The gain is the mass of the positive class minus that of the negative class. At the nodes it is
    corrected for curvature, see `_gain_on_boundary`. Outer rows and columns of the n × n nodes with
    negligible mass are dropped.
    """
    gx, gy = (np.linspace(a, b, n) for a, b in density.bounding_box(TAIL_DEVIATIONS))
    masses = density.masses(gx, gy)
    rows, columns = (_without_tails(masses.sum(axis=(0, axis))) for axis in (2, 1))
    positive, negative = (mass[rows, columns] for mass in masses)
    positive, negative = (mass * (2 / _sum_corners(mass).sum()) for mass in (positive, negative))
    nodes = positive - negative
    nodes -= _curvature(nodes) / 12
    squares, negative = _sum_corners(nodes) / 4, _sum_corners(negative) / 4
    out = (gx[columns], gy[rows], nodes, squares, negative)
    for array in out:
        array.flags.writeable = False
    return out


def _without_tails(mass: np.ndarray) -> slice:
    """Return the slice of mass (n,) that leaves out the negligible tails at both ends."""
    cumulative = np.cumsum(mass)
    first, last = np.searchsorted(cumulative, (NEGLIGIBLE_MASS, cumulative[-1] - NEGLIGIBLE_MASS))
    return slice(first, last + 1)


def _sum_corners(values: np.ndarray) -> np.ndarray:
    """Sum the values (q, p) at the four corners of each square, (q - 1, p - 1)."""
    return values[:-1, :-1] + values[:-1, 1:] + values[1:, :-1] + values[1:, 1:]


def _curvature(values: np.ndarray) -> np.ndarray:
    """Return the sum of the second differences of values (q, p) along both axes; 0 at the edges."""
    out = np.zeros_like(values)
    out[1:-1, 1:-1] = (
        values[:-2, 1:-1] + values[2:, 1:-1] + values[1:-1, :-2] + values[1:-1, 2:]
    ) - 4 * values[1:-1, 1:-1]
    return out


def _gain_on_boundary(f: np.ndarray, nodes: np.ndarray, counts: np.ndarray) -> float:
    """Integrate the gain over the part with f > 0 of the squares that the boundary crosses.

    `f` (q, p): the values of f at the nodes; `nodes` (q, p): the gain there, corrected for
    curvature; `counts` (q - 1, p - 1): how many corners of each square have f > 0. In a square, f
    and the gain are replaced by linear functions. The values of f at the corners are reduced by a
    twelfth of the curvature, so that the errors of the interpolation cancel on average.
    """
    crossed = (counts > 0) & (counts < 4)
    # The squares at the edges have negligible mass.
    crossed[0] = crossed[-1] = crossed[:, 0] = crossed[:, -1] = False
    squares, width, steps = crossed.ravel().nonzero()[0], f.shape[1], np.arange(-1, 3)
    first_corners = squares + squares // (width - 1)
    around = (width * steps[:, None] + steps)[:, :, None] + first_corners
    block = f.ravel().take(around)  # (4, 4, k): the corners are in the middle
    corners = block[1:3, 1:3]
    bend = block[:2, 1:3] + block[2:, 1:3] + block[1:3, :2] + block[1:3, 2:] - 4 * corners
    limit = np.abs(corners) / 2  # the correction for curvature must not change the sign of f
    f_mean, *f_slopes = _plane(corners - np.minimum(np.maximum(bend / 12, -limit), limit))
    weight, *weight_slopes = _plane(nodes.ravel().take(around[1:3, 1:3]))
    span = np.maximum(np.hypot(*f_slopes), np.finfo(float).tiny)  # length of the gradient, above 0
    side = np.minimum(np.maximum(f_mean / span, -0.5), 0.5)
    tilt = (f_slopes[0] * weight_slopes[0] + f_slopes[1] * weight_slopes[1]) / span
    return float((weight * (0.5 + side) + tilt * (0.25 - side * side) / 2).sum())


def _plane(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the mean and the two slopes (k,) of the planes fitted to corner values (2, 2, k)."""
    (a, b), (c, d) = corners
    return (a + b + c + d) / 4, (b + d - a - c) / 2, (c + d - a - b) / 2
