"""The kernels of the gallery, and their slices k(x′, ·) through a point x′."""

from functools import lru_cache

import numpy as np

import kernel_core as kc
from lab.formulas.sequences import CosineSeries, RandomFourier, RBFTaylor
from pages.kernel_trick.gallery.gallery_scene import GalleryScene

REACH = 3.0  # half the length of the axis: [-3, 3], or [0, 6] for the min kernel
_NODES = 241  # number of values along a slice
_ROUND = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)  # times a power of ten: the ends of axes
_AIR = 1.05  # smallest ratio of the end of an axis to the largest value on it


def kernel_of(exhibit: GalleryScene) -> kc.Kernel:
    """Return the kernel of an exhibit."""
    match exhibit.piece:
        case "cosine":
            return kc.Cosine(exhibit.theta)
        case "bank":
            return CosineSeries(exhibit.L, scaled=exhibit.factor == "with")
        case "poly":
            return kc.Polynomial(exhibit.power, exhibit.shift)
        case "taylor":
            return RBFTaylor(exhibit.width, exhibit.terms)
        case "fourier":
            # Variance τ² belongs to the kernel of bandwidth 1/τ.
            tau = exhibit.width if exhibit.spread == "right" else 1 / exhibit.width
            return RandomFourier(tau, exhibit.waves, seed=exhibit.draw)
    return kc.Min()


def point_of(exhibit: GalleryScene) -> float:
    """Return x′, the point of the slice."""
    return exhibit.spot if exhibit.piece == "min" else exhibit.place


@lru_cache(maxsize=2)
def axis(from_zero: bool) -> np.ndarray:
    """Return the nodes (G,) of a slice, on [0, 6] if `from_zero`, else on [-3, 3]."""
    return np.linspace(-REACH, REACH, _NODES) + (REACH if from_zero else 0.0)


@lru_cache(maxsize=512)
def slice_of(kernel: kc.Kernel, point: float, dimension: int) -> np.ndarray:
    """Evaluate k(x′, x) along the axis (G,); in the plane both points have x₂ = 0."""
    nodes = _embed(axis(isinstance(kernel, kc.Min)), dimension)
    return kernel(nodes, _embed(np.array([point]), dimension))[:, 0]


@lru_cache(maxsize=512)
def range_of(kernel: kc.Kernel, point: float) -> np.ndarray:
    """Return the vertical range (low, high) of a chart of k(x′, ·), in round numbers.

    The range is the same for every x′, except for polynomials, whose slices at 0 and at the end of
    the axis differ too much.
    """
    nodes = axis(isinstance(kernel, kc.Min))[:, None]
    polynomial = isinstance(kernel, kc.Polynomial)
    values = kernel(nodes, np.array([[point]]) if polynomial else nodes[::4])
    low, high = rounded_up(-values.min()), rounded_up(values.max())
    return np.array([0.0 - low, high if low or high else 1.0])


def rounded_up(value: float) -> float:
    """Return a round number at least 5 % above the value, or 0 for values up to 1e-9."""
    if value <= 1e-9:
        return 0.0
    power = 10.0 ** np.floor(np.log10(value * _AIR))
    return float(next(s * power for s in _ROUND if s * power >= value * _AIR))


def _embed(x: np.ndarray, dimension: int) -> np.ndarray:
    return np.column_stack([x, *[np.zeros_like(x)] * (dimension - 1)])
