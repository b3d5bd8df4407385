"""Data sets of classes with known densities.

Each class is a mixture of equally weighted isotropic Gaussians with the same standard deviation s:
a few for clusters, many along a curve for moons, circles and spirals. All classes are equally
likely. Sampling, densities and the Bayes classifier (note 000, Figure 5) are exact; the Bayes error
is computed by quadrature. This module has the sources of two classes, with labels ±1;
`class_mixtures` has those of many classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, pi
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..kernels import grid_points, squared_distances
from ..validation import check_count, check_number, check_points

__all__ = [
    "TWO_CLASS_SOURCES",
    "GaussianMixtureClasses",
    "blobs",
    "checkerboard",
    "circles",
    "mixture",
    "moons",
    "spirals",
    "xor",
]

ASPECT = 1.2  # ratio of width to height of every window
# Distance by which the quadrature extends beyond the centres, in units of s; the mass outside is
# below 1e-8.
QUADRATURE_MARGIN = 6.0
# Smallest number of nodes per axis for the Bayes error; large, since min(p₊, p₋) has a kink.
TWO_CLASS_NODES = 801
# Number of nodes per axis for many classes; smaller, since each class has a table of densities.
MULTICLASS_NODES = 601
SIGNS = (1.0, -1.0)


@dataclass(frozen=True)
class GaussianMixtureClasses:
    """Equally likely classes, each a mixture of equally weighted isotropic Gaussians with the same
    standard deviation.

    p(x | y = k) = (1/n_k) Σ_j N(x; c_kj, s² I), so that sampling, densities and the Bayes
    classifier are exact.

    Parameters
    ----------
    centres : sequence of C arrays, each of shape (n_k, 2)
        The centres c_kj of each class in the plane, 2 <= C <= 64.
    s : float
        Standard deviation of every Gaussian along each axis, above 0, in the units of the plane.
    labels : sequence of C whole numbers, optional
        The classes' names in y, all different. By default 0, ..., C - 1; the sources of two classes
        have 1.0 and -1.0, in this order.

    Raises
    ------
    ValueError
        If the centres or s are not as described above, or if there are not C different labels.

    Notes
    -----
    The Bayes classifier is that of note 000, Figure 5: at each point the class of largest density.

    Examples
    --------
    >>> import kernel_core as kc
    >>> two = kc.datasets.GaussianMixtureClasses([[(1, 0)], [(-1, 0)]], s=1.0, labels=(1.0, -1.0))
    >>> X, y = two.sample(6, seed=0)
    >>> X.shape, sorted(y.tolist())
    ((6, 2), [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
    >>> round(two.bayes_error, 4)  # one Gaussian's mass beyond one standard deviation
    0.1587
    """

    max_classes: ClassVar[int] = 64
    centres: Sequence[ArrayLike]
    s: float
    labels: Sequence[float] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.centres) <= self.max_classes:
            raise ValueError(
                f"There must be from 2 to {self.max_classes} classes; "
                f"here there are {len(self.centres)}."
            )
        labels = tuple(self.labels) or tuple(range(len(self.centres)))
        if len(set(labels)) != len(self.centres):
            raise ValueError(f"Every class needs a label of its own; the labels are {labels}.")
        tables = [check_points(centres) for centres in self.centres]
        if any(table.shape[1] != 2 or len(table) == 0 for table in tables):
            raise ValueError("Every class needs centres in the plane, shape (n, 2).")
        frozen = tuple(tuple(map(tuple, table.tolist())) for table in tables)
        object.__setattr__(self, "centres", frozen)
        object.__setattr__(self, "s", check_number(self.s, "The width s", "above 0"))
        object.__setattr__(self, "labels", labels)

    def centres_of(self, label: float) -> np.ndarray:
        """Return the centres of one class, shape (n_k, 2)."""
        if label not in self.labels:
            raise ValueError(f"The classes are {self.labels}; there is no class {label!r}.")
        return np.array(self.centres[self.labels.index(label)])

    def sample(self, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Sample m points X (m, 2) with labels y (m,) in random order.

        m is at least C, or at least 1 for the labels (1.0, -1.0). The classes' sizes differ by at
        most one. The same seed gives the same points: a larger m adds points, and another s scales
        their distances from the centres.
        """
        C = len(self.labels)
        # A loss of labels ±1 can be fitted to one point.
        min_points = 1 if self.labels == SIGNS else C
        m = check_count(m, f"The number of points of {C} classes", min_points)
        X, y, order = [], [], []
        for k, label in enumerate(self.labels):
            n = m // C + (k < m % C)
            stream = int(label - min(self.labels))
            pick, shift, place = (np.random.default_rng([seed, stream, i]) for i in range(3))
            centres = self.centres_of(label)
            chosen_centres = centres[pick.integers(len(centres), size=n)]
            X.append(chosen_centres + self.s * shift.standard_normal((n, 2)))
            y.append(np.full(n, label))
            order.append(place.random(n))
        shuffled = np.argsort(np.concatenate(order))
        return np.concatenate(X)[shuffled], np.concatenate(y)[shuffled]

    def class_density(self, label: float, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return p(x | y = label) on a grid, shape (len(gy), len(gx)); row k has y = gy_k."""
        centres = self.centres_of(label)
        Bx, By = (_normal_densities(g, c, self.s) for g, c in zip((gx, gy), centres.T, strict=True))
        return By @ Bx.T / len(centres)

    def masses(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return the mass of each class in the cells of a uniform grid, shape (C, len(gy),
        len(gx)).

        Each class has a total mass of 1/C.
        """
        p = np.array([self.class_density(label, gx, gy) for label in self.labels])
        return p / (len(p) * p.sum(axis=(1, 2), keepdims=True))

    def log_densities(self, Z: ArrayLike) -> np.ndarray:
        """Return log p(z | y = k) at points Z (n, 2), shape (C, n), up to a common constant.

        The values are precise even where every density underflows.
        """
        Z = check_points(Z)
        rows = []
        for label in self.labels:
            exponents = squared_distances(Z, self.centres_of(label)) / (-2 * self.s**2)
            top = exponents.max(axis=1, keepdims=True)
            rows.append(top[:, 0] + np.log(np.exp(exponents - top).mean(axis=1)))
        return np.array(rows)

    def log_odds(self, Z: ArrayLike) -> np.ndarray:
        """Return log p(z | first class) - log p(z | second class) at points Z (n, 2), shape (n,).
        Raises ValueError unless there are two classes."""
        if len(self.labels) != 2:
            raise ValueError(f"Odds are for two classes; here there are {len(self.labels)}.")
        first, second = self.log_densities(Z)
        return first - second

    def posterior(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return 2 P(first class | x) - 1 on a grid, shape (len(gy), len(gx)), for two classes.

        The values are 0 on the Bayes boundary.
        """
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        return np.tanh(self.log_odds(grid_points(gx, gy)) / 2).reshape(len(gy), len(gx))

    def bayes(self, Z: ArrayLike) -> np.ndarray:
        """Return the label of the most likely class at each of the points Z (n, 2), shape (n,)."""
        return np.array(self.labels)[self.log_densities(Z).argmax(axis=0)]

    def bayes_map(self, gx: ArrayLike, gy: ArrayLike) -> np.ndarray:
        """Return the most likely class's index k on a grid, shape (len(gy), len(gx)), uint8."""
        gx, gy = np.asarray(gx, dtype=float), np.asarray(gy, dtype=float)
        likeliest = self.log_densities(grid_points(gx, gy)).argmax(axis=0)
        return likeliest.astype(np.uint8).reshape(len(gy), len(gx))

    @property
    def bayes_error(self) -> float:
        """The smallest error that a classifier can have, 1 - (1/C) ∫ max_k p_k.

        It is accurate to 1e-4 for the labels (1.0, -1.0), and to 1e-3 for others.
        """
        return _overlap(self) if self.labels == SIGNS else _bayes_error(self)

    @property
    def window(self) -> tuple[float, float, float, float]:
        """A window (x0, x1, y0, y1), in round numbers, that contains nearly all of the mass; it is
        1.2 times as wide as high."""
        (left, right), (low, high) = self.bounding_box(2.75)
        # The height is a multiple of 0.5 and the width therefore of 0.1, so all four numbers are
        # round.
        height = ceil(max(high - low, (right - left) / ASPECT) / 0.5 - 1e-9) * 0.5
        x0 = _round_down((left + right - ASPECT * height) / 2)
        y0 = _round_down((low + high - height) / 2)
        return x0, round(x0 + ASPECT * height, 2), y0, round(y0 + height, 2)

    def bounding_box(self, widths: float) -> np.ndarray:
        """Return the box [[x0, x1], [y0, y1]] of all centres, enlarged by `widths` · s on each
        side."""
        centres = np.concatenate(self.centres)
        margin = widths * self.s
        return np.column_stack([centres.min(axis=0) - margin, centres.max(axis=0) + margin])


@lru_cache(maxsize=128)
def _overlap(density: GaussianMixtureClasses) -> float:
    """Return the Bayes error ½ ∫ min(p₊, p₋); this form keeps the relative precision of small
    errors."""
    first, second = map(density.centres_of, density.labels)
    distance = squared_distances(first, second).min() ** 0.5
    if distance > 2 * QUADRATURE_MARGIN * density.s:
        return 0.0  # the classes hardly overlap: the true error is below 1e-8
    box = density.bounding_box(QUADRATURE_MARGIN)
    nodes = (max(TWO_CLASS_NODES, 1 + ceil((b - a) / density.s * 6)) for a, b in box)
    gx, gy = (np.linspace(a, b, n) for (a, b), n in zip(box, nodes, strict=True))
    p, q = (density.class_density(label, gx, gy) for label in density.labels)
    return float(0.5 * np.minimum(p, q).sum() * (gx[1] - gx[0]) * (gy[1] - gy[0]))


@lru_cache(maxsize=64)
def _bayes_error(density: GaussianMixtureClasses) -> float:
    gx, gy = (
        np.linspace(a, b, MULTICLASS_NODES) for a, b in density.bounding_box(QUADRATURE_MARGIN)
    )
    return float(1.0 - density.masses(gx, gy).max(axis=0).sum())


def _normal_densities(g: ArrayLike, centres: np.ndarray, s: float) -> np.ndarray:
    """Return the normal densities N(centre, s²) at g, shape (len(g), len(centres))."""
    with np.errstate(under="ignore"):
        u = np.subtract.outer(np.asarray(g, dtype=float), centres) / s
        return np.exp(-0.5 * u * u) / (s * (2 * pi) ** 0.5)


def _round_down(low: float) -> float:
    """Round `low` down to a multiple of 0.05."""
    return round(floor(20 * low + 1e-9) / 20, 2)


def _two_classes(
    positive: ArrayLike, negative: ArrayLike, s: float, noise: float
) -> GaussianMixtureClasses:
    """Return the classes +1 and -1 with centres (k, 2) and Gaussians of standard deviation s ·
    noise."""
    width = s * check_number(noise, "noise", "above 0")
    return GaussianMixtureClasses((positive, negative), width, SIGNS)


def mixture(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return three clusters for each class with a curved Bayes boundary: the default data.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    p(x | y) is the mean of N(c_j, s² I) over the 3 centres of class y, with s = 0.38 noise. Since p
    is known, so is the optimal classifier of note 000, Figure 5.

    References
    ----------
    T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning, 2009.

    Examples
    --------
    >>> import kernel_core as kc
    >>> source = kc.datasets.mixture()
    >>> X, y = source.sample(200, seed=0)
    >>> X.shape, round(source.bayes_error, 3)
    ((200, 2), 0.117)
    """
    positive = [(-0.9, 0.6), (0.55, 1.05), (1.25, -0.35)]
    negative = [(-0.75, -0.75), (0.25, 0.05), (1.5, 0.95)]
    return _two_classes(positive, negative, 0.38, noise)


def moons(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return two interleaved half circles.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    The centres are ±1.5 (cos t - ½, sin t - ¼) for 64 values of t in (0, π), and s = 0.33 noise.
    Since p is known, so is the optimal classifier of note 000, Figure 5.

    Examples
    --------
    >>> import kernel_core as kc
    >>> [round(kc.datasets.moons(noise).bayes_error, 3) for noise in (0.5, 1.0, 2.0)]
    [0.001, 0.039, 0.154]
    """
    t = np.pi * (np.arange(64) + 0.5) / 64
    upper = 1.5 * np.column_stack([np.cos(t) - 0.5, np.sin(t) - 0.25])
    return _two_classes(upper, -upper, 0.33, noise)


def circles(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return two concentric rings; the inner ring is positive.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    The centres are 0.9 (cos t, sin t) and 2 (cos t, sin t), 64 each, and s = 0.31 noise. This is
    the radial data of note 003, "Importance of feature map", where ‖x‖ as a feature separates the
    classes, except for overlap.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.datasets.circles().bayes([[0.9, 0.0], [0.0, 2.0]]).tolist()
    [1.0, -1.0]
    """
    t = 2 * np.pi * np.arange(64) / 64
    ring = np.column_stack([np.cos(t), np.sin(t)])
    return _two_classes(0.9 * ring, 2.0 * ring, 0.31, noise)


def xor(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return four clusters; positive where the centre's coordinates have the same sign.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    The centres are ±(1.1, 1.1) and ±(1.1, -1.1), and s = 0.55 noise. No line separates the classes;
    exclusive or is not in the notes.

    References
    ----------
    M. Minsky and S. Papert, Perceptrons, 1969.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.datasets.xor().bayes([[1, 1], [-1, -1], [1, -1], [-1, 1]]).tolist()
    [1.0, 1.0, -1.0, -1.0]
    """
    a = 1.1
    return _two_classes([(a, a), (-a, -a)], [(a, -a), (-a, a)], 0.55, noise)


def spirals(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return two spiral arms, each with about 1.3 turns.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    The centres are ±2.3 u (cos 3πu, sin 3πu) for 64 values of u up to 1, and s = 0.2 noise. The two
    spirals are not in the notes.

    References
    ----------
    K. J. Lang and M. J. Witbrock, Learning to tell two spirals apart, 1988.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.spirals().sample(100, seed=0)
    >>> solution = kc.fit(X, y, kc.RBF(0.4), kc.Hinge(), 0.001)
    >>> float((y * solution.decision(X) > 0).mean()) > 0.9
    True
    """
    u = np.sqrt(np.linspace(0.02, 1.0, 64))  # the root spaces the centres evenly along the arm
    arm = 2.3 * u[:, None] * np.column_stack([np.cos(3 * np.pi * u), np.sin(3 * np.pi * u)])
    return _two_classes(arm, -arm, 0.2, noise)


def blobs(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return one cluster for each class; the Bayes boundary is a straight line.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    The boundary is the perpendicular bisector of the two centres. The Bayes error is Φ(-d/2s),
    where Φ is the normal distribution function and d the distance between the centres. The log odds
    are 2cᵀx/s² for centres ±c, so this is the logistic model of note 002, "logistic regression",
    with θ = 2c/s².

    Examples
    --------
    >>> import kernel_core as kc
    >>> float(kc.datasets.blobs().log_odds([[0.0, 0.0]])[0])
    0.0
    """
    return _two_classes([(1.1, 0.5)], [(-1.1, -0.5)], 0.7, noise)


def checkerboard(noise: float = 1.0) -> GaussianMixtureClasses:
    """Return a board of 4 × 4 squares with alternating classes; a square has 4 × 4 Gaussians.

    Parameters
    ----------
    noise : float
        Factor of the standard deviation s; ValueError unless above 0.

    Returns
    -------
    GaussianMixtureClasses

    Notes
    -----
    p(x | y) is the mean of N(c_j, s² I) over the 128 centres of class y, with s = 0.16 noise. The
    midpoints of the squares are 1.15 apart. Since p is known, so is the optimal classifier of note
    000, Figure 5.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.datasets.checkerboard().bayes([[0.6, 0.6], [0.6, -0.6], [1.7, 0.6]]).tolist()
    [1.0, -1.0, -1.0]
    """
    steps = 1.15 * (np.arange(4) - 1.5)
    field = np.array([(a, b) for a in 0.18 * steps for b in 0.18 * steps])
    colours: dict[bool, list[np.ndarray]] = {True: [], False: []}
    for i, x in enumerate(steps):
        for j, y in enumerate(steps):
            colours[(i + j) % 2 == 0].append(field + np.array([x, y]))
    return _two_classes(np.concatenate(colours[True]), np.concatenate(colours[False]), 0.16, noise)


# The sources by name, in the order of the app's menu.
TWO_CLASS_SOURCES: dict[str, Callable[..., GaussianMixtureClasses]] = {
    source.__name__: source
    for source in (mixture, moons, circles, xor, spirals, blobs, checkerboard)
}
