"""The data sets of the deeper steps: two moons or two rings, by default with little noise."""

from functools import lru_cache

import numpy as np

import kernel_core as kc

LABELS = {"moons": "Two moons", "rings": "Two rings"}
RANGES = {"moons": (-2.8, 2.8, -2.1, 2.1), "rings": (-3.2, 3.2, -2.4, 2.4)}
_NOISE = {"moons": 0.25, "rings": 0.15}


@lru_cache(maxsize=16)
def points_of(name: str, m: int, noise: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Sample m points (m, 2) of a data set, by default with its usual noise. Return them with their
    classes (m,).
    """
    return density_of(name, _NOISE[name] if noise is None else noise).sample(m, 0)


def density_of(name: str, noise: float) -> kc.datasets.GaussianMixtureClasses:
    """Return the density of the data set `name` with this noise."""
    return (kc.datasets.moons if name == "moons" else kc.datasets.circles)(noise)
