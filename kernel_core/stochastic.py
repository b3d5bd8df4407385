"""What methods that look at one example at a time share: the index drawn, and what they are fed."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from .losses import Loss

ORDERS = ("uniform", "shuffled", "cyclic")
BLOCK = 1024  # indices drawn at a time; a constant, so that a longer run begins like a shorter one
SYMMETRIC = 1e-9  # how far, relatively, K_ij and K_ji may differ


def draw_indices(m: int, seed: int, order: str = "uniform") -> Iterator[int]:
    """Indices in 0, …, m - 1 without end; the same seed gives the same ones.

    "uniform": each drawn anew, as 000's Figure 1 and 004 have it. "shuffled": every pass through
    the data in a new order. "cyclic": 0, 1, …, m - 1 again and again; the seed plays no part.
    """
    seed = check_count(seed, "seed", 0)
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}; it was {order!r}.")
    return _indices(m, np.random.default_rng(seed), order)


def _indices(m: int, rng: np.random.Generator, order: str) -> Iterator[int]:
    while True:
        if order == "uniform":
            yield from rng.integers(m, size=BLOCK).tolist()
        else:
            yield from (rng.permutation(m).tolist() if order == "shuffled" else range(m))


def check_count(value: int, name: str, least: int = 1) -> int:
    """A whole number from `least` on, or a ValueError that names it."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number from {least} on; it was {value!r}.")
    return int(value)


def check_positive(value: float, name: str) -> float:
    """A finite number above 0, or a ValueError that names it."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if not 0 < number < np.inf:
        raise ValueError(f"{name} must be a finite number above 0; it was {value!r}.")
    return number


def check_matrix(K: ArrayLike, y: ArrayLike, loss: Loss) -> tuple[np.ndarray, np.ndarray]:
    """K (m, m) and y (m,) as floats, m >= 1: finite, K symmetric, labels that suit the loss.

    K need not be positive semidefinite: what goes wrong then can be seen.
    """
    y = np.atleast_1d(loss.check_labels(y)).astype(float)
    try:
        K = np.array(K, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("K must be a matrix of numbers.") from None
    m = len(y)
    if m == 0 or y.ndim != 1 or K.shape != (m, m):
        raise ValueError(
            f"K must have one row and one column for each label, and there must be at least one: "
            f"for {m} labels K has shape {K.shape}."
        )
    if not np.isfinite(K).all():
        raise ValueError("K must hold finite numbers; some of these are NaN or infinite.")
    if np.abs(K - K.T).max() > SYMMETRIC * np.abs(K).max():
        raise ValueError("K must be symmetric: K(x, z) and K(z, x) are the same inner product.")
    return K, y
