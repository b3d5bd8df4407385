"""The search for points whose matrix has a negative eigenvalue: a proof that K is not a kernel.

K is a kernel if and only if every matrix K_ij = K(x_i, x_j) is positive semidefinite (notes 001,
003 and 004). So one set of points with a vector c for which cᵀKc < 0 is a proof, and so are two
points for which K(x, z) and K(z, x) differ. The search minimises the smallest eigenvalue over the
points. A search without a result proves nothing.

The eigenvalue is compared with the largest |K_ij|, since its rounding error is about n·1e-16 times
this entry. It counts as negative below -1e-9 n max |K_ij|, as in `fit`, which refuses such a
matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from kernel_core import Kernel
from kernel_core.validation import check_whole

TOLERANCE = 1e-9  # an eigenvalue counts as negative below -TOLERANCE n max |K_ij|
CLEARLY_NEGATIVE = -0.05  # the search ends once the eigenvalue / max |K_ij| is below this
REFINEMENT_EVALUATIONS = 200  # largest number of matrices after the first negative eigenvalue
SIZES = (2, 3, 4, 6, 9, 16, 25)  # numbers of points, the smallest first
MAX_COORDINATE = 3.0  # largest absolute value of a coordinate
SCATTERED_SHARE = 0.25  # share of evaluations for scattered points and lattices
MIN_ENTRY = 1e-290  # if all |K_ij| are below this, they have no correct digits
# Number of errors after which the search ends, if the candidate has had no value so far.
MAX_FAULTS = 20


@dataclass(frozen=True, eq=False)
class Counterexample:
    """Points whose matrix has a negative eigenvalue, or two points whose matrix is not symmetric: a
    proof that K is not a kernel.

    Attributes
    ----------
    points : ndarray of shape (n, d)
        The points.
    matrix : ndarray of shape (n, n)
        Their matrix.
    eigenvalues : ndarray of shape (n,)
        The eigenvalues in ascending order; those of (K + Kᵀ)/2 if the matrix is not symmetric.
    c : ndarray of shape (n,) or None
        The unit vector for which cᵀKc = value; None if the matrix is not symmetric.
    value : float
        cᵀKc, the smallest eigenvalue; K(x, z) - K(z, x) if the matrix is not symmetric.

    Notes
    -----
    Note 001, "Using kernel functions" (Mercer theorem): K is a kernel if and only if every Gram
    matrix is positive semidefinite.

    Examples
    --------
    >>> import kernel_core as kc
    >>> *_, last = search_counterexample(kc.Linear() - kc.RBF(1.0))
    >>> last.counterexample.value < 0, last.counterexample.points.shape
    (True, (2, 2))
    """

    points: np.ndarray
    matrix: np.ndarray
    eigenvalues: np.ndarray
    c: np.ndarray | None
    value: float


@dataclass(frozen=True, eq=False)
class SearchProgress:
    """The progress of a search for a counterexample.

    Attributes
    ----------
    evaluations : int
        The number of matrices examined.
    best : float
        The smallest eigenvalue so far, divided by max |K_ij|; -inf for a matrix that is not
        symmetric, inf as long as K has had no value.
    points : ndarray of shape (n, d)
        The points whose matrix has this eigenvalue.
    counterexample : Counterexample or None
        The counterexample, once the search has ended with one.
    is_finished : bool
        Whether the search has ended.

    Notes
    -----
    Note 001, "Using kernel functions" (Mercer theorem): K is a kernel if and only if every Gram
    matrix is positive semidefinite. A `best` that is not negative proves nothing.

    Examples
    --------
    >>> import kernel_core as kc
    >>> *_, last = search_counterexample(kc.RBF(1.0), budget=200)
    >>> last.is_finished, last.counterexample is None
    (True, True)
    """

    evaluations: int
    best: float
    points: np.ndarray
    counterexample: Counterexample | None
    is_finished: bool


def search_counterexample(
    candidate: Kernel, *, d: int = 2, budget: int = 6000, seed: int = 0, every: int = 100
) -> Iterator[SearchProgress]:
    """Search for points whose matrix has a negative eigenvalue. A search without a result proves
    nothing.

    Parameters
    ----------
    candidate : Kernel
        The function of two points.
    d : int
        The number of coordinates of a point, 1 to 10.
    budget : int
        The maximum number of matrices to examine.
    seed : int
        The same seed gives the same search.
    every : int
        The number of matrices between two reports.

    Yields
    ------
    SearchProgress
        A report; the last is `is_finished`. Closing the iterator ends the search.

    Raises
    ------
    ValueError
        For invalid input; and with the candidate's message, if the candidate has no value on any of
        the first 20 sets of points.

    Notes
    -----
    Note 001, "Using kernel functions" (Mercer theorem): K is a kernel if and only if every Gram
    matrix is positive semidefinite. An eigenvalue counts as negative below -1e-9 n max |K_ij|, as
    for `fit`.

    Examples
    --------
    >>> import kernel_core as kc
    >>> *_, last = search_counterexample(kc.Linear() - kc.RBF(1.0), d=1)
    >>> last.counterexample.value < 0
    True
    """
    check_whole(d, "The number of coordinates", 1, 10)
    check_whole(budget, "The budget", 1, 1_000_000)
    check_whole(every, "every", 1, 1_000_000)
    return _search(_MinEigenvalue(candidate), d, budget, np.random.default_rng(seed), every)


def _search(
    lowest_eigenvalue: _MinEigenvalue, d: int, budget: int, rng: np.random.Generator, every: int
) -> Iterator[SearchProgress]:
    best, at, count, last = inf, np.zeros((2, d)), 0, budget
    negative = False
    for value, points in _attempts(lowest_eigenvalue, d, budget, rng):
        count += 1
        if value < best:
            best, at = value, points
        if value < -TOLERANCE * len(points) and not negative:
            negative, last = True, min(budget, count + REFINEMENT_EVALUATIONS)
            best, at = value, points
        if count == last or (negative and best <= CLEARLY_NEGATIVE):
            break
        if count % every == 0:
            yield SearchProgress(count, best, at, None, False)
    yield SearchProgress(count, best, at, lowest_eigenvalue.proof(at) if negative else None, True)


def _attempts(
    lowest_eigenvalue: _MinEigenvalue, d: int, budget: int, rng: np.random.Generator
) -> Iterator[tuple[float, np.ndarray]]:
    """Yield pairs: the smallest eigenvalue of a matrix, divided by max |K_ij|, and its points.

    For each number of points, scattered points and lattices come first, then a descent from the
    best of these. The descent has no end once its eigenvalue is negative.
    """
    rounds = max(1, budget // (200 * len(SIZES)))
    share = max(1, budget // (rounds * len(SIZES)))
    first = max(1, int(SCATTERED_SHARE * share))
    while True:
        for n in SIZES:
            best, at = inf, _scatter_points(n, d, rng)
            for i in range(first):
                points = _lattice(n, d, rng) if i % 2 else _scatter_points(n, d, rng)
                value = lowest_eigenvalue.at(points)
                yield value, points
                if value < best:
                    best, at = value, points
                if best < -TOLERANCE * n:
                    break
            yield from _descent(lowest_eigenvalue, at, best, share - first, rng)


def _descent(
    lowest_eigenvalue: _MinEigenvalue,
    at: np.ndarray,
    best: float,
    steps: int,
    rng: np.random.Generator,
) -> Iterator[tuple[float, np.ndarray]]:
    """Try random steps from `at`, and accept those that lower the eigenvalue. Yield every trial.

    The next step is longer after a success, and shorter otherwise. The descent ends after `steps`
    trials, unless the eigenvalue is negative by then.
    """
    step, n_steps = 0.5, 0
    while n_steps < steps or best < -TOLERANCE * len(at):
        points = np.clip(at + step * rng.standard_normal(at.shape), -MAX_COORDINATE, MAX_COORDINATE)
        value = lowest_eigenvalue.at(points)
        yield value, points
        n_steps += 1
        if value < best:
            best, at, step = value, points, min(2.0 * step, 1.0)
        else:
            step = max(0.85 * step, 1e-3)


def _scatter_points(n: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """Choose n points at random, close together or far apart, around 0 or another point."""
    centre = rng.uniform(-MAX_COORDINATE, MAX_COORDINATE, d) * rng.integers(2)
    spread = MAX_COORDINATE * 10 ** rng.uniform(-1.5, 0)
    return np.clip(centre + spread * rng.uniform(-1, 1, (n, d)), -MAX_COORDINATE, MAX_COORDINATE)


def _lattice(n: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """Return n equally spaced points, on a line or in a triangular or square lattice of the plane.

    Lattices are best at detecting frequencies with a negative weight in a function of x - z.
    """
    flat = d >= 2 and rng.random() < 0.5
    side = ceil(n**0.5) if flat else n
    gap = MAX_COORDINATE / side * 10 ** rng.uniform(-1, 0.25)
    points = np.zeros((n, d))
    points[:, 0] = np.arange(n) % side
    if flat:
        points[:, 1] = np.arange(n) // side
        if rng.random() < 0.5:
            points[:, 0] += points[:, 1] / 2
            points[:, 1] *= 0.75**0.5
    return gap * (points - points.mean(axis=0))


class _MinEigenvalue:
    """A function from points to the smallest eigenvalue of their matrix, divided by max |K_ij|."""

    def __init__(self, candidate: Kernel) -> None:
        self.candidate, self.faults, self.seen = candidate, 0, False

    def at(self, points: np.ndarray) -> float:
        """Return the smallest eigenvalue divided by max |K_ij|; inf if the candidate has no value.

        A matrix that is not symmetric gives -inf; a matrix with all |K_ij| below MIN_ENTRY gives 0.
        Raises the candidate's error if its first `MAX_FAULTS` evaluations all fail.
        """
        try:
            K = self.candidate(points, points)
        except ValueError:
            self.faults += 1
            if not self.seen and self.faults >= MAX_FAULTS:
                raise
            return inf
        self.seen = True
        size = np.abs(K).max()
        if size < MIN_ENTRY:
            return 0.0
        if np.abs(K - K.T).max() > 1e-9 * size:
            return -inf
        return float(np.linalg.eigvalsh(K / size)[0])

    def proof(self, points: np.ndarray) -> Counterexample:
        K = self.candidate(points, points)
        asymmetry = np.abs(K - K.T)
        if asymmetry.max() > 1e-9 * np.abs(K).max():
            i, j = sorted(np.unravel_index(asymmetry.argmax(), asymmetry.shape))
            pair = np.ix_([i, j], [i, j])
            K = K[pair]
            return Counterexample(
                points[[i, j]], K, np.linalg.eigvalsh((K + K.T) / 2), None, float(K[0, 1] - K[1, 0])
            )
        values, vectors = np.linalg.eigh(K)
        c = vectors[:, 0] * np.sign(vectors[np.abs(vectors[:, 0]).argmax(), 0])
        return Counterexample(points, K, values, c, float(c @ K @ c))
