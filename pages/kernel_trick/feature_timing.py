"""GET /cost: measured times of φ(x)ᵀφ(x′) and K(x, x′) as d and the degree grow.

The answer is a stream of server-sent events, for one visitor at a time, see
`lab.endpoints.benchmark_stream`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.endpoints.benchmark_stream import Benchmark, minimum_seconds
from pages.kernel_trick.mathematics.kernel_trick_identity import NUMBER_BYTES, evaluation_cost

DEGREES = tuple(range(1, 9))
METHODS = ("explicit", "kernel")
SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024)
MAX_BYTES = 8e6  # largest size in bytes of a φ(x) that is timed


@dataclass(frozen=True)
class FeatureMapCase:
    """A case to measure: (xᵀx′ + 1)^degree for two points with d coordinates, computed by one of
    METHODS: "explicit" through φ, "kernel" through K.
    """

    d: int
    degree: int
    method: str


def fits(d: int, degree: int, max_bytes: float = MAX_BYTES) -> bool:
    """Return whether φ of one point needs at most `max_bytes`."""
    return NUMBER_BYTES * evaluation_cost(d, degree).features <= max_bytes


CELLS = tuple(
    FeatureMapCase(d, degree, method)
    for d in SIZES
    for degree in DEGREES
    for method in METHODS
    if method == "kernel" or fits(d, degree)
)


@dataclass(frozen=True, eq=False)
class Features:
    """The feature map of (xᵀx′ + 1)^degree: each monomial is computed from one of the next lower
    degree.

    `levels` has two arrays for each degree from 1 on. For each monomial of this degree, they have
    the index of one of the next lower degree, and of the coordinate that multiplies it. `weights`
    are the weights of all features (note 003).
    """

    levels: tuple[tuple[np.ndarray, np.ndarray], ...]
    weights: np.ndarray

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Evaluate φ(x) for x (d,), shape (d + degree choose degree,)."""
        parts = [np.ones(1)]
        for smaller, coordinate in self.levels:
            parts.append(parts[-1][smaller] * x[coordinate])
        return self.weights * np.concatenate(parts)


def features(d: int, degree: int) -> Features:
    """Build the feature map of (xᵀx′ + 1)^degree for points with d coordinates."""
    last, run, square = np.zeros(1, np.int32), np.zeros(1), np.ones(1)
    levels, squares = [], [square]
    for total in range(1, degree + 1):
        # Each monomial lists its coordinates in non-decreasing order, so that it occurs once.
        n_larger = d - last
        smaller = np.repeat(np.arange(len(last), dtype=np.int32), n_larger)
        start = np.cumsum(n_larger) - n_larger
        coordinate = last[smaller] + np.arange(len(smaller), dtype=np.int32) - start[smaller]
        is_repeated = (coordinate == last[smaller]) & (total > 1)
        run = np.where(is_repeated, run[smaller] + 1, 1)
        square = square[smaller] * (degree - total + 1) / run
        last = coordinate.astype(np.int32)
        levels.append((smaller, last))
        squares.append(square)
    return Features(tuple(levels), np.sqrt(np.concatenate(squares)))


def work(cell: FeatureMapCase) -> Callable[[], float]:
    """Return the function to time. It computes one inner product from two points, by the method of
    `cell`."""
    x, z = np.random.default_rng(cell.d).uniform(-1, 1, (2, cell.d))
    if cell.method == "kernel":
        return lambda: (x @ z + 1.0) ** cell.degree
    phi = features(cell.d, cell.degree)
    return lambda: phi(x) @ phi(z)


def measure(cell: FeatureMapCase) -> float:
    """Return the time for one inner product in seconds: the shortest of several runs."""
    return minimum_seconds(work(cell))


def row(cell: FeatureMapCase, seconds: float) -> dict[str, Any]:
    """Return one cell and its time as the object that the page's script reads."""
    return {
        "d": cell.d, "degree": cell.degree, "method": cell.method,
        "seconds": float(f"{seconds:.3g}"),
    }  # fmt: skip


BENCHMARK = Benchmark(measure, cells=CELLS, row=row)
STREAM = BENCHMARK.stream("cost")
