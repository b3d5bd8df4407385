"""Data sets of many classes whose densities are known: blobs, pinwheels, rings, rows.

As in `data`: each class is an even mixture of round Gaussians of one width s, all classes are
equally likely, and so sampling, densities, the Bayes classifier and its error are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from ..kernels import grid_points
from ..validation import check_points
from .gaussian_mixtures import TAIL, Density, above_zero

NODES = 601  # for the Bayes error, an axis
MOST_CLASSES = 64


@dataclass(frozen=True)
class ClassDensity:
    """C classes; class k has its centres at centres[k] (n_k, 2), all of width s > 0."""

    centres: tuple[tuple[tuple[float, float], ...], ...]
    s: float

    def __post_init__(self) -> None:
        centres = [check_points(one) for one in self.centres]
        if not 2 <= len(centres) <= MOST_CLASSES:
            raise ValueError(
                f"There must be from 2 to {MOST_CLASSES} classes; here there are {len(centres)}."
            )
        if any(one.shape[1] != 2 or len(one) == 0 for one in centres):
            raise ValueError("Every class needs centres in the plane, shape (n, 2).")
        frozen = tuple(tuple(map(tuple, one.tolist())) for one in centres)
        object.__setattr__(self, "centres", frozen)
        object.__setattr__(self, "s", above_zero(self.s, "The width s"))

    def sample(self, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """m points X (m, 2) with classes y (m,) in 0 ... C - 1, in random order.

        The classes' sizes differ by one at most. The same seed gives the same points: a larger m
        adds to them, another width s spreads them about the same centres.
        """
        C = len(self.centres)
        if not isinstance(m, Integral) or m < C:
            raise ValueError(f"A sample of {C} classes needs at least {C} points, not {m!r}.")
        X, y, order = [], [], []
        for k, centres in enumerate(map(np.array, self.centres)):
            n = m // C + (k < m % C)
            pick, shift, place = (np.random.default_rng([seed, k, i]) for i in range(3))
            chosen = centres[pick.integers(len(centres), size=n)]
            X.append(chosen + self.s * shift.standard_normal((n, 2)))
            y.append(np.full(n, k))
            order.append(place.random(n))
        shuffled = np.argsort(np.concatenate(order))
        return np.concatenate(X)[shuffled], np.concatenate(y)[shuffled]

    def class_density(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """p(x | y = k) for every class on a grid, shape (C, len(gy), len(gx)): rows are y."""
        return np.array([one.class_density(1, gx, gy) for one in self._alone])

    def masses(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """The mass of each class in the cells of an even grid, same shape: 1/C a class in all."""
        p = self.class_density(gx, gy)
        return p / (len(p) * p.sum(axis=(1, 2), keepdims=True))

    def bayes(self, Z: ArrayLike) -> np.ndarray:
        """The optimal classifier's answer at points Z (n, 2): the likeliest class, shape (n,)."""
        Z = check_points(Z)
        return np.array([one._log_density(1, Z) for one in self._alone]).argmax(axis=0)

    def bayes_map(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """`bayes` on a grid, shape (len(gy), len(gx)), uint8: rows are y."""
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        return self.bayes(grid_points(gx, gy)).astype(np.uint8).reshape(len(gy), len(gx))

    @property
    def bayes_error(self) -> float:
        """The least error any classifier can have, 1 - (1/C) ∫ max_k p_k, to within 1e-3."""
        return _bayes_error(self)

    @property
    def window(self) -> tuple[float, float, float, float]:
        """(x0, x1, y0, y1), a tidy frame around nearly all mass, as in `data`."""
        return self._together.window

    def reach(self, widths: float) -> np.ndarray:
        """The box of all centres and `widths` times s around it, [[x0, x1], [y0, y1]]."""
        return self._together.reach(widths)

    @property
    def _alone(self) -> list[Density]:
        """Each class as a density of its own."""
        return [Density(one, one, self.s) for one in self.centres]

    @property
    def _together(self) -> Density:
        """All centres as one class."""
        every = tuple(centre for one in self.centres for centre in one)
        return Density(every, every, self.s)


@lru_cache(maxsize=64)
def _bayes_error(density: ClassDensity) -> float:
    gx, gy = (np.linspace(*ends, NODES) for ends in density.reach(TAIL))
    return float(1.0 - density.masses(gx, gy).max(axis=0).sum())


def blobs(C: int = 3, noise: float = 1.0) -> ClassDensity:
    """One cluster a class, around a circle, neighbours 1.3 apart: any class against the rest is
    told apart by a line.
    """
    radius = max(1.2, 0.65 / np.sin(np.pi / _classes(C)))
    centres = [[(radius * np.cos(a), radius * np.sin(a))] for a in _angles(C)]
    return ClassDensity(centres, 0.42 * above_zero(noise, "noise"))


def pinwheel(C: int = 5, noise: float = 1.0) -> ClassDensity:
    """One bent arm a class, all turning the same way."""
    r = np.linspace(0.35, 2.2, 24)
    arms = [np.column_stack([r * np.cos(a + 0.8 * r), r * np.sin(a + 0.8 * r)]) for a in _angles(C)]
    return ClassDensity(arms, 0.14 * above_zero(noise, "noise"))


def rings(C: int = 3, noise: float = 1.0) -> ClassDensity:
    """A disc with rings around it, one class each, 0.75 apart."""
    radii = 0.75 * np.arange(_classes(C))
    t = [np.linspace(0, 2 * np.pi, max(1, round(16 * r)), endpoint=False) for r in radii]
    circles = [
        r * np.column_stack([np.cos(angle), np.sin(angle)])
        for r, angle in zip(radii, t, strict=True)
    ]
    return ClassDensity(circles, 0.18 * above_zero(noise, "noise"))


def collinear_blobs(C: int = 5, noise: float = 1.0) -> ClassDensity:
    """Clusters in a row. A line tells any two apart, but none but the outer two from all the rest:

    with a linear learner one-versus-all fails, and one-versus-one does not.
    """
    along = 1.5 * (np.arange(_classes(C)) - (C - 1) / 2)
    centres = [[(0.8 * x, 0.6 * x)] for x in along]
    return ClassDensity(centres, 0.3 * above_zero(noise, "noise"))


def _classes(C: int) -> int:
    if not isinstance(C, Integral) or not 2 <= C <= MOST_CLASSES:
        raise ValueError(f"There must be from 2 to {MOST_CLASSES} classes, not {C!r}.")
    return int(C)


def _angles(C: int) -> np.ndarray:
    return 0.5 * np.pi + 2 * np.pi * np.arange(_classes(C)) / C


# The names stand in links.
SOURCES: dict[str, Callable[..., ClassDensity]] = {
    "blobs": blobs,
    "pinwheel": pinwheel,
    "rings": rings,
    "row": collinear_blobs,
}
