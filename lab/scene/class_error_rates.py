"""Estimate the error of a classifier for many classes on unseen points."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.datasets import GaussianMixtureClasses
from kernel_core.multiclass import MultiSolution
from lab.scene.cached_points import CachedGrid, CachedPoints, decide_at


class ClassHoldOutSet:
    """An evaluator on held-out points Z (n, d) with true classes t (n,)."""

    def __init__(self, Z: ArrayLike, t: ArrayLike) -> None:
        self.place, self.t = CachedPoints(Z), np.asarray(t)

    def error(self, solution: MultiSolution, ties: str = "random", seed: int = 0) -> float:
        """Return the share of misclassified points, f(z) ≠ t."""
        return float(np.mean(decide_at(self.place, solution, ties, seed).labels != self.t))


class ClassPopulationRisk:
    """An evaluator of P(t ≠ f(x)) for a density of the classes t = 0, ..., C - 1, by quadrature on
    n × n cells."""

    def __init__(self, density: GaussianMixtureClasses, n: int = 101) -> None:
        self.density, self.n = density, n

    @cached_property
    def cells(self) -> tuple[CachedGrid, np.ndarray]:
        """The cells' centres, and the probability mass of each class in each cell, (C, n²); all
        masses sum to 1."""
        axes = (np.linspace(a, b, self.n) for a, b in self.density.bounding_box(4.0))
        grid = CachedGrid(*axes)
        return grid, self.density.masses(grid.gx, grid.gy).reshape(len(self.density.centres), -1)

    def error(self, solution: MultiSolution, ties: str = "random", seed: int = 0) -> float:
        """Return P(t ≠ f(x)), in [0, 1]; each cell gets the class decided at its centre."""
        grid, mass = self.cells
        choice = decide_at(grid, solution, ties, seed).choice
        return float(1.0 - np.take_along_axis(mass, choice[None], axis=0).sum())
