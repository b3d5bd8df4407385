"""The error of a classifier for many classes on points it was not trained on."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..datasets.gaussian_mixtures import GaussianMixtureClasses
from ..multiclass import CachedGrid, CachedPoints, MultiSolution
from ..validation import check_labelled


class ClassHoldOutSet:
    """The share of errors of a classifier for many classes on given points.

    Parameters
    ----------
    Z : array_like of shape (n, d)
        Points that were not trained on.
    t : array_like of shape (n,)
        The names of their classes.

    Raises
    ------
    ValueError
        If there is not one name for each point.

    Notes
    -----
    The share of points with f(z) ≠ t, where f: ℝ^D → [C] is the classifier of 004, "Multiclass
    Classification".

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.MULTICLASS_SOURCES["blobs"](3)
    >>> solution = kc.multiclass.fit_multinomial(*source.sample(60, 0), kc.RBF(0.8), 0.01)
    >>> kc.evaluation.ClassHoldOutSet(*source.sample(500, 1)).error(solution) < 0.1
    True
    """

    def __init__(self, Z: ArrayLike, t: ArrayLike) -> None:
        self.place, self.t = CachedPoints(Z), np.asarray(t)
        check_labelled(self.place.points, self.t)

    def error(self, solution: MultiSolution, ties: str = "random", seed: int = 0) -> float:
        """The share of points that get another class than their own."""
        return float(np.mean(solution.decide_at(self.place, ties, seed).labels != self.t))


class ClassPopulationRisk:
    """The expected error of a classifier for many classes, by quadrature on n × n cells.

    Parameters
    ----------
    density : GaussianMixtureClasses
        Where unseen points come from; the solution's classes must be its classes 0, ..., C - 1.
    n : int
        Cells along each axis.

    Notes
    -----
    P(t ≠ f(x)), where f: ℝ^D → [C] is the classifier of 004, "Multiclass Classification". Each cell
    goes to its centre's class.

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.MULTICLASS_SOURCES["blobs"](3)
    >>> solution = kc.multiclass.fit_multinomial(*source.sample(60, 0), kc.RBF(0.8), 0.01)
    >>> error = kc.evaluation.ClassPopulationRisk(source).error(solution)
    >>> source.bayes_error < error < 0.1
    True
    """

    def __init__(self, density: GaussianMixtureClasses, n: int = 101) -> None:
        self.density, self.n = density, n

    @cached_property
    def cells(self) -> tuple[CachedGrid, np.ndarray]:
        """The cells' centres, and the mass of each class in each, (C, n²), 1 in all."""
        axes = (np.linspace(a, b, self.n) for a, b in self.density.bounding_box(4.0))
        grid = CachedGrid(*axes)
        return grid, self.density.masses(grid.gx, grid.gy).reshape(len(self.density.centres), -1)

    def error(self, solution: MultiSolution, ties: str = "random", seed: int = 0) -> float:
        """P(class of x ≠ class decided), in [0, 1], each cell going to its centre's class."""
        grid, mass = self.cells
        choice = solution.decide_at(grid, ties, seed).choice
        return float(1.0 - np.take_along_axis(mass, choice[None], axis=0).sum())
