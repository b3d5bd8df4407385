"""Choose the indices of the examples for methods that use one example at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..validation import check_choice, check_count

ORDERS = ("uniform", "shuffled", "cyclic")
BLOCK = 1024  # indices chosen at a time; fixed, so that a longer run begins with the same indices


def draw_indices(m: int, seed: int, order: str = "uniform") -> Iterator[int]:
    """Yield the index of each step's example, endlessly.

    Parameters
    ----------
    m : int
        The number of examples, at least 1.
    seed : int
        A whole number, 0 or more; the same seed gives the same indices.
    order : {"uniform", "shuffled", "cyclic"}
        "uniform" chooses each index independently of the others; "shuffled" uses a new permutation
        in every pass; "cyclic" uses 0, 1, …, m - 1 in every pass.

    Yields
    ------
    int
        An index in 0, …, m - 1.

    Notes
    -----
    Note 000 §4, Figure 1, and note 004 choose uniformly at random.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from itertools import islice
    >>> list(islice(kc.learners.draw_indices(3, seed=0, order="cyclic"), 5))
    [0, 1, 2, 0, 1]
    """
    m, seed = check_count(m, "m"), check_count(seed, "seed", 0)
    return _indices(m, np.random.default_rng(seed), check_choice(order, "order", ORDERS))


def _indices(m: int, rng: np.random.Generator, order: str) -> Iterator[int]:
    while True:
        if order == "uniform":
            yield from rng.integers(m, size=BLOCK).tolist()
        else:
            yield from (rng.permutation(m).tolist() if order == "shuffled" else range(m))
