"""The error of a classifier of two classes on points it was not trained on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from ..datasets.gaussian_mixtures import TAIL, GaussianMixtureClasses

NEGLIGIBLE = 1e-6  # mass on one side of the grid that no error is counted in


class Decision(Protocol):
    """What an evaluator asks of a solution."""

    def decision(self, Z: np.ndarray) -> np.ndarray: ...

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class PopulationRisk:
    """The expected error over known densities, by quadrature on n × n cells.

    Parameters
    ----------
    density : GaussianMixtureClasses
        Where unseen points come from: two classes.
    n : int
        Cells along each axis.

    Notes
    -----
    P(y f(x) <= 0): a value f = 0 is no answer and counts as an error for either class. Exact to
    about 0.001 where the boundary is smooth across a cell. It is the expected zero-one loss of 002,
    "binary classification".

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.mixture()
    >>> X, y = source.sample(200, seed=0)
    >>> solution = kc.fit(X, y, kc.RBF(0.5), kc.Hinge(), 0.005)
    >>> error = kc.evaluation.PopulationRisk(source).error(solution)
    >>> source.bayes_error < error < 0.2
    True
    """

    density: GaussianMixtureClasses
    n: int = 121

    def error(self, solution: Decision) -> float:
        """P(y f(x) <= 0), in [0, 1]: to about 0.001 where the boundary's bends span a cell."""
        return self.error_on_grid(solution.on_grid(*self.axes))

    @property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        """The centres gx (p,) and gy (q,) of the cells, at which f is asked for."""
        gx, gy, _, _ = _weights(self.density, self.n)
        return gx, gy

    def error_on_grid(self, f: np.ndarray) -> float:
        """The same for the values f (q, p) there."""
        _, _, plus, minus = _weights(self.density, self.n)
        positive = f > 0
        split, share = _cells_on_boundary(f, positive)
        above = positive.astype(float).ravel()
        above[split] = share
        below = 1.0 - above
        if not f.all():
            below[(f.ravel() == 0) & (above == 0)] = 0.0
        return float(1.0 - np.vdot(plus, above) - np.vdot(minus, below))


@dataclass(frozen=True, eq=False)
class HoldOutSet:
    """The share of errors on given points.

    Parameters
    ----------
    Z : ndarray of shape (k, d)
        Points that were not trained on.
    y : ndarray of shape (k,)
        Their labels, ±1.

    Notes
    -----
    The mean zero-one loss of 002, "binary classification": a point is an error where y f(z) <= 0.

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.moons()
    >>> solution = kc.fit(*source.sample(100, seed=0), kc.RBF(0.5), kc.Hinge(), 0.01)
    >>> kc.evaluation.HoldOutSet(*source.sample(1000, seed=1)).error(solution) < 0.15
    True
    """

    __test__ = False  # or pytest takes the name for a test case

    Z: np.ndarray
    y: np.ndarray

    def error(self, solution: Decision) -> float:
        """The share of points with y f(z) <= 0, in [0, 1]."""
        return float(np.mean(self.y * solution.decision(self.Z) <= 0))


@lru_cache(maxsize=32)
def _weights(density: GaussianMixtureClasses, n: int) -> tuple[np.ndarray, ...]:
    """The axes (p,), (q,), and the mass of each class in each cell (q, p), ½ each; read-only.

    Of n × n cells, without the outer rows and columns that hold no mass to speak of.
    """
    gx, gy = (np.linspace(a, b, n) for a, b in density.bounding_box(TAIL))
    plus, minus = density.masses(gx, gy)
    rows, columns = (_without_tails((plus + minus).sum(axis=axis)) for axis in (1, 0))
    masses = (mass[rows, columns] for mass in (plus, minus))
    out = (gx[columns], gy[rows], *(mass / (2 * mass.sum()) for mass in masses))
    for array in out:
        array.flags.writeable = False
    return out


def _without_tails(mass: np.ndarray) -> slice:
    """Where mass (n,) is left once either end has lost what is negligible."""
    below = np.cumsum(mass)
    first, last = np.searchsorted(below, (NEGLIGIBLE, below[-1] - NEGLIGIBLE))
    return slice(first, last + 1)


def _cells_on_boundary(f: np.ndarray, positive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The cells (k,) that the boundary crosses, and the share of each where f > 0, for values
    f (n, n) at the centres, `positive` where f > 0.

    Where f changes sign towards a neighbour, it is taken as linear within the cell: counting
    such a cell whole would move the boundary by up to half a cell.
    """
    near = np.zeros(f.shape, dtype=bool)
    for lines, signs in ((near, positive), (near.T, positive.T)):
        changes = signs[1:] != signs[:-1]
        lines[1:] |= changes
        lines[:-1] |= changes
    cells = near.ravel().nonzero()[0]
    rows, columns = np.divmod(cells, f.shape[1])
    values = f.ravel()
    slopes = (
        _slope(values, cells, places, n, step)
        for places, n, step in zip((rows, columns), f.shape, (f.shape[1], 1), strict=True)
    )
    span = np.hypot(*slopes)  # how far f ranges across a cell
    centre = values[cells]
    crossed = np.abs(centre) < span / 2
    return cells[crossed], 0.5 + centre[crossed] / span[crossed]


def _slope(
    values: np.ndarray, cells: np.ndarray, places: np.ndarray, n: int, step: int
) -> np.ndarray:
    """How f changes from each of these cells to the next (k,), from the neighbours on both sides:
    `places` of n along an axis, on which neighbours are `step` apart in `values`.
    """
    before, after = places > 0, places < n - 1
    change = values[cells + step * after] - values[cells - step * before]
    return change / (before.astype(int) + after)
