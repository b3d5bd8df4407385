"""Estimate the error of a classifier of two classes on unseen points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from kernel_core.datasets import GaussianMixtureClasses

TAIL = 6.0  # the grid extends so many widths beyond the centres; what lies outside is below 1e-8
NEGLIGIBLE = 1e-6  # mass on one side of the grid that is left out


class Decision(Protocol):
    """The part of a solution that an evaluator uses."""

    def decision(self, Z: np.ndarray) -> np.ndarray: ...

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class PopulationRisk:
    """The expected error over the density of two classes, by quadrature on a grid of n × n nodes.

    P(y f(x) <= 0): a value f = 0 is no answer and counts as an error for either class. Exact to
    about 0.0004, also where an RBF kernel's bandwidth is as narrow as a cell. It is the expected
    zero-one loss of 002, "binary classification".
    """

    density: GaussianMixtureClasses
    n: int = 141

    def error(self, solution: Decision) -> float:
        """P(y f(x) <= 0), in [0, 1]: to about 0.0004."""
        return self.error_on_grid(solution.on_grid(*self.axes))

    @property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        """The nodes' gx (p,) and gy (q,), at which f is asked for."""
        gx, gy, *_ = _weights(self.density, self.n)
        return gx, gy

    def error_on_grid(self, f: np.ndarray) -> float:
        """The same for the values f (q, p) there."""
        _, _, nodes, squares, negative = _weights(self.density, self.n)
        counts = _sum_corners((f > 0).view(np.uint8))
        gain = np.vdot(squares, counts == 4) + _gain_on_boundary(f, nodes, counts)
        if not f.all():
            gain -= np.vdot(negative, _sum_corners((f == 0).view(np.uint8)) == 4)
        return float(0.5 - gain)


@dataclass(frozen=True, eq=False)
class HoldOutSet:
    """The share of errors on points Z (k, d) that were not trained on, with labels y (k,), ±1.

    The mean zero-one loss of 002, "binary classification": a point is an error where y f(z) <= 0.
    """

    __test__ = False  # or pytest takes the name for a test case

    Z: np.ndarray
    y: np.ndarray

    def error(self, solution: Decision) -> float:
        """The share of points with y f(z) <= 0, in [0, 1]."""
        return float(np.mean(self.y * solution.decision(self.Z) <= 0))


@lru_cache(maxsize=32)
def _weights(density: GaussianMixtureClasses, n: int) -> tuple[np.ndarray, ...]:
    """The axes (p,), (q,); what f > 0 gains at each node (q, p), the mass of the positive class
    less that of the negative; the same, and the negative mass, for the squares (q - 1, p - 1)
    between four nodes; read-only.

    Of n × n nodes, without the outer rows and columns that hold no mass to speak of.
    """
    gx, gy = (np.linspace(a, b, n) for a, b in density.bounding_box(TAIL))
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
    """Where mass (n,) is left once either end has lost what is negligible."""
    below = np.cumsum(mass)
    first, last = np.searchsorted(below, (NEGLIGIBLE, below[-1] - NEGLIGIBLE))
    return slice(first, last + 1)


def _sum_corners(values: np.ndarray) -> np.ndarray:
    """The sum over the four corners of each square (q - 1, p - 1), for values (q, p) at nodes."""
    return values[:-1, :-1] + values[:-1, 1:] + values[1:, :-1] + values[1:, 1:]


def _curvature(values: np.ndarray) -> np.ndarray:
    """The second differences along the first two axes, added up; 0 at the edges."""
    out = np.zeros_like(values)
    out[1:-1, 1:-1] = (
        values[:-2, 1:-1] + values[2:, 1:-1] + values[1:-1, :-2] + values[1:-1, 2:]
    ) - 4 * values[1:-1, 1:-1]
    return out


def _gain_on_boundary(f: np.ndarray, nodes: np.ndarray, counts: np.ndarray) -> float:
    """What f > 0 gains in the squares that the boundary crosses, for values f (q, p) at the nodes,
    what each node weighs (q, p), and how many corners of each square are positive.

    In a square f and the weight are taken as linear, between values that are less by a twelfth of
    their curvature: then a straight line between them is as often too high as too low.
    """
    crossed = (counts > 0) & (counts < 4)
    crossed[0] = crossed[-1] = crossed[:, 0] = crossed[:, -1] = False  # negligible mass
    squares, width, steps = crossed.ravel().nonzero()[0], f.shape[1], np.arange(-1, 3)
    first_corners = squares + squares // (width - 1)
    around = (width * steps[:, None] + steps)[:, :, None] + first_corners
    block = f.ravel().take(around)  # (4, 4, k): the corners are in the middle
    corners = block[1:3, 1:3]
    bend = block[:2, 1:3] + block[2:, 1:3] + block[1:3, :2] + block[1:3, 2:] - 4 * corners
    most = np.abs(corners) / 2  # bumps narrower than squares must not change a sign
    f_mean, *f_slopes = _plane(corners - np.minimum(np.maximum(bend / 12, -most), most))
    weight, *weight_slopes = _plane(nodes.ravel().take(around[1:3, 1:3]))
    span = np.maximum(np.hypot(*f_slopes), np.finfo(float).tiny)  # how far f ranges in a square
    side = np.minimum(np.maximum(f_mean / span, -0.5), 0.5)
    tilt = (f_slopes[0] * weight_slopes[0] + f_slopes[1] * weight_slopes[1]) / span
    return float((weight * (0.5 + side) + tilt * (0.25 - side * side) / 2).sum())


def _plane(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The mean and the two slopes (k,) of the plane nearest to the values (2, 2, k) at corners."""
    (a, b), (c, d) = corners
    return (a + b + c + d) / 4, (b + d - a - c) / 2, (c + d - a - b) / 2
