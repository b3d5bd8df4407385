"""Random draws that can be repeated: the same point and seed always give the same number."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_count, check_points

STRIDE, MIX, BLEND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


def point_hash(Z: ArrayLike, seed: int) -> np.ndarray:
    """A number in [0, 1) for each point, as if drawn evenly: to break ties, or to draw a class.

    Parameters
    ----------
    Z : array_like, shape (n, d)
        The points.
    seed : int
        A whole number from 0 on.

    Returns
    -------
    ndarray, shape (n,)
        Each depends on the seed and on the point's own coordinates alone.

    Notes
    -----
    004 breaks ties "in some way". The bits of the coordinates are mixed one after another.

    References
    ----------
    G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators, 2014.

    Examples
    --------
    >>> import kernel_core as kc
    >>> alone, both = (kc.multiclass.point_hash(Z, seed=0) for Z in ([[3.0]], [[1.0], [3.0]]))
    >>> bool(alone[0] == both[1])
    True
    """
    seed = check_count(seed, "seed", 0)
    Z = check_points(Z)
    state = np.full(len(Z), seed % 2**64, dtype=np.uint64)
    for column in Z.T:
        bits = (column + 0.0).view(np.uint64)  # + 0.0 makes -0.0 the same number as 0.0
        state = _splitmix64(state ^ bits)
    return (_splitmix64(state) >> np.uint64(11)) * 2.0**-53


def _splitmix64(z: np.ndarray) -> np.ndarray:
    z = z + STRIDE
    z = (z ^ (z >> np.uint64(30))) * MIX
    z = (z ^ (z >> np.uint64(27))) * BLEND
    return z ^ (z >> np.uint64(31))


def choose_uniformly(candidates: np.ndarray, u: np.ndarray) -> np.ndarray:
    """One of each point's candidates (C, n), all equally likely, by u (n,) in [0, 1)."""
    rank = np.cumsum(candidates, axis=0)
    return (rank > np.floor(u * rank[-1])).argmax(axis=0)
