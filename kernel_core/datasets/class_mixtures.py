"""Data sets of many classes whose densities are known: blobs, pinwheel, rings, a row of blobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_number, check_whole
from .gaussian_mixtures import GaussianMixtureClasses


def blobs(C: int = 3, noise: float = 1.0) -> GaussianMixtureClasses:
    """Return one cluster for each class, with centres on a circle, at least 1.3 apart.

    A line separates each class from all others, except for the overlap of neighbours.
    """
    radius = max(1.2, 0.65 / np.sin(np.pi / _n_classes(C)))
    centres = [[(radius * np.cos(a), radius * np.sin(a))] for a in _angles(C)]
    return _classes(centres, 0.42, noise)


def pinwheel(C: int = 5, noise: float = 1.0) -> GaussianMixtureClasses:
    """Return one curved arm for each class, all bent in the same direction."""
    r = np.linspace(0.35, 2.2, 24)
    arms = [np.column_stack([r * np.cos(a + 0.8 * r), r * np.sin(a + 0.8 * r)]) for a in _angles(C)]
    return _classes(arms, 0.14, noise)


def rings(C: int = 3, noise: float = 1.0) -> GaussianMixtureClasses:
    """Return a disc for class 0 and rings around it for the others, with radii 0.75 apart."""
    radii = 0.75 * np.arange(_n_classes(C))
    t = [np.linspace(0, 2 * np.pi, max(1, round(16 * r)), endpoint=False) for r in radii]
    circles = [
        r * np.column_stack([np.cos(angle), np.sin(angle)])
        for r, angle in zip(radii, t, strict=True)
    ]
    return _classes(circles, 0.18, noise)


def collinear_blobs(C: int = 5, noise: float = 1.0) -> GaussianMixtureClasses:
    """Return clusters in a row. Except for overlap, a line separates any two of them, but no line
    separates an inner cluster from all others.

    So for C >= 3, with a linear learner, one-versus-all fails and one-versus-one succeeds.
    """
    along = 1.5 * (np.arange(_n_classes(C)) - (C - 1) / 2)
    return _classes([[(0.8 * x, 0.6 * x)] for x in along], 0.3, noise)


def _classes(centres: Sequence[ArrayLike], s: float, noise: float) -> GaussianMixtureClasses:
    return GaussianMixtureClasses(centres, s * check_number(noise, "noise", "above 0"))


def _n_classes(C: int) -> int:
    return check_whole(C, "The number of classes", 2, GaussianMixtureClasses.max_classes)


def _angles(C: int) -> np.ndarray:
    return 0.5 * np.pi + 2 * np.pi * np.arange(_n_classes(C)) / C


# The names appear in links: do not change them.
MULTICLASS_SOURCES: dict[str, Callable[..., GaussianMixtureClasses]] = {
    "blobs": blobs,
    "pinwheel": pinwheel,
    "rings": rings,
    "row": collinear_blobs,
}
