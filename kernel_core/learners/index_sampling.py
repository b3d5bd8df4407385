"""What methods that look at one example at a time share: the index drawn, and what they are fed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..validation import check_count

ORDERS = ("uniform", "shuffled", "cyclic")
BLOCK = 1024  # indices drawn at a time; a constant, so that a longer run begins like a shorter one


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
