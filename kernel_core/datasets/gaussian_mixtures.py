"""Data sets whose densities are known, so that nothing about them has to be estimated.

Each source is two classes, equally likely, each an even mixture of round Gaussians of one width s:
a few for clusters, many along a curve for moons, circles and spirals. Sampling, densities, the
Bayes classifier (000, Figure 5) and its error are all exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, isfinite, pi
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike

from ..kernels import grid_points, squared_distances
from ..validation import check_points

ASPECT = 1.2  # width of every window over its height
TAIL = 6.0  # quadrature reaches so many s beyond the centres; what lies outside is below 1e-8
NODES = 801  # for the Bayes error, an axis: min(p₊, p₋) has a kink, so a few per s won't do


@dataclass(frozen=True)
class Density:
    """Two classes with centres `positive` (k, 2) and `negative` (k', 2), width s > 0."""

    positive: tuple[tuple[float, float], ...]
    negative: tuple[tuple[float, float], ...]
    s: float

    def __post_init__(self) -> None:
        for name in ("positive", "negative"):
            centres = check_points(getattr(self, name))
            if centres.shape[1] != 2 or len(centres) == 0:
                raise ValueError(f"The {name} class needs centres in the plane, shape (k, 2).")
            object.__setattr__(self, name, tuple(map(tuple, centres.tolist())))
        object.__setattr__(self, "s", above_zero(self.s, "The width s"))

    def centres(self, label: int) -> np.ndarray:
        """The centres of class -1 or +1, shape (k, 2)."""
        if label not in (-1, 1):
            raise ValueError(f"The classes are -1 and +1; there is no class {label!r}.")
        return np.array(self.positive if label == 1 else self.negative)

    def sample(self, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """m points X (m, 2) with labels y (m,) of ±1, m // 2 of them negative, in random order.

        The same seed gives the same points: a larger m adds to them, another width s spreads
        them about the same centres.
        """
        if not isinstance(m, Integral) or m < 1:
            raise ValueError(f"A sample needs a whole number of points from 1 on, not {m!r}.")
        X, y, order = [], [], []
        for label, n in ((-1, m // 2), (1, m - m // 2)):
            pick, shift, place = (np.random.default_rng([seed, label + 1, i]) for i in range(3))
            centres = self.centres(label)
            chosen = centres[pick.integers(len(centres), size=n)]
            X.append(chosen + self.s * shift.standard_normal((n, 2)))
            y.append(np.full(n, float(label)))
            order.append(place.random(n))
        shuffled = np.argsort(np.concatenate(order))
        return np.concatenate(X)[shuffled], np.concatenate(y)[shuffled]

    def class_density(self, label: int, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """p(x | y = label) on a grid, shape (len(gy), len(gx)): rows are y."""
        centres = self.centres(label)
        Bx, By = (_normal_densities(g, c, self.s) for g, c in zip((gx, gy), centres.T, strict=True))
        return By @ Bx.T / len(centres)

    def log_odds(self, Z: ArrayLike) -> np.ndarray:
        """log p(z | +1) - log p(z | -1) at points Z (n, 2), shape (n,); exact far out too."""
        Z = check_points(Z)
        return self._log_density(1, Z) - self._log_density(-1, Z)

    def posterior(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """2 P(y = 1 | x) - 1 on a grid, shape (len(gy), len(gx)); 0 on the Bayes boundary."""
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        return np.tanh(self.log_odds(grid_points(gx, gy)) / 2).reshape(len(gy), len(gx))

    def bayes(self, Z: ArrayLike) -> np.ndarray:
        """The optimal classifier's answer, ±1, at points Z (n, 2): the likelier class."""
        return np.where(self.log_odds(Z) >= 0, 1.0, -1.0)

    @property
    def bayes_error(self) -> float:
        """The least error any classifier can have, ½ ∫ min(p₊, p₋), to within 1e-4."""
        return _bayes_error(self)

    @property
    def window(self) -> tuple[float, float, float, float]:
        """(x0, x1, y0, y1), a tidy frame around nearly all mass; (x1 - x0)/(y1 - y0) = 1.2."""
        (left, right), (low, high) = self.reach(2.75)
        # A height in halves makes a width in tenths, so that all four numbers are tidy.
        height = ceil(max(high - low, (right - left) / ASPECT) / 0.5 - 1e-9) * 0.5
        x0, y0 = (
            _round_down((left + right - ASPECT * height) / 2),
            _round_down((low + high - height) / 2),
        )
        return x0, round(x0 + ASPECT * height, 2), y0, round(y0 + height, 2)

    def reach(self, widths: float) -> np.ndarray:
        """The box of all centres and `widths` times s around it, [[x0, x1], [y0, y1]]."""
        centres = np.array(self.positive + self.negative)
        margin = widths * self.s
        return np.column_stack([centres.min(axis=0) - margin, centres.max(axis=0) + margin])

    def _log_density(self, label: int, Z: np.ndarray) -> np.ndarray:
        """log p(z | label) up to the constant that the two classes share."""
        centres = self.centres(label)
        exponents = squared_distances(Z, centres) / (-2 * self.s**2)
        top = exponents.max(axis=1, keepdims=True)
        return top[:, 0] + np.log(np.exp(exponents - top).mean(axis=1))


@lru_cache(maxsize=128)
def _bayes_error(density: Density) -> float:
    apart = squared_distances(density.centres(1), density.centres(-1)).min() ** 0.5
    if apart > 2 * TAIL * density.s:
        return 0.0  # the classes do not touch: the true value is below 1e-8
    nodes = (max(NODES, 1 + ceil((b - a) / density.s * 6)) for a, b in density.reach(TAIL))
    gx, gy = (np.linspace(*ends, n) for ends, n in zip(density.reach(TAIL), nodes, strict=True))
    least = np.minimum(density.class_density(1, gx, gy), density.class_density(-1, gx, gy))
    return float(0.5 * least.sum() * (gx[1] - gx[0]) * (gy[1] - gy[0]))


def _normal_densities(g: ArrayLike, centres: np.ndarray, s: float) -> np.ndarray:
    """The normal densities N(centre, s²) at g, shape (len(g), len(centres))."""
    with np.errstate(under="ignore"):
        u = np.subtract.outer(np.asarray(g, dtype=float), centres) / s
        return np.exp(-0.5 * u * u) / (s * (2 * pi) ** 0.5)


def _round_down(low: float) -> float:
    """The nearest multiple of 0.05 not above `low`."""
    return round(floor(20 * low + 1e-9) / 20, 2)


def above_zero(value: float, name: str) -> float:
    if not isinstance(value, Real) or not isfinite(value) or value <= 0:
        raise ValueError(f"{name} must be a finite number above 0; it was {value!r}.")
    return float(value)


def mixture(noise: float = 1.0) -> Density:
    """The default: three clusters a class, set so that the best boundary is curved."""
    positive = [(-0.9, 0.6), (0.55, 1.05), (1.25, -0.35)]
    negative = [(-0.75, -0.75), (0.25, 0.05), (1.5, 0.95)]
    return Density(positive, negative, 0.38 * above_zero(noise, "noise"))


def moons(noise: float = 1.0) -> Density:
    """Two half circles, each around the other's end."""
    t = np.pi * (np.arange(64) + 0.5) / 64
    upper = 1.5 * np.column_stack([np.cos(t) - 0.5, np.sin(t) - 0.25])
    return Density(upper, -upper, 0.33 * above_zero(noise, "noise"))


def circles(noise: float = 1.0) -> Density:
    """A ring within a ring; the inner one is positive."""
    t = 2 * np.pi * np.arange(64) / 64
    ring = np.column_stack([np.cos(t), np.sin(t)])
    return Density(0.9 * ring, 2.0 * ring, 0.31 * above_zero(noise, "noise"))


def xor(noise: float = 1.0) -> Density:
    """Four clusters; positive where the coordinates have the same sign."""
    a = 1.1
    return Density([(a, a), (-a, -a)], [(a, -a), (-a, a)], 0.55 * above_zero(noise, "noise"))


def spirals(noise: float = 1.0) -> Density:
    """Two arms that turn one and a half times about each other."""
    u = np.sqrt(np.linspace(0.02, 1.0, 64))  # the root spaces the centres evenly along the arm
    arm = 2.3 * u[:, None] * np.column_stack([np.cos(3 * np.pi * u), np.sin(3 * np.pi * u)])
    return Density(arm, -arm, 0.2 * above_zero(noise, "noise"))


def blobs(noise: float = 1.0) -> Density:
    """One cluster a class: the best boundary is a straight line."""
    return Density([(1.1, 0.5)], [(-1.1, -0.5)], 0.7 * above_zero(noise, "noise"))


def checkerboard(noise: float = 1.0) -> Density:
    """Four by four fields of alternating class, each filled by four by four Gaussians."""
    steps = 1.15 * (np.arange(4) - 1.5)
    field = np.array([(a, b) for a in 0.18 * steps for b in 0.18 * steps])
    colours = {1: [], -1: []}
    for i, x in enumerate(steps):
        for j, y in enumerate(steps):
            colours[1 if (i + j) % 2 == 0 else -1].append(field + np.array([x, y]))
    positive, negative = np.concatenate(colours[1]), np.concatenate(colours[-1])
    return Density(positive, negative, 0.16 * above_zero(noise, "noise"))


SOURCES: dict[str, Callable[..., Density]] = {
    source.__name__: source
    for source in (mixture, moons, circles, xor, spirals, blobs, checkerboard)
}
